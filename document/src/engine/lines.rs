//! Pages as lines of text, for comparison in tests.

use typst::layout::{Abs, Frame, FrameItem, Point};

use super::Layout;

/// Runs whose baselines differ by less stand on one line.
const SAME_LINE: Abs = Abs::raw(2.0);

struct Run<'a> {
    baseline: Abs,
    left: Abs,
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
}

fn lines_of(frame: &Frame) -> Vec<String> {
    let mut runs = Vec::new();
    collect(frame, Point::zero(), &mut runs);
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
    let texts: Vec<&str> = line.iter().map(|run| run.text.trim()).collect();
    texts
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join(" | ")
}

fn collect<'a>(frame: &'a Frame, origin: Point, runs: &mut Vec<Run<'a>>) {
    for (position, item) in frame.items() {
        let at = origin + *position;
        match item {
            FrameItem::Group(group) => collect(&group.frame, at, runs),
            FrameItem::Text(text) => {
                runs.push(Run {
                    baseline: at.y,
                    left: at.x,
                    text: &text.text,
                });
            }
            _ => {}
        }
    }
}
