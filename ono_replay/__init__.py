"""Replaying and auditing logs, offline."""
