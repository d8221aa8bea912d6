"""What ONO costs and how strong it plays, measured on this machine: the `ono bench` command."""
