//! A preprocessed text that is edited: cut where the main file includes something, so that an edit sets the pieces that differ.
//!
//! A piece is what one inclusion of the main file brings, or a stretch of the main file between two of them. Line markers tell.
//! It must not know what a declaration is: a cut may go through one, and whoever reads the pieces joins them again.

use std::ops::Range;

use salsa::{Durability, Setter};

use crate::{Db, PieceText, SourceFile, SourceText};

/// A piece of a preprocessed text.
#[salsa::input(debug)]
pub struct Piece {
    /// Its text. That of the first version lasts, but for the stretch that is edited.
    #[returns(ref)]
    pub text: PieceText,
}

/// What the last piece of a text tells the others: hashes of names, each list sorted. It changes more seldom than the piece, and
/// what asks for nothing else of the piece need not be looked at after an edit of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// The names that its namespaces declare.
    pub names: Box<[u64]>,
    /// What its declarations mean for items elsewhere.
    pub marks: Marks,
    /// The last names of its functions.
    pub functions: Box<[u64]>,
    /// Its using-directives and using-enum-declarations: their number among its items, the namespace that they stand in by the
    /// names of its path and whether each is inline, what they name, and whether that is an enumeration.
    pub directives: Box<[OwnDirective]>,
    /// Whether it opens an unnamed namespace that is inline.
    pub opens_inline_unnamed: bool,
    /// Whether it declares anything that is managed.
    pub managed: bool,
    /// Whether it declares managed or built-in variables.
    pub rewritten: bool,
}

/// What the declarations of a part of a text mean for items elsewhere: hashes, each list sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Functions that some declaration annotates for one side only, with their namespaces.
    pub one_sided: Box<[u64]>,
    /// Classes with a member annotated for one side only.
    pub classes: Box<[u64]>,
    /// Classes of which a member is defined elsewhere and `inline`.
    pub completed: Box<[u64]>,
    /// Functions that an annotated declaration without a body declares, and not as constexpr, with their namespaces.
    pub plain: Box<[u64]>,
    /// Functions that some declaration declares constexpr, with their namespaces.
    pub constexprs: Box<[u64]>,
    /// Classes that are `completed` in whatever part, and that may have virtual functions.
    pub polymorphic: Box<[u64]>,
}

/// A directive of [`Interface::directives`].
pub type OwnDirective = (u32, Box<[(Box<str>, bool)]>, Box<str>, bool);

/// Where a piece of a text lies, and what it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Where it lies.
    pub range: Range<usize>,
    /// The main file includes it.
    pub included: bool,
}

/// A piece before it is in a database.
#[derive(Clone, Debug)]
pub struct NewPiece {
    /// Its text.
    pub text: PieceText,
    /// The main file includes it.
    pub included: bool,
}

/// What the main file includes seldom changes, and so does what stands between two inclusions. Behind the last one stands the code
/// that is edited.
fn durability(pieces: &[NewPiece], nth: usize) -> Durability {
    match nth + 1 == pieces.len() && !pieces[nth].included {
        true => Durability::LOW,
        false => Durability::MEDIUM,
    }
}

/// The pieces of a text at its cuts.
fn at_cuts(text: &SourceText, cuts: Vec<Cut>) -> Vec<NewPiece> {
    let piece = |cut: Cut| NewPiece {
        text: PieceText::of(text.clone(), cut.range),
        included: cut.included,
    };
    cuts.into_iter().map(piece).collect()
}

impl SourceFile {
    /// Divides the text into pieces: from now on [`SourceFile::edit`] makes the next version of it. `interface` computes what the
    /// last piece tells the others, and is asked until its answer stays.
    pub fn divide(
        self,
        db: &mut dyn Db,
        interface: impl Fn(&dyn Db, SourceFile) -> Option<Interface>,
    ) {
        let text = self.text(db).clone();
        let pieces = at_cuts(&text, cuts(&text));
        self.divide_at(db, &pieces, interface);
    }

    /// As [`SourceFile::divide`] by who knows the pieces.
    pub fn divide_at(
        self,
        db: &mut dyn Db,
        new: &[NewPiece],
        interface: impl Fn(&dyn Db, SourceFile) -> Option<Interface>,
    ) {
        let text = self.text(db).clone();
        self.set_text(db).with_durability(Durability::LOW).to(text);
        let name = self.name(db).to_owned();
        self.set_name(db).with_durability(Durability::HIGH).to(name);
        let dialect = self.dialect(db);
        self.set_dialect(db)
            .with_durability(Durability::HIGH)
            .to(dialect);
        let pending = self.pending(db);
        self.set_pending(db)
            .with_durability(Durability::HIGH)
            .to(pending);
        let tile = self.tile(db);
        self.set_tile(db).with_durability(Durability::HIGH).to(tile);
        let edited = self.edited(db).to_vec();
        self.set_edited(db)
            .with_durability(Durability::MEDIUM)
            .to(edited);
        // It is known of a text that is one.
        self.set_known(db)
            .with_durability(Durability::HIGH)
            .to(None);
        let mut pieces = Vec::with_capacity(new.len());
        for (nth, piece) in new.iter().enumerate() {
            let durability = durability(new, nth);
            let text = piece.text.clone();
            let text = match durability == Durability::LOW {
                true => PieceText::from(&*text),
                false => text.lasting(),
            };
            pieces.push(Piece::builder(text).durability(durability).new(db));
        }
        self.set_pieces(db)
            .with_durability(Durability::MEDIUM)
            .to(pieces);
        // What is computed before the interface is known must not depend on the piece itself: salsa keeps the durability of a
        // value that stays the same.
        self.set_interface(db)
            .with_durability(Durability::MEDIUM)
            .to(Some(Interface::default()));
        self.note_interface(db, interface);
    }

