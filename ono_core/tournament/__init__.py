"""Tournaments: who plays whom, what came of it and what follows, as a fold of one ledger."""
