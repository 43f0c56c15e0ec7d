#!/usr/bin/env bash
# The long forms of the random and exhaustive tests. Each stage is one function; its parameters are
# variables of the environment that the tests read, and can be set from outside.
set -euo pipefail
cd "$(dirname "$0")/.."
. script/need.sh
. script/postgres.sh
trap stop_postgres EXIT

# docs/durability.md: about a third of a second a cycle and a second a kill.
durability() {
    VITRINE_POWER_CYCLES=${VITRINE_POWER_CYCLES:-10000} \
        VITRINE_START_STRIDE=${VITRINE_START_STRIDE:-1} \
        VITRINE_DISK_STRIDE=${VITRINE_DISK_STRIDE:-1} \
        cargo test --profile tests -p app --locked --test durability -- --nocapture
    start_postgres
    VITRINE_POSTGRES_KILLS=${VITRINE_POSTGRES_KILLS:-1000} \
        cargo test --profile tests -p app --locked --test durability postgres -- --nocapture
    stop_postgres
}

need_rust
need node nodejs "free ports for the tests"
echo "== durability"
durability
