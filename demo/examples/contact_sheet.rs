//! Writes all pictures and contact sheets to look at them, in light and dark, large and small.
//!
//! `cargo run -p demo --example contact_sheet -- <folder> [family]`

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use demo::catalogue::items;
use demo::picture::{Drawing, Metal, Shape, Stone, draw};

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(
        arguments
            .next()
            .unwrap_or_else(|| "contact-sheet".to_owned()),
    );
    let wanted = arguments.next().unwrap_or_default();
    std::fs::create_dir_all(&folder)?;
    let shapes = Shape::ALL
        .iter()
        .filter(|shape| shape.word().starts_with(wanted.as_str()));
    let drawings: Vec<Drawing> = shapes.flat_map(|shape| variants(*shape)).collect();
    let mut largest = (0, String::new());
    for drawing in drawings
        .iter()
        .chain(items().iter().map(|item| &item.drawing))
    {
        let svg = draw(drawing);
        largest = largest.max((svg.len(), drawing.file_name()));
        std::fs::write(folder.join(drawing.file_name()), svg)?;
    }
    for (theme, page, from, to) in [
        ("light", "#fff", "#fbfcfc", "#edf1f0"),
        ("dark", "#141d1b", "#22302d", "#19231f"),
    ] {
        for size in [190, 40] {
            let niche = format!("radial-gradient(120% 120% at 40% 20%,{from},{to})");
            sheet(
                &folder,
                &drawings,
                &format!("{theme}-{size}"),
                page,
                &niche,
                size,
            )?;
        }
    }
    eprintln!(
        "{} pictures, largest {} with {} bytes",
        drawings.len(),
        largest.1,
        largest.0
    );
    Ok(())
}

fn variants(shape: Shape) -> Vec<Drawing> {
    let mut seen: Vec<Drawing> = items()
        .iter()
        .map(|item| item.drawing)
        .filter(|drawing| drawing.shape == shape)
        .collect();
    if seen.is_empty() {
        seen = vec![Drawing::new(shape, Metal::Yellow, Stone::Plain)];
    }
    seen.sort_unstable();
    seen.dedup();
    seen
}

fn sheet(
    folder: &Path,
    drawings: &[Drawing],
    name: &str,
    page: &str,
    niche: &str,
    size: u32,
) -> std::io::Result<()> {
    let mut html = format!("<!doctype html><body style='margin:8px;background:{page}'>");
    for drawing in drawings {
        let _ = write!(
            html,
            "<div style='display:inline-block;margin:4px;border-radius:9px;width:{size}px;height:{size}px;background:{niche}'><img src='{}' style='width:92%;margin:4%'></div>",
            drawing.file_name()
        );
    }
    std::fs::write(folder.join(format!("{name}.html")), html)
}
