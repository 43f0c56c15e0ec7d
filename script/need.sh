# Sourced by the other scripts: what a machine needs, installed from Debian's packages where we may,
# named where we may not.

# need COMMAND PACKAGE WHAT-FOR
need() {
    command -v "$1" >/dev/null 2>&1 && return 0
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "installing $2 ($3)"
        install_packages "$2" && command -v "$1" >/dev/null 2>&1 && return 0
    fi
    echo "vitrine needs $1 ($3). Install it with: sudo apt-get install $2" >&2
    exit 1
}

install_packages() {
    if [ -z "${APT_UPDATED:-}" ]; then
        apt-get update -qq || true
        APT_UPDATED=1
    fi
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

need_rust() {
    [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    need cc build-essential "a C compiler for SQLite and cryptography"
    if ! command -v cargo >/dev/null 2>&1; then
        echo "vitrine needs Rust 1.95 or newer. Install it from https://rustup.rs:" >&2
        echo "  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh" >&2
        exit 1
    fi
    local minor
    minor=$(rustc --version | sed -E 's/rustc 1\.([0-9]+)\..*/\1/')
    if [ "$minor" -lt 95 ]; then
        echo "vitrine needs Rust 1.95 or newer; this is $(rustc --version). Run: rustup update" >&2
        exit 1
    fi
}

need_node() {
    if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
        echo "vitrine needs Node.js 20.19 or newer with npm: https://nodejs.org" >&2
        exit 1
    fi
    if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number);
                  process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; then
        echo "vitrine needs Node.js 20.19 or newer; this is $(node --version)" >&2
        exit 1
    fi
}

# npm_ci FOLDER: installs exactly what the lock file says, once per lock file.
npm_ci() {
    local stamp="$1/node_modules/.lock-installed"
    if ! cmp -s "$1/package-lock.json" "$stamp"; then
        (cd "$1" && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
        cp "$1/package-lock.json" "$stamp"
    fi
}

# Python with virtual environments, for tools that come from PyPI.
need_python() {
    python3 -c 'import ensurepip, venv' 2>/dev/null && return
    need python3 python3 "the schema-driven tests"
    python3 -c 'import ensurepip, venv' 2>/dev/null || install_packages python3-venv
}
