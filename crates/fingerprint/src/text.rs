//! The hash over a text.

use std::ops::Range;

use cleave_base_db::{Db, SourceFile};
use cleave_names::{Placed, all_items, file_parts, part_items, part_skeleton, part_text};
use cleave_syntax::lexer::meaningful_ranges;
use cleave_syntax::skeleton::{Flags, Item, Position};
use cleave_typing::display::qualified_name;

use crate::Lines;
use crate::omitted::{Gap, Kept, omitted};

/// How many bytes are hashed at once.
const BUFFER: usize = 64 << 10;

/// From how many lines on the end of a kernel's body is far from its head: the stub goes over fewer by empty lines, and over more by a
/// line marker.
const FAR: u32 = 10;

/// What a device compiler reads of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// The hash.
    pub hash: [u8; 32],
    /// Where the heads of kernels stand in the user's files. It is no part of what the hash is of, but for how far the lines of one
    /// head are from each other.
    pub lines: Lines,
}

/// The fingerprint of a text that was preprocessed for the device pass. `None` of a text that has broken brackets or literals. How a text
/// is divided makes no difference.
pub fn fingerprint(db: &dyn Db, file: SourceFile) -> Option<Fingerprint> {
    let text: &str = file.text(db);
    if all_items(db, file).any(|scanned| scanned.item.flags.has(Flags::BROKEN)) {
        return None;
    }
    let omitted = omitted(db, file, text);
    let mut state = State {
        text,
        hasher: blake3::Hasher::new(),
        buffer: Vec::with_capacity(2 * BUFFER),
        gaps: &omitted.gaps,
        gap: 0,
        kernels: kernels(db, file),
        kernel: 0,
        open: 0,
        token: 0,
        lines: Lines::default(),
    };
    let stretches = parts(db, file).flat_map(|(base, placed)| {
        let lines = &part_skeleton(db, placed.part).lines;
        lines.stretches().map(move |s| (base + s.0, s.1))
    });
    let stretches: Vec<_> = stretches.collect();
    let mut at = 0;
    for stretch in own(&stretches, text.len()) {
        // The marker in front of a stretch says nothing that counts.
        let front = &text[..stretch.start];
        let front = front.strip_suffix('\n').unwrap_or(front);
        let marker = front.rfind('\n').map_or(0, |n| n + 1);
        state.headers(at, marker.max(at));
        state.own(&stretch);
        at = stretch.end;
    }
    state.headers(at, text.len());
    state.add(Tag::Uses, &omitted.instances);
    state.flush();
    Some(Fingerprint {
        hash: state.hasher.finalize().into(),
        lines: state.lines,
    })
}

/// The user's functions of the host whose bodies count in a text, by their names, and why.
pub fn kept(db: &dyn Db, file: SourceFile) -> Vec<(String, Kept)> {
    let kept = omitted(db, file, file.text(db)).kept;
    let named = |(entity, why)| (qualified_name(db, entity), why);
    kept.into_iter().map(named).collect()
}

/// A stretch of one of the user's files.
struct Stretch<'a> {
    start: usize,
    end: usize,
    file: &'a str,
    line: u32,
}

/// The stretches that no marker calls a system header's. What stands in front of the first marker counts byte by byte.
fn own<'a>(stretches: &[(usize, Position<'a>)], end: usize) -> Vec<Stretch<'a>> {
    let ends = stretches.iter().skip(1).map(|s| s.0).chain([end]);
    (stretches.iter().zip(ends))
        .filter(|((_, place), _)| !place.system)
        .map(|((start, place), end)| Stretch {
            start: *start,
            end,
            file: place.file.unwrap_or_default(),
            line: place.line,
        })
        .collect()
}

/// A declaration of a kernel: the stub says on which lines its head stands, and on which its body ends if that is another.
struct Kernel {
    /// From its first token to the brace of its body.
    head: Range<usize>,
    /// Where its last token ends.
    end: usize,
}

fn kernels(db: &dyn Db, file: SourceFile) -> Vec<Kernel> {
    let kernel = |base: usize, item: &Item| Kernel {
        head: base + item.span.start as usize..base + item.head_end as usize + 1,
        end: base + item.span.end as usize,
    };
    let all = parts(db, file).flat_map(|(base, placed)| {
        let kernels = part_items(db, placed).filter(|s| s.item.flags.has(Flags::GLOBAL));
        kernels.map(move |s| kernel(base, s.item))
    });
    all.collect()
}

