#!/usr/bin/env bash
# Lint and types.
set -euo pipefail
cd "$(dirname "$0")/.."
. script/need.sh
. script/build-till.sh
need_rust
need_node
npm_ci web
(cd web && npm run check --silent)
cargo fmt --all --check
cargo clippy --profile tests --workspace --all-targets --locked --quiet -- -D warnings
