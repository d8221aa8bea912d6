"""Whether somebody else's server or client keeps the protocol, as far as that can be seen from outside."""
