//! Embeds the built till. A tree without one still builds the server, and says so.

use std::path::Path;

fn main() {
    let built = Path::new("../web/dist");
    println!("cargo::rerun-if-changed=../web/dist");
    if built.join("index.html").is_file() {
        memory_serve::load_directory("../web/dist");
        return;
    }
    println!("cargo::warning=the till is not built: run `npm run build` in web/ first");
    let empty = Path::new(&std::env::var("OUT_DIR").unwrap_or_default()).join("empty");
    if let Err(error) = std::fs::create_dir_all(&empty) {
        println!("cargo::error={error}");
    }
    memory_serve::load_directory(&empty);
}