    /// Gives a divided file another text. Pieces whose text stays are not touched.
    pub fn edit(
        self,
        db: &mut dyn Db,
        text: SourceText,
        interface: impl Fn(&dyn Db, SourceFile) -> Option<Interface>,
    ) {
        let old: Vec<Piece> = self.pieces(db).to_vec();
        let (before, new) = cuts_after_edit(db, &old, &text);
        let left = old.len().min(new.len()) - before;
        let behind = (old.iter().rev().zip(new.iter().rev()))
            .take(left)
            .take_while(|(piece, cut)| **piece.text(db) == text[cut.range.clone()])
            .count();
        let changed = before..new.len() - behind;
        // What changed is copied: a database that is edited does not keep every version of the whole.
        let new = new.into_iter().enumerate().map(|(nth, cut)| NewPiece {
            text: match changed.contains(&nth) {
                true => PieceText::from(&text[cut.range]),
                false => PieceText::of(text.clone(), cut.range),
            },
            included: cut.included,
        });
        let new: Vec<NewPiece> = new.collect();
        self.edit_pieces(db, text, &new, (before, behind), interface);
    }

    /// As [`SourceFile::edit`] by who knows the pieces, and how many at the beginning and at the end stay as they are.
    pub fn edit_pieces(
        self,
        db: &mut dyn Db,
        text: SourceText,
        new: &[NewPiece],
        (before, behind): (usize, usize),
        interface: impl Fn(&dyn Db, SourceFile) -> Option<Interface>,
    ) {
        let old: Vec<Piece> = self.pieces(db).to_vec();
        let changed = before..new.len() - behind;
        let reused = &old[before..old.len() - behind];
        let mut pieces = old[..before].to_vec();
        for nth in changed.clone() {
            let own = new[nth].text.clone();
            let durability = durability(new, nth);
            pieces.push(match reused.get(nth - before) {
                Some(&piece) => {
                    if *piece.text(db) != own {
                        let setter = piece.set_text(db).with_durability(durability);
                        setter.to(own);
                    }
                    piece
                }
                None => Piece::builder(own).durability(durability).new(db),
            });
        }
        // Nobody reads them any more.
        for piece in reused.iter().skip(changed.len()) {
            piece.set_text(db).to(PieceText::from(""));
        }
        pieces.extend(&old[old.len() - behind..]);
        if pieces != old {
            self.set_pieces(db)
                .with_durability(Durability::MEDIUM)
                .to(pieces);
        }
        self.set_text(db).to(text);
        self.note_interface(db, interface);
    }

    /// Notes what the last piece tells the others.
    fn note_interface(
        self,
        db: &mut dyn Db,
        interface: impl Fn(&dyn Db, SourceFile) -> Option<Interface>,
    ) {
        for _ in 0..MOST_ROUNDS {
            let now = interface(db, self);
            if *self.interface(db) == now {
                return;
            }
            self.set_interface(db)
                .with_durability(Durability::MEDIUM)
                .to(now);
        }
        // It depends on itself: then the piece is asked.
        self.set_interface(db)
            .with_durability(Durability::MEDIUM)
            .to(None);
    }
}

/// How often an interface is computed that depends on itself.
const MOST_ROUNDS: usize = 8;

/// The cuts of a text that had the pieces `old` before an edit, and how many of them stay. What stays is compared and not searched
/// for markers.
fn cuts_after_edit(db: &dyn Db, old: &[Piece], text: &str) -> (usize, Vec<Cut>) {
    let mut same: Vec<Cut> = Vec::new();
    let mut at = 0;
    for piece in old {
        let own: &str = piece.text(db);
        if !text[at..].starts_with(own) {
            break;
        }
        let range = at..at + own.len();
        let included = first_flag(own) == Some(b'1');
        same.push(Cut { range, included });
        at += own.len();
    }
    // A piece ends where the marker of the next one stands: that must be the same too.
    let next = old.get(same.len()).map(|piece| first_line(piece.text(db)));
    if !next.is_some_and(|marker| text[at..].starts_with(marker)) {
        at = same.pop().map_or(0, |cut| cut.range.start);
    }
    let before = same.len();
    let moved = cuts(&text[at..]).into_iter().map(|cut| Cut {
        range: cut.range.start + at..cut.range.end + at,
        ..cut
    });
    same.extend(moved);
    (before, same)
}

