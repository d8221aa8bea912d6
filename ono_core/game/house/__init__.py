"""House rules: one file each, with ``amend(rules) -> rules`` that changes some answers of the rule points."""
