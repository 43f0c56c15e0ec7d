#!/usr/bin/env bash
# Measures the release program beside what this machine can do; writes target/bench.json.
set -euo pipefail
cd "$(dirname "$0")/.."
. script/need.sh
. script/build-till.sh
. script/postgres.sh
need_rust
need_node
build_till
need chromium chromium "the browser of the measurements"
npm_ci e2e
cargo build --release --locked -p app -p bench -p terminal-simulator -p mail-simulator -p printer-simulator -p tax-free-simulator -p qr-simulator -p rate-simulator
mkdir -p target
trap stop_postgres EXIT
start_postgres
echo "load before: $(cut -d' ' -f1-3 /proc/loadavg), $(nproc) processors"
figures=$PWD/target/bench-till.json
(cd e2e && VITRINE_PROGRAMS=../target/release VITRINE_TILL_FIGURES=$figures npx playwright test --config measure.config.ts)
target/release/bench --database-url "$TEST_DATABASE_URL" --till "$figures" "$@"
