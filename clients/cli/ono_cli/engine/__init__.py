"""Engines: programs of others that play a seat by lines of JSON (ono_net/spec/bots.md)."""
