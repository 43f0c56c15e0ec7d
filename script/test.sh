#!/usr/bin/env bash
# All tests: lint, till, rules, API on both engines, browser. Prints the time of each stage.
set -euo pipefail
cd "$(dirname "$0")/.."
. script/need.sh
. script/build-till.sh
. script/postgres.sh

times=()
is_over=
rm -f target/browser.log
stage() { # NAME COMMAND...
    local name=$1 start=$SECONDS before
    processor_seconds
    before=$REPLY
    shift
    echo "== $name"
    "$@"
    processor_seconds
    times+=("$(printf '%5d s  %5d s of processor time  %s' $((SECONDS - start)) $((REPLY - before)) "$name")")
}
# What all that ended so far has computed, in REPLY. Told apart from the clock, it says whether a stage
# computes or waits. In this shell itself: a subshell would know of none of it.
processor_seconds() {
    mkdir -p target
    times >target/times
    REPLY=$(awk 'END { split($1, own, "m"); split($2, kernel, "m"); print int((own[1] + kernel[1]) * 60 + own[2] + kernel[2]) }' target/times)
}
finish() {
    local code=$?
    stop_postgres
    echo
    echo "== time"
    printf '%s\n' "${times[@]}"
    printf '%5d s  in all\n' "$SECONDS"
    # Whoever ends the run from outside leaves no code behind.
    [ "$code" = 0 ] && [ -n "$is_over" ] && echo "all stages passed" || echo "FAILED in the stage after the last one above"
    [ ! -f target/browser.log ] || unsteady
    [ "$code" = 0 ] || [ ! -f target/browser.log ] || reasons
}
trap finish EXIT

tools() {
    need_rust
    need_node
    need chromium chromium "the browser of the tests"
    need xmllint libxml2-utils "archives against their schema"
    npm_ci web
    npm_ci e2e
}
till() {
    (cd web && npm run check --silent && npm test --silent)
    build_till
}
# One profile (arithmetic checked, built quickly) and one selection of packages throughout: cargo
# unites the features of what is selected, so that any other selection builds everything once more.
# Our crates are compiled by clippy's own compiler, which warns of everything `cargo clippy` warns of and
# ends at a warning: a check beside the build would read all crates a second time (decision 0046).
export RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__
layout() { cargo fmt --all --check; }
build() { cargo build --profile tests --workspace --all-targets --locked --quiet; }
tests() { cargo test --profile tests --workspace --locked --quiet "$@"; }
rules() { tests --lib --bins; }
# Runs stories with all that they keep in memory: it is thrown away with them, and no story measures this disk, which
# may stand still for longer than a story waits.
in_memory() ( # NAME COMMAND...
    folder=$(folder_in_memory "vitrine-$1")
    trap 'rm -rf "$folder"' EXIT
    shift
    TMPDIR=$folder "$@"
)
# Stories of the API wait for answers and for the disk more than they compute: two for each processor
# took 205 s where one took 308 s on PostgreSQL. What kills and starves programs runs one for each.
api() { RUST_TEST_THREADS=$(($(nproc) * 2)) in_memory api tests --test it; }
api_sqlite() {
    api
    tests $(other_tests)
}
# All test programs but the stories of the API.
other_tests() {
    cargo metadata --no-deps --format-version 1 | node -p '
        const targets = JSON.parse(require("fs").readFileSync(0, "utf8")).packages.flatMap((each) => each.targets);
        const names = targets.filter((each) => each.kind[0] === "test" && each.name !== "it").map((each) => each.name);
        [...new Set(names)].map((name) => `--test ${name}`).join(" ")'
}
api_postgres() {
    start_postgres_for_tests
    api
    tests --test journal
    tests --test durability postgres
    stop_postgres
}
schema() { script/schema.sh; }
stories() { (cd e2e && npx playwright test); }
browser() { in_memory browser stories 2>&1 | tee target/browser.log; }
# Stories that held only when they were told again: faults of the till or of the story, to be mended.
unsteady() { sed -n '/^ *[0-9]* flaky$/,/^ *[0-9]* \(passed\|skipped\|did not run\)/p' target/browser.log; }
# What the stories ended on, once more: whoever sees only the end of a long report sees why.
reasons() {
    local seen
    grep -E -A 4 '^ +Error: |^ +Test timeout' target/browser.log | head -40 || true
    # What stood on the screen when a story ended.
    for seen in e2e/result/*/error-context.md; do
        [ -f "$seen" ] || continue
        echo "-- $seen"
        sed -n '/^```yaml/,/^```/p' "$seen" | grep -E 'alert|dialog|heading|paragraph|status:|Salesperson' | cut -c1-160 | head -16 || true
    done
}

stage "tools" tools
stage "till: lint, types, tests, build" till
stage "layout: rustfmt" layout
stage "lint and build: clippy, compiler" build
stage "rules" rules
stage "features and API on SQLite" api_sqlite
stage "features and API on PostgreSQL" api_postgres
stage "API by its description" schema
stage "browser" browser
is_over=1
