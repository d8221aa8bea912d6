"""The edge of ONO: rooms, connections, servers and stores around the pure core."""
