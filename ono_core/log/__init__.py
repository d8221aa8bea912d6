"""The one record of a game that everybody can check (spec/log.md)."""
