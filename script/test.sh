#!/usr/bin/env bash
# All tests: lint, till, rules, API on both engines, browser. Prints the time of each stage.
set -euo pipefail
cd "$(dirname "$0")/.."
. script/need.sh
. script/build-till.sh
. script/postgres.sh

times=()
rm -f target/browser.log
stage() { # NAME COMMAND...
    local name=$1 start=$SECONDS
    shift
    echo "== $name"
    "$@"
    times+=("$(printf '%5d s  %s' $((SECONDS - start)) "$name")")
}
finish() {
    local code=$?
    stop_postgres
    echo
    echo "== time"
    printf '%s\n' "${times[@]}"
    printf '%5d s  in all\n' "$SECONDS"
    [ "$code" = 0 ] && echo "all stages passed" || echo "FAILED in the stage after the last one above"
    [ ! -f target/browser.log ] || unsteady
    [ "$code" = 0 ] || [ ! -f target/browser.log ] || reasons
}
trap finish EXIT

tools() {
    need_rust
    need_node
    need chromium chromium "the browser of the tests"
    npm_ci web
    npm_ci e2e
}
till() {
    (cd web && npm run check --silent && npm test --silent)
    build_till
}
lint() {
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --locked --quiet -- -D warnings
}
# The tests' own profile: arithmetic checked, built quickly.
build() { cargo build --profile tests --workspace --all-targets --locked --quiet; }
rules() { cargo test --profile tests --workspace --exclude app --locked --quiet; }
api_sqlite() { cargo test --profile tests -p app --locked --quiet; }
api_postgres() {
    start_postgres
    cargo test --profile tests --locked --quiet --test it --test journal \
        -p app -p alert -p crm -p journal -p order -p payment
    cargo test --profile tests --locked --quiet -p app --test durability postgres
    stop_postgres
}
schema() { script/schema.sh; }
browser() { (cd e2e && npx playwright test) 2>&1 | tee target/browser.log; }
# What the stories ended on, once more: whoever sees only the end of a long report sees why.
# Stories that held only when they were told again: faults of the till or of the story, to be mended.
unsteady() { sed -n '/^ *[0-9]* flaky$/,/^ *[0-9]* \(passed\|skipped\|did not run\)/p' target/browser.log; }
reasons() { grep -E -A 12 '^ +Error: |^ +Test timeout' target/browser.log | head -60 || true; }

stage "tools" tools
stage "till: lint, types, tests, build" till
stage "lint: rustfmt, clippy" lint
stage "build" build
stage "rules and features" rules
stage "API on SQLite" api_sqlite
stage "API on PostgreSQL" api_postgres
stage "API by its description" schema
stage "browser" browser
