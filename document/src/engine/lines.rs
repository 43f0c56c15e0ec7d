//! Pages as text, to compare and to check.

use typst::layout::{Abs, Frame, FrameItem, Point};
use typst::text::TextItem;

use super::Layout;

/// Runs whose baselines differ by less stand on one line.
const SAME_LINE: Abs = Abs::raw(2.0);
/// Runs with more between them stand in different columns; a space is narrower.
const GAP: Abs = Abs::raw(4.5);

struct Run<'a> {
    baseline: Abs,
    left: Abs,
    right: Abs,
    text: &'a str,
}

impl Layout {
    /// The printed lines from top to bottom, in each the runs from left to right, separated by
    /// ` | ` where the paper has a gap. Right-to-left runs read in their logical order.
    pub fn lines(&self) -> Vec<String> {
        self.pages
            .pages()
            .iter()
            .flat_map(|page| lines_of(&page.frame))
            .collect()
    }

    /// Letters that no embedded font has and that print as empty boxes.
    pub fn missing_letters(&self) -> String {
        let mut missing = String::new();
        for page in self.pages.pages() {
            for_each_run(&page.frame, Point::zero(), &mut |_, run| {
                let without = run.glyphs.iter().filter(|glyph| glyph.id == 0);
                missing.extend(without.map(|glyph| &run.text[glyph.range()]));
            });
        }
        missing
    }
}

fn lines_of(frame: &Frame) -> Vec<String> {
    let mut runs = Vec::new();
    for_each_run(frame, Point::zero(), &mut |at, run| {
        runs.push(Run {
            baseline: at.y,
            left: at.x,
            right: at.x + run.width(),
            text: &run.text,
        });
    });
    runs.sort_by_key(|run| run.baseline);
    let mut lines: Vec<Vec<Run<'_>>> = Vec::new();
    for run in runs {
        match lines.last_mut() {
            Some(line) if line.iter().all(|on| run.baseline - on.baseline < SAME_LINE) => {
                line.push(run);
            }
            _ => lines.push(vec![run]),
        }
    }
    lines.into_iter().map(joined).collect()
}

fn joined(mut line: Vec<Run<'_>>) -> String {
    line.sort_by_key(|run| run.left);
    let mut columns: Vec<String> = Vec::new();
    let mut end = None;
    for run in line {
        let text = run
            .text
            .chars()
            .filter(|&character| !is_mark(character))
            .map(plain_space);
        match columns.last_mut() {
            Some(column) if end.is_none_or(|end| run.left - end <= GAP) => column.extend(text),
            _ => columns.push(text.collect()),
        }
        end = Some(run.right);
    }
    let columns: Vec<&str> = columns.iter().map(|column| column.trim()).collect();
    columns.join(" | ")
}

/// Marks that steer the layout and leave no ink.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{200B}' | '\u{2066}'..='\u{2069}')
}

fn plain_space(character: char) -> char {
    if character == '\u{A0}' {
        ' '
    } else {
        character
    }
}

fn for_each_run<'a>(frame: &'a Frame, origin: Point, visit: &mut impl FnMut(Point, &'a TextItem)) {
    for (position, item) in frame.items() {
        let at = origin + *position;
        match item {
            FrameItem::Group(group) => for_each_run(&group.frame, at, visit),
            FrameItem::Text(text) => visit(at, text),
            _ => {}
        }
    }
}
