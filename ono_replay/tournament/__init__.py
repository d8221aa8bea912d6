"""Auditing tournaments, offline."""
