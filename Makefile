# On a bare checkout, with python3 (3.11 or newer), make and a network: `make play` and `make test` do everything.
# A step runs again only when what it reads has changed; the stamps are in .venv.

PYTHON ?= python3
JOBS   ?= 2
ROUNDS ?= 100000
TOURNAMENTS ?= 500
ROOMS  ?= 200
MINUTES ?= 10
CASES  ?= 20000

VENV := .venv
BIN  := $(VENV)/bin
PIP  := $(BIN)/python -m pip --disable-pip-version-check
WEB  := clients/web
# A Node.js from the package registry lands in .venv/bin, and is then preferred to one that is too old.
NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
NPM  := cd $(WEB) && $(NODE) npm

WEB_SOURCES := $(shell find $(WEB) \( -name node_modules -o -name dist \) -prune -o -type f -print)

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play install test lint types imports test-python test-web test-browser soak soak-server fuzz docs format lock clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

# ---------------------------------------------------------------- for players

play: install ## start a server for the local network, with a room open and computer players ready
	$(BIN)/ono serve --host 0.0.0.0 --play --log-level warning

install: $(VENV)/.ono ## leave the `ono` command ready in .venv/bin

# ---------------------------------------------------------------- for developers

test: lint types imports test-python test-web test-browser ## everything below, as CI runs it

lint: $(VENV)/.tools ## style of the Python and the web sources
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(NPM) run --silent lint

types: $(VENV)/.tools ## mypy and pyright, both strict
	$(BIN)/mypy
	$(BIN)/pyright

imports: $(VENV)/.tools ## who may import whom
	$(BIN)/lint-imports --no-logo

test-python: $(VENV)/.tools ## the Python tests, but for those in a browser
	$(BIN)/pytest -m "not browser" -n $(JOBS)

test-web: $(VENV)/.tools ## svelte-check and vitest
	$(NPM) run --silent check
	$(NPM) run --silent test

# The time limit counts for the test alone, as only so it counts again when the test is run once more.
test-browser: $(VENV)/.tools ## the tests that drive a real Chromium
	$(BIN)/pytest -m browser -n $(JOBS) --reruns 1 -rR -o timeout_func_only=true --screenshot=only-on-failure

soak: $(VENV)/.tools ## 100,000 random rounds and 500 tournaments' draws, checked; ROUNDS=n TOURNAMENTS=n
	$(BIN)/python -m tests.core.game.soak --rounds $(ROUNDS) --jobs $(JOBS)
	$(BIN)/python -m tests.cli.tournament.soak --tournaments $(TOURNAMENTS) --jobs $(JOBS)

soak-server: $(VENV)/.tools ## 200 rooms for ten minutes on a server that is killed each minute; ROOMS=n MINUTES=n
	$(BIN)/python -m tests.soak_server --rooms $(ROOMS) --minutes $(MINUTES)

fuzz: $(VENV)/.tools ## 20,000 mutated requests, frames and messages against a server; CASES=n
	$(BIN)/python -m tests.fuzz --cases $(CASES)

docs: $(VENV)/.guide $(VENV)/.tools ## the guide for players, organisers and programmers, into build/guide
	$(BIN)/python -m tests.guide.pictures clients/guide/pictures
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going clients/guide build/guide
	@echo "build/guide/index.html"

format: $(VENV)/.tools ## put all sources into the house's form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run --silent format

COMPILE = $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(UPGRADE)

lock: $(VENV)/.made ## write the lock files anew; UPGRADE=--upgrade takes the newest versions
	$(PIP) install --quiet uv
	$(COMPILE) pyproject.toml -o requirements.lock
	$(COMPILE) pyproject.toml --extra test --constraint requirements.lock -o requirements-test.lock
	$(COMPILE) --group node -o requirements-node.lock
	$(COMPILE) --group guide --constraint requirements-test.lock -o requirements-guide.lock
	$(NPM) install --package-lock-only

clean: ## back to a bare checkout
	rm -rf $(VENV) build $(WEB)/node_modules $(WEB)/dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache \
		.ruff_cache test-results
	find . -name __pycache__ -prune -exec rm -rf {} +

# ---------------------------------------------------------------- steps

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "ONO needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@if $(PYTHON) -c 'import ensurepip' 2>/dev/null; then $(PYTHON) -m venv $(VENV); \
		else $(PYTHON) -m venv --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python install --quiet pip; fi \
		|| { echo "no virtual environment could be made; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@touch $@

$(VENV)/.runtime: requirements.lock $(VENV)/.made
	@echo "installing what ONO runs on"
	@$(PIP) install --quiet --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.ono: pyproject.toml hatch_build.py $(WEB_SOURCES) $(VENV)/.runtime
	@echo "installing ONO and building its web client"
	@if $(NODE) $(PIP) install --quiet --no-deps -e .; then touch $@; else \
		echo "*** THE WEB CLIENT COULD NOT BE BUILT: installing without it; the terminal client works ***" >&2; \
		ONO_SKIP_WEB=1 $(PIP) install --quiet --no-deps -e .; fi

$(VENV)/.test: requirements-test.lock $(VENV)/.runtime
	@echo "installing what the tests run on"
	@$(PIP) install --quiet --require-hashes -r requirements-test.lock
	@touch $@

$(VENV)/.guide: requirements-guide.lock $(VENV)/.test
	@echo "installing what the guide is built with"
	@$(PIP) install --quiet --require-hashes -r requirements-guide.lock
	@touch $@

$(VENV)/.node: requirements-node.lock $(VENV)/.test
	@$(BIN)/python -c 'import sys, hatch_build; sys.exit(hatch_build.npm_on_path() is None)' \
		|| { echo "installing Node.js"; $(PIP) install --quiet --require-hashes -r requirements-node.lock; }
	@touch $@

$(WEB)/node_modules/.package-lock.json: $(WEB)/package-lock.json $(VENV)/.node
	$(NPM) ci

$(VENV)/.tools: $(VENV)/.node $(WEB)/node_modules/.package-lock.json $(VENV)/.ono
	@touch $@
