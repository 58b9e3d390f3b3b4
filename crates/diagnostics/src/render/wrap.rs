//! Breaks styled text into lines and writes the colours. Knows nothing of what the text says.

use crate::message::{Rich, Span};
use crate::options::{Layout, Style};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Char(char),
    Open(Style),
    Close,
}

/// Appends `rich` behind `first` blanks, with later lines behind `later` blanks. Text breaks only if the layout
/// says where and is not brief, at blanks, or inside a word that is longer than a line.
pub(super) fn render(out: &mut Vec<u8>, rich: &Rich, layout: &Layout, first: usize, later: usize) {
    let mut lines: Vec<Vec<Item>> = Vec::new();
    let mut line: Vec<Item> = Vec::new();
    let mut width = first;
    let wrap = layout.wrap.filter(|_| !layout.brief);
    for span in &rich.spans {
        match span {
            Span::Open(style) => line.push(Item::Open(*style)),
            Span::Close => line.push(Item::Close),
            Span::Text(text) => {
                for c in text.chars() {
                    if wrap.is_some_and(|limit| width >= limit) {
                        let rest = split(&mut line, c);
                        lines.push(std::mem::replace(&mut line, rest));
                        width = later + line.iter().filter(|i| matches!(i, Item::Char(_))).count();
                        if c == ' ' && width == later {
                            continue;
                        }
                    }
                    line.push(Item::Char(c));
                    width += 1;
                }
            }
        }
    }
    lines.push(line);
    let mut active = None;
    for (index, line) in lines.iter().enumerate() {
        let indent = if index == 0 { first } else { later };
        write_line(out, line, layout, indent, &mut active);
    }
}

/// Cuts a full line before the next character `c`: gives back what moves to the next line. A blank at the cut
/// is dropped.
fn split(line: &mut Vec<Item>, c: char) -> Vec<Item> {
    if c == ' ' {
        return Vec::new();
    }
    match line.iter().rposition(|item| *item == Item::Char(' ')) {
        Some(blank) if blank > 0 => {
            let rest = line.split_off(blank + 1);
            line.pop();
            rest
        }
        _ => Vec::new(),
    }
}

/// Writes one line. A style that is active where a line's text begins is closed, and opened again behind the
/// indentation, as the reference does (which gives an empty pair at the start of a message).
fn write_line(
    out: &mut Vec<u8>,
    line: &[Item],
    layout: &Layout,
    indent: usize,
    active: &mut Option<Style>,
) {
    let colours = layout.colours.as_ref();
    let escape = |out: &mut Vec<u8>, active: &mut Option<Style>, item: &Item| {
        let Some(colours) = colours else { return };
        match item {
            Item::Open(style) => {
                out.extend_from_slice(colours.open(*style).as_bytes());
                *active = Some(*style);
            }
            Item::Close => {
                out.extend_from_slice(colours.close().as_bytes());
                *active = None;
            }
            Item::Char(_) => {}
        }
    };
    let text = line
        .iter()
        .position(|item| matches!(item, Item::Char(_)))
        .unwrap_or(line.len());
    for item in &line[..text] {
        escape(out, active, item);
    }
    let reopened = *active;
    if reopened.is_some() {
        escape(out, active, &Item::Close);
    }
    out.extend(std::iter::repeat_n(b' ', indent));
    if let Some(style) = reopened {
        escape(out, active, &Item::Open(style));
    }
    let mut utf8 = [0; 4];
    for item in &line[text..] {
        match item {
            Item::Char(c) => out.extend_from_slice(c.encode_utf8(&mut utf8).as_bytes()),
            item => escape(out, active, item),
        }
    }
    out.push(b'\n');
}
