"""Finished games of every version that had its formats frozen: later versions must replay them to the same end."""
