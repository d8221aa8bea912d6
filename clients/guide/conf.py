"""Sphinx: the user documentation, which `make docs` builds into build/guide."""

import tomllib
from pathlib import Path

_ROOT = Path(__file__).parents[2]

project = "ONO"
copyright = "The ONO authors"  # noqa: A001  (the name is Sphinx's)
version = release = tomllib.loads((_ROOT / "pyproject.toml").read_text())["project"]["version"]
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "ONO"
html_copy_source = False
html_show_sphinx = False
myst_heading_anchors = 3
nitpicky = True
