#!/usr/bin/env bash
# Builds the release programs: target/release/vitrine, and the simulators beside it.
set -euo pipefail
cd "$(dirname "$0")/.."
. script/need.sh
. script/build-till.sh
need_rust
need_node
build_till
cargo build --release --locked -p app -p terminal-simulator -p mail-simulator -p printer-simulator -p tax-free-simulator \
    -p qr-simulator -p rate-simulator
