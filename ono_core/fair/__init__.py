"""Why nobody can cheat unseen: commitments, seeds, shuffles, openings and signatures (spec/fairness.md)."""