/// The first line of a text with its end.
fn first_line(text: &str) -> &str {
    text.split_inclusive('\n').next().unwrap_or_default()
}

/// The flag of the line marker that a piece begins with.
fn first_flag(piece: &str) -> Option<u8> {
    let line = first_line(piece);
    flag(line.trim_end())
}

/// Cuts a text where the main file includes something and where that is over.
pub fn cuts(text: &str) -> Vec<Cut> {
    let mut cuts = Vec::new();
    let (mut start, mut depth) = (0, 0u32);
    let mut cut = |at: usize, included: bool| {
        if at > start {
            let range = std::mem::replace(&mut start, at)..at;
            cuts.push(Cut { range, included });
        }
    };
    let bytes = text.as_bytes();
    // One text has tens of thousands of markers, and next to no other `#`.
    for line in memchr::memchr_iter(b'#', bytes) {
        let begins = line == 0 || bytes[line - 1] == b'\n';
        if !begins || bytes.get(line + 1) != Some(&b' ') {
            continue;
        }
        let end = memchr::memchr(b'\n', &bytes[line..]).map_or(text.len(), |n| line + n);
        match flag(&text[line..end]) {
            Some(b'1') => {
                if depth == 0 {
                    cut(line, false);
                }
                depth += 1;
            }
            Some(b'2') => {
                if depth == 1 {
                    cut(line, true);
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
    }
    cut(text.len(), depth > 0);
    cuts
}

/// The flag of a line marker that says whether a file is entered or returned to. A piece must know its file and line: what is no
/// marker in a preprocessor's spelling has no flag.
fn flag(marker: &str) -> Option<u8> {
    let line = marker.strip_prefix("# ")?;
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=9).contains(&digits) || !line[digits..].starts_with(" \"") {
        return None;
    }
    // Flags are few.
    let quote = marker.bytes().rposition(|b| b == b'"')?;
    let mut flags = marker[quote + 1..]
        .bytes()
        .filter(|b| !b.is_ascii_whitespace());
    flags.next().filter(|flag| matches!(flag, b'1' | b'2'))
}

#[cfg(test)]
mod tests {
    use super::cuts;
    use crate::{RootDatabase, SourceFile};

    const TEXT: &str = "# 1 \"a.cu\"
# 1 \"/usr/include/stdc-predef.h\" 1 3 4
# 1 \"a.cu\" 2
int a;
# 1 \"b.h\" 1
int b;
# 1 \"c.h\" 1
int c;
# 2 \"b.h\" 2
# 2 \"a.cu\" 2
int d;
";

    #[test]
    fn a_text_is_cut_at_the_inclusions_of_the_main_file() {
        let lines = cuts(TEXT).into_iter().map(|cut| {
            let lines = TEXT[cut.range].lines().map(str::to_owned);
            (cut.included, lines.collect::<Vec<_>>().join("|"))
        });
        expect_test::expect![[r##"
            [
                (
                    false,
                    "# 1 \"a.cu\"",
                ),
                (
                    true,
                    "# 1 \"/usr/include/stdc-predef.h\" 1 3 4",
                ),
                (
                    false,
                    "# 1 \"a.cu\" 2|int a;",
                ),
                (
                    true,
                    "# 1 \"b.h\" 1|int b;|# 1 \"c.h\" 1|int c;|# 2 \"b.h\" 2",
                ),
                (
                    false,
                    "# 2 \"a.cu\" 2|int d;",
                ),
            ]
        "##]]
        .assert_debug_eq(&lines.collect::<Vec<_>>());
    }

    /// The pieces are always the text, and those that an edit leaves alone are the same as before.
    #[test]
    fn an_edit_sets_what_differs() {
        let mut db = RootDatabase::default();
        let file = SourceFile::new(&db, "a.cu".into(), TEXT.into());
        file.divide(&mut db, |_, _| None);
        let mut before = file.pieces(&db).to_vec();
        let more = "int d;\n# 1 \"e.h\" 1\nint e;\n# 4 \"a.cu\" 2\n";
        let edits = [
            ("int d;", "int f;"),
            ("int a;", "int g;"),
            ("int d;\n", more),
            ("int d;", "int h;"),
            ("int a;", ""),
        ];
        for (from, to) in edits {
            let text = TEXT.replace(from, to);
            file.edit(&mut db, text.as_str().into(), |_, _| None);
            let pieces = file.pieces(&db).to_vec();
            let joined: String = pieces.iter().map(|p| p.text(&db).to_string()).collect();
            assert_eq!(joined, text);
            assert_eq!(file.text(&db).to_string(), text);
            let kept = pieces.iter().filter(|p| before.contains(p)).count();
            assert_eq!(kept, 5, "{from} {to}");
            before = pieces;
        }
    }
}
