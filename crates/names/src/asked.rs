//! What the parser of an item asked about names outside of it, and what it was told. A tree depends on the item's text and on these
//! answers: where they are the same, so is the tree.

use std::cell::RefCell;

use cleave_base_db::Db;
use cleave_syntax::words::{Reader, Writer};
use cleave_syntax::{NameClass, NameQuery, Names};

use crate::item::ItemNode;
use crate::lookup::ItemNames;

/// A question and its answer.
#[derive(Clone, Debug)]
pub struct Asked {
    kind: Kind,
    global: bool,
    /// The components of the name, joined by `::`.
    path: Box<str>,
    answer: Option<NameClass>,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Name,
    Member,
    MemberInside,
}

const KINDS: [Kind; 3] = [Kind::Name, Kind::Member, Kind::MemberInside];

/// Every answer, at the number that stands for it.
const ANSWERS: [Option<NameClass>; 11] = [
    None,
    Some(NameClass::Type),
    Some(NameClass::TypeTemplate),
    Some(NameClass::FunctionTemplate),
    Some(NameClass::VariableTemplate),
    Some(NameClass::Concept),
    Some(NameClass::Value),
    Some(NameClass::Function),
    Some(NameClass::Namespace),
    Some(NameClass::Unknown),
    Some(NameClass::Undeclared),
];

impl Asked {
    /// Whether the answer is the same now.
    pub fn holds(&self, db: &dyn Db, item: ItemNode<'_>) -> bool {
        let path: Vec<&str> = self.path.split("::").collect();
        let query = NameQuery {
            global: self.global,
            path: &path,
            token: 0,
        };
        let names = ItemNames::new(db, item);
        let now = match self.kind {
            Kind::Name => Some(names.classify(&query)),
            kind => names.member(&query, kind == Kind::MemberInside),
        };
        now == self.answer
    }

    /// Writes it.
    pub fn write(&self, out: &mut Writer<'_>) {
        let answer = ANSWERS.iter().position(|a| *a == self.answer);
        out.record([
            self.kind as u32,
            u32::from(self.global),
            answer.unwrap_or_default() as u32,
        ]);
        out.text(&self.path);
    }

    /// Reads what was written.
    pub fn read(from: &mut Reader<'_>) -> Option<Asked> {
        let [kind, global, answer] = from.record()?;
        Some(Asked {
            kind: *KINDS.get(kind as usize)?,
            global: global != 0,
            answer: *ANSWERS.get(answer as usize)?,
            path: from.text()?.into(),
        })
    }
}

/// Names that note what they are asked for.
pub(crate) struct Noted<'db> {
    names: ItemNames<'db>,
    asked: RefCell<Vec<Asked>>,
}

impl<'db> Noted<'db> {
    pub(crate) fn new(names: ItemNames<'db>) -> Self {
        let asked = RefCell::default();
        Noted { names, asked }
    }

    /// All questions so far.
    pub(crate) fn asked(self) -> Box<[Asked]> {
        self.asked.into_inner().into()
    }

    fn note(&self, kind: Kind, query: &NameQuery<'_>, answer: Option<NameClass>) {
        self.asked.borrow_mut().push(Asked {
            kind,
            global: query.global,
            path: query.path.join("::").into(),
            answer,
        });
    }
}

impl Names for Noted<'_> {
    fn classify(&self, query: &NameQuery<'_>) -> NameClass {
        let answer = self.names.classify(query);
        self.note(Kind::Name, query, Some(answer));
        answer
    }

    fn member(&self, query: &NameQuery<'_>, inside: bool) -> Option<NameClass> {
        let answer = self.names.member(query, inside);
        let kind = match inside {
            true => Kind::MemberInside,
            false => Kind::Member,
        };
        self.note(kind, query, answer);
        answer
    }
}

#[cfg(test)]
mod tests {
    use cleave_base_db::{RootDatabase, SourceFile};
    use cleave_syntax::words::{Reader, Writer};

    use super::Asked;
    use crate::{declarations, item_map};

    /// The question of the last item with a node, in a text whose first line is this one.
    fn questions(db: &RootDatabase, first: &str) -> (SourceFile, Vec<u8>) {
        let text =
            format!("{first}\n__attribute__((device)) int f(int (a)(t), int x = b < c > (1));\n");
        let file = SourceFile::new(
            db,
            "a.cu".into(),
            format!("# 1 \"a.cu\"\n# 1 \"/usr/b.h\" 1 3\n{text}")
                .as_str()
                .into(),
        );
        let mut bytes = Vec::new();
        let node = *item_map(db, file).nodes.last().expect("a node");
        let asked = &declarations(db, node).asked;
        assert!(!asked.is_empty(), "{first}");
        let mut out = Writer::new(&mut bytes);
        asked.iter().for_each(|asked| asked.write(&mut out));
        (file, bytes)
    }

    #[test]
    fn an_answer_holds_where_it_is_the_same() {
        let db = RootDatabase::default();
        let lines = ["template<int> int b;", "int b;", "template<int> struct b;"];
        let kept: Vec<_> = lines.iter().map(|line| questions(&db, line)).collect();
        for (i, (_, bytes)) in kept.iter().enumerate() {
            for (j, (file, _)) in kept.iter().enumerate() {
                let node = *item_map(&db, *file).nodes.last().expect("a node");
                let mut from = Reader::new(bytes);
                let mut holds = true;
                while !from.is_done() {
                    holds &= Asked::read(&mut from).expect("a question").holds(&db, node);
                }
                assert_eq!(holds, i == j, "{i} {j}");
            }
        }
    }
}
