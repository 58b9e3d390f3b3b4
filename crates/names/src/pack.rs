//! `#pragma pack`: the greatest alignment that members of classes have from some line on. It must not know what a class is.

use cleave_base_db::{Db, SourceFile};

use crate::parts::place;
use crate::{ItemId, Part, file_parts, item_index, part_skeleton, part_text};

/// The greatest alignment in bytes that `#pragma pack` allows the members of the classes in an item; 0 if it says nothing.
/// What holds where the item begins holds for all of it.
#[salsa::tracked(returns(copy))]
pub fn packing<'db>(db: &'db dyn Db, item: ItemId<'db>) -> u32 {
    let file = item.file(db);
    if let [only] = file_parts(db, file)
        && packs_in(db, only.part).is_empty()
    {
        return 0;
    }
    let Some(place) = item_index(db, item).and_then(|index| place(db, file, index)) else {
        return 0;
    };
    let changes = pack_changes(db, file, place.part);
    let before = changes.partition_point(|change| change.0 <= place.number);
    before.checked_sub(1).map_or(0, |last| changes[last].1)
}

/// The items of a part from which on another alignment holds, each with that alignment, in source order. What stands behind the part
/// has no say.
#[salsa::tracked(returns(deref))]
fn pack_changes<'db>(db: &'db dyn Db, file: SourceFile, part: Part<'db>) -> Box<[(u32, u32)]> {
    let parts = file_parts(db, file).iter().map(|placed| placed.part);
    let mut state = State::default();
    for before in parts.take_while(|&p| p != part) {
        for (directive, _) in packs_in(db, before) {
            state.read(directive);
        }
    }
    let mut out: Vec<(u32, u32)> = Vec::new();
    if state.now != 0 {
        out.push((0, state.now));
    }
    for (directive, behind) in packs_in(db, part) {
        state.read(directive);
        match out.last_mut() {
            Some(last) if last.0 == *behind => last.1 = state.now,
            _ => out.push((*behind, state.now)),
        }
    }
    out.into()
}

/// The `pack` pragmas of a part, each with the number of the first item behind it.
#[salsa::tracked(returns(deref))]
fn packs_in<'db>(db: &'db dyn Db, part: Part<'db>) -> Box<[(Box<str>, u32)]> {
    let (text, skeleton) = (part_text(db, part), part_skeleton(db, part));
    let directives = skeleton.directives.iter();
    let packs = directives.filter(|directive| State::default().read(directive.of(text)));
    packs
        .map(|directive| {
            let items = &skeleton.items;
            let behind = items.partition_point(|item| item.span.start < directive.start);
            (directive.of(text).into(), behind as u32)
        })
        .collect()
}

/// The alignment in force, and those that were pushed, each with its name.
#[derive(Default)]
struct State<'t> {
    now: u32,
    pushed: Vec<(&'t str, u32)>,
}

impl<'t> State<'t> {
    /// Follows a directive; `false` if it is no `pack` pragma.
    fn read(&mut self, directive: &'t str) -> bool {
        let mut words = directive
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .filter(|word| !word.is_empty());
        if !matches!(words.next(), Some("pragma" | "_Pragma")) || words.next() != Some("pack") {
            return false;
        }
        let (mut name, mut alignment) = ("", None);
        let mut rest = words.peekable();
        let action = rest.next_if(|word| matches!(*word, "push" | "pop" | "show"));
        while let Some(word) = rest.next() {
            match integer(word) {
                // A number is the last operand. Where more follows, or where no parentheses are, the pragma is ignored.
                Some(_) if rest.peek().is_some() || !is_enclosed(directive) => return true,
                // Another number is an error and changes nothing.
                Some(n) if n == 0 || u32::is_power_of_two(n) => alignment = Some(n),
                Some(_) if action.is_none() => return true,
                Some(_) => {}
                None => name = word,
            }
        }
        match action {
            Some("show") => {}
            Some("push") => {
                self.pushed.push((name, self.now));
                self.now = alignment.unwrap_or(self.now);
            }
            Some(_) => {
                let from = self
                    .pushed
                    .iter()
                    .rposition(|p| name.is_empty() || p.0 == name);
                if let Some(from) = from {
                    self.now = self.pushed[from].1;
                    self.pushed.truncate(from);
                }
            }
            None => self.now = alignment.unwrap_or(0),
        }
        true
    }
}

/// Whether the operands of a directive stand in parentheses.
fn is_enclosed(directive: &str) -> bool {
    let behind = directive.split_once("pack").map_or("", |split| split.1);
    behind.trim_start().starts_with('(') && behind.contains(')')
}

/// The value of an integer literal of at most 32 bits ([lex.icon]); `None` for what is none.
pub fn integer(literal: &str) -> Option<u32> {
    let literal = literal.to_ascii_lowercase().replace('\'', "");
    let digits = literal.trim_end_matches(['u', 'l', 'z']);
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x', ..] => (16, &digits[2..]),
        [b'0', b'b', ..] => (2, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    u32::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use cleave_base_db::{RootDatabase, SourceFile};

    use super::{State, packing};
    use crate::{file_parts, item_id};

    /// What holds at the end of one part holds in the next one.
    #[test]
    fn a_pragma_reaches_the_parts_behind() {
        let text = "# 1 \"a.cu\"\nstruct A {};\n#pragma pack(push, 2)\n# 1 \"b.h\" 1\nstruct B {};
#pragma pack(1)\nstruct C {};\n#pragma pack(pop)\n# 3 \"a.cu\" 2\nstruct D {};\n#pragma pack(4)\nstruct E {};\n";
        let mut db = RootDatabase::default();
        let whole = SourceFile::new(&db, "a.cu".into(), text.into());
        let divided = SourceFile::new(&db, "a.cu".into(), text.into());
        divided.divide(&mut db, |_, _| None);
        assert_eq!(file_parts(&db, divided).len(), 3);
        for file in [whole, divided] {
            let all = (0..5).map(|index| packing(&db, item_id(&db, file, index)));
            assert_eq!(all.collect::<Vec<_>>(), [0, 2, 1, 0, 4]);
        }
    }

    #[test]
    fn pushes_and_pops_are_followed() {
        let mut state = State::default();
        let mut after = Vec::new();
        for directive in [
            "#pragma pack(push, 1)",
            "#pragma pack(push)",
            "# pragma pack ( 4 )",
            "#pragma pack(push, here, 2)",
            "#pragma pack(push,8)",
            "#pragma pack(pop, here)",
            "#pragma pack(pop)",
            "#pragma pack()",
            "#pragma pack(pop)",
            "#pragma pack(pop)",
            "#pragma pack(0x2)",
            "#pragma pack(push, 010u)",
            "#pragma pack(4, 2)",
            "#pragma pack 1",
            "#pragma unroll",
        ] {
            let read = state.read(directive);
            after.push((read, state.now));
        }
        let values = [1, 1, 4, 2, 8, 4, 1, 0, 0, 0, 2, 8, 8, 8].map(|now| (true, now));
        assert_eq!(after[..14], values);
        assert_eq!(after[14], (false, 8));
    }
}
