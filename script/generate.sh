#!/usr/bin/env bash
# Writes the API's description anew, and from it the types of the till.
set -euo pipefail
cd "$(dirname "$0")/.."
. script/need.sh
need_rust
need_node
npm_ci web
# The selection of the tests: any other would build everything once more.
cargo build --quiet --profile tests --workspace --all-targets --locked
target/tests/vitrine openapi >target/openapi.json
mv target/openapi.json web/src/api/openapi.json
(cd web && npm run generate --silent)
