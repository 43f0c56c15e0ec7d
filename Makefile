# The commands to remember. `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help run dev build test test-long check bench generate clean

PORT ?= 8080
DATA ?= data

help: ## List the commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: ## Build and start a demonstration boutique (PORT=8080 DATA=data RESET=1 for a fresh one)
	@PORT=$(PORT) DATA=$(DATA) RESET=$(RESET) script/run.sh

dev: ## As run, rebuilding till and server when a file changes
	@PORT=$(PORT) DATA=$(DATA) script/dev.sh

build: ## Build the release programs into target/release
	@script/build.sh

test: ## Lint, rules, API on SQLite and PostgreSQL, browser
	@script/test.sh

test-long: ## The long forms of the random and exhaustive tests, hours of them
	@script/test-long.sh

bench: ## Measure the release program, write target/bench.json
	@script/bench.sh

check: ## The quick half of test: lint and types
	@script/check.sh

generate: ## Write the description of the API anew, and the till's types from it
	@script/generate.sh

clean: ## Remove what was built (not your data)
	rm -rf target web/dist web/node_modules e2e/node_modules
