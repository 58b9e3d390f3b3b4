//! Edits of random spans of a program: after each one, every item's tree in the database is what a fresh database makes of
//! the edited text, and it holds every byte of its item. Layout is the one thing that may differ: an item keeps the layout in
//! which it was first seen.
#![no_main]
use cleave_base_db::{Db, RootDatabase, SourceFile};
use cleave_names::{items, parse, parse_bodies};
use cleave_syntax::tree::SyntaxNode;
use cleave_syntax::{Parse, SyntaxKind};
use salsa::Setter as _;

const PROGRAMS: [&str; 4] = [
    include_str!("../programs/classes.ii"),
    include_str!("../programs/kernels.ii"),
    include_str!("../programs/statements.ii"),
    include_str!("../programs/templates.ii"),
];

/// Kinds and texts in order, layout left out.
fn shape(root: &SyntaxNode) -> Vec<(SyntaxKind, String)> {
    use SyntaxKind::{COMMENT, LINE_MARKER, WHITESPACE};
    root.descendants_with_tokens()
        .filter(|e| !matches!(e.kind(), WHITESPACE | COMMENT | LINE_MARKER))
        .map(|e| {
            let text = match e.as_token() {
                // A closed body is one token, layout and all.
                Some(t) if t.kind() != SyntaxKind::LAZY_BODY => t.text().to_owned(),
                _ => String::new(),
            };
            (e.kind(), text)
        })
        .collect()
}

type Tree = (Vec<(SyntaxKind, String)>, Vec<cleave_syntax::SyntaxError>);

fn trees(db: &dyn Db, file: SourceFile) -> Vec<(Tree, Tree)> {
    items(db, file)
        .iter()
        .map(|&item| {
            let check = |p: &Parse| {
                let root = p.syntax();
                assert_eq!(root.text(), item.text(db).as_str());
                (shape(&root), p.errors.clone())
            };
            (check(parse(db, item)), check(parse_bodies(db, item)))
        })
        .collect()
}

fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|&i| text.is_char_boundary(i))
        .unwrap_or(0)
}

/// Where to cut, how much, what to put there, and whether to repeat what lies this far behind instead.
type Edit = (u16, u8, String, Option<u16>);

libfuzzer_sys::fuzz_target!(|input: (u8, String, Vec<Edit>)| {
    let (program, own, edits) = input;
    let base = PROGRAMS.get(usize::from(program) % (PROGRAMS.len() + 1));
    let mut text = base.map_or(own, |p| (*p).to_owned());
    let mut db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.as_str().into());
    trees(&db, file);
    for (at, len, insert, copy) in edits.into_iter().take(4) {
        let from = boundary(&text, usize::from(at) % (text.len() + 1));
        let to = boundary(&text, from + usize::from(len)).max(from);
        let insert = match copy {
            Some(back) => {
                let start = boundary(&text, from.saturating_sub(usize::from(back)));
                text[start..from].to_owned()
            }
            None => insert,
        };
        text.replace_range(from..to, &insert);
        file.set_text(&mut db).to(text.as_str().into());
        let fresh = RootDatabase::default();
        let again = SourceFile::new(&fresh, "a.cu".into(), text.as_str().into());
        assert_eq!(trees(&db, file), trees(&fresh, again), "after an edit: {text}");
    }
});
