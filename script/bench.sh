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
cargo build --release --locked -p app -p bench
trap stop_postgres EXIT
start_postgres
echo "load before: $(cut -d' ' -f1-3 /proc/loadavg), $(nproc) processors"
target/release/bench --database-url "$TEST_DATABASE_URL" "$@"
