#!/usr/bin/env bash
# Writes what is derived from the Rust types: openapi.json and the till's types.
set -euo pipefail
cd "$(dirname "$0")/.."
. script/need.sh
need_rust
need_node
npm_ci web
cargo run --quiet --profile tests -p app -- openapi >web/src/api/openapi.json
(cd web && npx openapi-typescript src/api/openapi.json --output src/api/schema.ts)
