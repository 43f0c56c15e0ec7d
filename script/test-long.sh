#!/usr/bin/env bash
# The long forms of the random and exhaustive tests. Each stage is one function; its parameters are
# variables of the environment that the tests read, and can be set from outside.
set -euo pipefail
cd "$(dirname "$0")/.."
. script/need.sh
. script/build-till.sh
. script/postgres.sh
trap stop_postgres EXIT

# As `make test` builds: the same profile, selection and compiler, so that nothing is built a second time.
export RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__
build() { cargo build --profile tests --workspace --all-targets --locked --quiet; }
tests() { cargo test --profile tests --workspace --locked --quiet "$@"; }

# docs/durability.md: about a third of a second a cycle and a second a kill.
durability() {
    VITRINE_POWER_CYCLES=${VITRINE_POWER_CYCLES:-10000} \
        VITRINE_START_STRIDE=${VITRINE_START_STRIDE:-1} \
        VITRINE_DISK_STRIDE=${VITRINE_DISK_STRIDE:-1} \
        tests --test durability -- --nocapture
    start_postgres
    VITRINE_POSTGRES_KILLS=${VITRINE_POSTGRES_KILLS:-1000} \
        VITRINE_POSTING_KILLS=${VITRINE_POSTING_KILLS:-500} \
        tests --test durability postgres -- --nocapture
    stop_postgres
}

# Random stories of QR orders with lost, late and doubled messages.
qr() {
    QR_STORIES=${QR_STORIES:-100000} tests --lib every_story -- --nocapture
}

# docs/payments.md: about 40 seconds a round.
payments() {
    PAYMENT_ROUNDS=${PAYMENT_ROUNDS:-20} tests --test payments -- --nocapture
}

# docs/journal.md: about two minutes for a million entries.
journal() {
    VITRINE_TEST_ENTRIES=${VITRINE_TEST_ENTRIES:-1000000} \
        tests --test journal -- --nocapture
}

input() {
    VITRINE_MUTATIONS=${VITRINE_MUTATIONS:-1000000} VITRINE_SEED=${VITRINE_SEED:-$(date +%s)} \
        tests --test hostile -- --nocapture
    EXAMPLES=${EXAMPLES:-500} SEED=${SEED:-$(date +%s)} script/schema.sh
}

# Random stories of a shop, on both engines.
model() {
    MODEL_STORIES=${MODEL_STORIES:-20000} tests --test it model -- --nocapture
    start_postgres_for_tests
    MODEL_STORIES=${MODEL_STORIES_POSTGRES:-10000} tests --test it model -- --nocapture
    stop_postgres
}

# Every story of the browser: each screen in every size, theme and language. About an hour.
browser() {
    build_till
    touch app/build.rs
    build
    (cd e2e && VITRINE_LONG=1 npx playwright test)
}

# A statement is closed while two tills sell, on both engines.
statements() {
    STATEMENT_RACES=${STATEMENT_RACES:-1000} tests --test it statement_race -- --nocapture
    start_postgres_for_tests
    STATEMENT_RACES=${STATEMENT_RACES:-1000} tests --test it statement_race -- --nocapture
    stop_postgres
}

need_rust
need_node
need chromium chromium "the browser of the tests"
npm_ci web
npm_ci e2e
build
for part in durability payments qr journal model statements input browser; do
    echo "== $part"
    $part
done