/// The parts of a text, each with the place in the whole where it begins.
pub(crate) fn parts<'db>(
    db: &'db dyn Db,
    file: SourceFile,
) -> impl Iterator<Item = (usize, Placed<'db>)> {
    let mut base = 0;
    file_parts(db, file).iter().map(move |placed| {
        let start = base;
        base += part_text(db, placed.part).len();
        (start, *placed)
    })
}

/// The hash on its way through a text.
struct State<'a> {
    text: &'a str,
    hasher: blake3::Hasher,
    /// What is to be hashed next.
    buffer: Vec<u8>,
    gaps: &'a [Gap<'a>],
    /// How many of the gaps begin in front of this place.
    gap: usize,
    kernels: Vec<Kernel>,
    /// How many of them end in front of this place.
    kernel: usize,
    /// The line of the last token of a kernel's head.
    open: u32,
    /// How many tokens have counted.
    token: u32,
    lines: Lines,
}

/// What stands in front of the bytes that are hashed, with their number.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Tag {
    Token,
    Headers,
    Uses,
    /// How far tokens of a kernel are from each other, in lines.
    Lines,
}

impl State<'_> {
    fn add(&mut self, tag: Tag, bytes: &[u8]) {
        self.buffer.push(tag as u8);
        self.buffer
            .extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        if bytes.len() > BUFFER {
            self.flush();
            self.hasher.update(bytes);
            return;
        }
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() > BUFFER {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.hasher.update(&self.buffer);
        self.buffer.clear();
    }

    /// Headers of the system count byte by byte: they do not change, and to read their tokens takes time.
    fn headers(&mut self, start: usize, end: usize) {
        if start < end {
            self.add(Tag::Headers, &self.text.as_bytes()[start..end]);
        }
    }

    fn own(&mut self, stretch: &Stretch<'_>) {
        let mut place = Place {
            at: stretch.start,
            line: stretch.line,
        };
        let mut at = stretch.start;
        while let Some(gap) = self.gaps.get(self.gap)
            && gap.range.start < stretch.end
        {
            if gap.range.start >= at {
                self.tokens(stretch, &mut place, at, gap.range.start);
                if !gap.is_whole || !gap.uses.bytes.is_empty() {
                    self.add(Tag::Uses, &gap.uses.bytes);
                }
            }
            at = at.max(gap.range.end.min(stretch.end));
            if gap.range.end > stretch.end {
                break;
            }
            self.gap += 1;
        }
        self.tokens(stretch, &mut place, at, stretch.end);
    }

    fn tokens(&mut self, stretch: &Stretch<'_>, place: &mut Place, start: usize, end: usize) {
        let text = self.text;
        for token in meaningful_ranges(text, start, end) {
            while self
                .kernels
                .get(self.kernel)
                .is_some_and(|k| k.end <= token.start)
            {
                self.kernel += 1;
            }
            if let Some(kernel) = self.kernels.get(self.kernel) {
                let is_first = kernel.head.start == token.start;
                if kernel.head.contains(&token.start) {
                    let line = place.advance(text, token.start);
                    let before = if is_first { line } else { self.open };
                    self.add(Tag::Lines, &line.wrapping_sub(before).to_le_bytes());
                    self.open = line;
                    self.lines.add(self.token, is_first, stretch.file, line);
                } else if kernel.end == token.end {
                    let line = place.advance(text, token.start);
                    let distance = line.wrapping_sub(self.open);
                    self.add(Tag::Lines, &distance.min(FAR).to_le_bytes());
                    if distance != 0 {
                        self.lines.add(self.token, true, stretch.file, line);
                    }
                }
            }
            self.add(Tag::Token, &text.as_bytes()[token]);
            self.token += 1;
        }
    }
}

/// A place in a text, by offset and line.
struct Place {
    at: usize,
    line: u32,
}

impl Place {
    /// Goes on to an offset, and gives its line.
    fn advance(&mut self, text: &str, to: usize) -> u32 {
        let between = text.as_bytes().get(self.at..to).unwrap_or_default();
        self.line += memchr::memchr_iter(b'\n', between).count() as u32;
        self.at = to;
        self.line
    }
}
