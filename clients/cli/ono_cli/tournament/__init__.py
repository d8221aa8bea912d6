"""Running a tournament: the ledger on a disk, the program that directs the tables, computer players, the pack."""
