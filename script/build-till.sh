# Sourced: builds the till into web/dist when a source is newer than it.
build_till() {
    npm_ci web
    if [ ! -f web/dist/index.html ] ||
        [ -n "$(find web/src web/locale web/public web/index.html web/package-lock.json web/vite.config.ts -newer web/dist/index.html -print -quit)" ]; then
        (cd web && npm run build --silent)
    fi
}
