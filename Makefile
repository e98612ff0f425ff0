# Two commands: `make review` sets everything up and starts a review, `make test` sets everything
# up and runs every check. Both need nothing but Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SETTINGS := pyproject.toml srs/__init__.py

.PHONY: review test lint types layers long format clean

review: $(VENV)/.run
	@$(BIN)/srs add --samples >/dev/null || true
	@$(BIN)/srs review

test: $(VENV)/.dev lint types layers
	$(BIN)/pytest -n 2

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

# The long checks in full: minutes, not seconds.
long: $(VENV)/.dev
	$(BIN)/pytest --long -m 'long or full'

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/.made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "srs needs Python 3.11 or newer.")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.run: $(VENV)/.made $(SETTINGS)
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.dev: $(VENV)/.made $(SETTINGS)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/.run

clean:
	rm -rf $(VENV)
