//! Writes every sample in every language as PDF and PNG, to look at.
//!
//! `cargo run -p document --example render -- <folder> [language]`

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use document::{Language, invoice_samples, layout, samples};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(
        arguments
            .next()
            .ok_or("usage: render <folder> [language]")?,
    );
    let only: Option<Language> = arguments.next().map(|tag| tag.parse()).transpose()?;
    std::fs::create_dir_all(&folder)?;
    for language in Language::ALL
        .into_iter()
        .filter(|it| only.is_none_or(|only| only == *it))
    {
        for sample in samples(language) {
            let start = Instant::now();
            let layout = layout(&sample.receipt)?;
            let laid_out = start.elapsed();
            let pdf = layout.pdf()?;
            let written = start.elapsed();
            let dots = layout.raster(576)?;
            println!(
                "{language} {}: layout {laid_out:?}, with PDF {written:?}, with dots {:?}; PDF {} \
                 bytes, {} rows",
                sample.name,
                start.elapsed(),
                pdf.len(),
                dots.height(),
            );
            let name = format!("{}-{language}", sample.name);
            std::fs::write(folder.join(format!("{name}.pdf")), pdf)?;
            std::fs::write(folder.join(format!("{name}.png")), layout.png(640)?)?;
            std::fs::write(
                folder.join(format!("{name}.bin")),
                document::escpos(&dots, true, false),
            )?;
            let mut pbm = format!("P4\n{} {}\n", dots.width(), dots.height()).into_bytes();
            pbm.extend(dots.rows());
            std::fs::write(folder.join(format!("{name}.pbm")), pbm)?;
        }
        for sample in invoice_samples(language) {
            let layout = layout(&sample.invoice)?;
            let name = format!("invoice-{}-{language}", sample.name);
            std::fs::write(folder.join(format!("{name}.pdf")), layout.pdf()?)?;
            std::fs::write(folder.join(format!("{name}.png")), layout.png(1240)?)?;
        }
    }
    Ok(())
}
