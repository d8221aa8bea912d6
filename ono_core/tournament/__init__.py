"""Tournaments: who meets whom, what counted, and the ledger that proves both (spec/tournament.md)."""
