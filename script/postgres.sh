# Sourced: a PostgreSQL of our own on a free port of 127.0.0.1, with a throw-away data directory.

# A new folder, in memory where there is some.
folder_in_memory() { # NAME
    mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")" "$1.XXXXXX"
}

start_postgres() { # OPTIONS: what else the server is told
    local bin folder port
    bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
    if [ -z "$bin" ]; then
        if [ "$(id -u)" != 0 ]; then
            echo "the tests need PostgreSQL. Install it with: sudo apt-get install postgresql" >&2
            exit 1
        fi
        echo "installing postgresql (the API's second engine)"
        install_packages postgresql
        bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
    fi
    # The data is thrown away, and no test measures this disk.
    folder=$(folder_in_memory vitrine-pg)
    port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => {
        console.log(s.address().port); s.close(); })')
    POSTGRES_FOLDER=$folder
    POSTGRES_BIN=$bin
    as_postgres() {
        if [ "$(id -u)" = 0 ]; then
            (cd / && runuser -u postgres -- "$@")
        else
            "$@"
        fi
    }
    [ "$(id -u)" = 0 ] && chown postgres "$folder"
    as_postgres "$bin/initdb" -D "$folder/data" -U vitrine -A trust -E UTF8 --locale=C.UTF-8 \
        --no-sync >/dev/null
    as_postgres "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" \
        -o "-c listen_addresses=127.0.0.1 -p $port -c unix_socket_directories='$folder' -c max_connections=300 $*" \
        start >/dev/null
    export TEST_DATABASE_URL="postgres://vitrine@127.0.0.1:$port"
}

# One for tests that each throw a database away: whoever tidies up hundreds of them, and the network
# between, take a seventh of the time.
start_postgres_for_tests() {
    start_postgres -c autovacuum=off
    TEST_DATABASE_URL="postgres://vitrine@${POSTGRES_FOLDER//\//%2F}:${TEST_DATABASE_URL##*:}"
}

stop_postgres() {
    [ -n "${POSTGRES_FOLDER:-}" ] || return 0
    as_postgres "$POSTGRES_BIN/pg_ctl" -D "$POSTGRES_FOLDER/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$POSTGRES_FOLDER"
    POSTGRES_FOLDER=
}
