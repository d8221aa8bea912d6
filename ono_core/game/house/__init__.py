"""House rules, one file each: a function ``amend(rules) -> Rules`` that changes some answers of the standard rules."""
