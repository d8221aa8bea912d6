-- A store as the first version of ONO wrote it: never change this file.
PRAGMA journal_mode = WAL;
BEGIN IMMEDIATE;
CREATE TABLE entries (
    game BLOB NOT NULL,
    "index" INTEGER NOT NULL,
    raw BLOB NOT NULL,
    PRIMARY KEY (game, "index")
) STRICT, WITHOUT ROWID;
CREATE TABLE rooms (
    code TEXT NOT NULL PRIMARY KEY,
    record BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO entries VALUES (zeroblob(32), 0, x'67656e65736973');
INSERT INTO entries VALUES (zeroblob(32), 1, x'6465616c65722d736561746564');
INSERT INTO rooms VALUES ('KWPX', x'7265636f7264');
PRAGMA application_id = 1330532145;
PRAGMA user_version = 1;
COMMIT;
