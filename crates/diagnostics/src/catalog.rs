//! The catalogue: one table row per diagnostic, looked up by number or by tag. Knows no positions and no layout.
//!
//! The rows are in the crate `codes`; `catalog/tags.txt`
//! lists tags that are valid in options although the number behind them is not known.

mod own;

pub use own::{OWN, Own};

use std::sync::OnceLock;

use cleave_codes::{Code, ROWS, Row};
use rustc_hash::FxHashMap;

use crate::message::Template;
use crate::severity::{Pass, Severity};

const TAGS: &str = include_str!("catalog/tags.txt");

/// Which passes can report an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passes {
    /// The host pass.
    pub host: bool,
    /// The device pass.
    pub device: bool,
}

/// What is known of one diagnostic.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Which one it is.
    pub code: Code,
    /// The name by which options and pragmas may call it.
    pub tag: Option<&'static str>,
    /// Who reports it.
    pub passes: Passes,
    /// The key of its explanation, see [`topic`](crate::topic).
    pub topic: Option<&'static str>,
    /// Whether it is shown even where remarks are not (`remark!` in the table).
    pub always_shown: bool,
    message: Message,
    host_severity: Severity,
    device_severity: Severity,
}

/// A text that is taken apart when it is first needed: a run reports few of the entries.
#[derive(Clone, Debug)]
struct Message {
    source: &'static str,
    template: OnceLock<Template>,
}

impl Entry {
    /// Its text.
    pub fn message(&self) -> &Template {
        let Message { source, template } = &self.message;
        template.get_or_init(|| Template::parse(source).unwrap_or(Template::plain(source)))
    }

    /// Severity when neither an option nor a pragma changes it.
    pub fn severity(&self, pass: Pass) -> Severity {
        match pass {
            Pass::Host => self.host_severity,
            Pass::Device => self.device_severity,
        }
    }

    /// Reads a row.
    fn parse(row: &'static str) -> Option<Entry> {
        let row = Row::parse(row)?;
        let (severity, always_shown) = match row.severity.strip_suffix('!') {
            Some(severity) => (severity, true),
            None => (row.severity, false),
        };
        let (host, device) = severity.split_once('/').unwrap_or((severity, severity));
        let passes = match row.passes {
            "H" => Passes {
                host: true,
                device: false,
            },
            "D" => Passes {
                host: false,
                device: true,
            },
            "HD" => Passes {
                host: true,
                device: true,
            },
            _ => return None,
        };
        Some(Entry {
            code: row.code,
            tag: row.name.tag(),
            passes,
            topic: row.topic,
            always_shown,
            message: Message {
                source: row.message,
                template: OnceLock::new(),
            },
            host_severity: Severity::from_table(host)?,
            device_severity: Severity::from_table(device)?,
        })
    }
}

/// What a tag stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagTarget {
    /// This diagnostic.
    Code(Code),
    /// A diagnostic that is never reported here: options take the tag and nothing follows from it.
    Unnumbered,
}

/// So many entries are read one by one before all are.
const FEW: usize = 16;

/// All entries. Most runs ask for a few of them, and these are read alone.
#[derive(Debug)]
pub struct Catalog {
    tables: &'static [&'static str],
    tags: &'static str,
    few: [OnceLock<(Code, Option<Entry>)>; FEW],
    all: OnceLock<All>,
}

#[derive(Debug, Default)]
struct All {
    entries: Vec<Entry>,
    by_code: FxHashMap<Code, usize>,
    by_tag: FxHashMap<&'static str, TagTarget>,
    bad_rows: Vec<&'static str>,
}

/// The rows of a table, without comments.
fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    let content = |line: &&'static str| !line.is_empty() && !line.starts_with('#');
    table.lines().filter(content)
}

impl All {
    fn parse(tables: &[&'static str], tags: &'static str) -> All {
        let mut all = All::default();
        for row in tables.iter().flat_map(|table| rows(table)) {
            let Some(entry) = Entry::parse(row) else {
                all.bad_rows.push(row);
                continue;
            };
            if all.by_code.contains_key(&entry.code) {
                all.bad_rows.push(row);
                continue;
            }
            if let Some(tag) = entry.tag
                && all
                    .by_tag
                    .insert(tag, TagTarget::Code(entry.code))
                    .is_some()
            {
                all.bad_rows.push(row);
            }
            all.by_code.insert(entry.code, all.entries.len());
            all.entries.push(entry);
        }
        for row in rows(tags) {
            let (tag, target) = match row.split_once(" = ") {
                Some((tag, old)) => (tag, all.by_tag.get(old).copied()),
                None => (row.trim(), Some(TagTarget::Unnumbered)),
            };
            let Some(target) = target else {
                all.bad_rows.push(row);
                continue;
            };
            if all.by_tag.insert(tag, target).is_some() {
                all.bad_rows.push(row);
            }
        }
        all
    }

    fn get(&self, code: Code) -> Option<&Entry> {
        self.entries.get(*self.by_code.get(&code)?)
    }
}

impl Catalog {
    const fn new(tables: &'static [&'static str], tags: &'static str) -> Catalog {
        Catalog {
            tables,
            tags,
            few: [const { OnceLock::new() }; FEW],
            all: OnceLock::new(),
        }
    }

    fn all(&self) -> &All {
        self.all.get_or_init(|| All::parse(self.tables, self.tags))
    }

    /// The entry of a code, read alone.
    fn read(&self, code: Code) -> Option<Entry> {
        let number = code.internal().to_string();
        let mut rows = self.tables.iter().flat_map(|table| rows(table));
        let row = rows.find(|row| {
            let rest = row.strip_prefix(number.as_str());
            rest.is_some_and(|rest| rest.starts_with(' '))
        });
        Entry::parse(row?)
    }

    /// All entries, by rising number.
    pub fn entries(&self) -> &[Entry] {
        &self.all().entries
    }

    /// The entry of a code. A code without entry can be named in options, but is never reported.
    pub fn get(&self, code: Code) -> Option<&Entry> {
        if let Some(all) = self.all.get() {
            return all.get(code);
        }
        for place in &self.few {
            let (of, entry) = place.get_or_init(|| (code, self.read(code)));
            if *of == code {
                return entry.as_ref();
            }
        }
        self.all().get(code)
    }

    /// What a tag stands for; `None` when there is no such tag.
    pub fn tag(&self, tag: &str) -> Option<TagTarget> {
        self.all().by_tag.get(tag).copied()
    }

    /// The entry that a user means by a number in either numbering or by a tag.
    pub fn find(&self, written: &str) -> Option<&Entry> {
        let code = match written.parse() {
            Ok(number) => Code::from_user(number)?,
            Err(_) => match self.tag(written)? {
                TagTarget::Code(code) => code,
                TagTarget::Unnumbered => return None,
            },
        };
        self.get(code)
    }
}

/// The one catalogue.
pub fn catalog() -> &'static Catalog {
    static CATALOG: Catalog = Catalog::new(&ROWS, TAGS);
    &CATALOG
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::explain;

    #[test]
    fn every_row_is_well_formed_and_in_order() {
        assert_eq!(catalog().all().bad_rows, Vec::<&str>::new());
        let unread = |e: &&Entry| Template::parse(e.message.source).is_none();
        assert!(!catalog().entries().iter().any(|e| unread(&e)));
        let codes: Vec<_> = catalog().entries().iter().map(|e| e.code).collect();
        assert!(codes.is_sorted());
    }

    #[test]
    fn an_entry_read_alone_is_that_of_the_catalogue() {
        let show = |entry: Option<&Entry>| format!("{entry:?}");
        let (whole, none) = (Catalog::new(&ROWS, TAGS), Code::NONE);
        for code in catalog().entries().iter().map(|e| e.code).chain([none]) {
            let alone = Catalog::new(&ROWS, TAGS);
            assert_eq!(show(alone.get(code)), show(whole.all().get(code)));
            assert!(alone.all.get().is_none());
        }
        let many = Catalog::new(&ROWS, TAGS);
        for entry in catalog().entries() {
            assert_eq!(many.get(entry.code).map(|e| e.code), Some(entry.code));
        }
    }

    #[test]
    fn bad_rows_are_noticed() {
        let table = "7 (s) error HD - | a\n7 (t) error HD - | twice\n8 (t) eror HD - | b\n9 t error HD | no topic\n\
                     0 (v) error HD - | c\n10 u error X - | d\n11 u error H - | {x:y}\n12 w error H - | e";
        let all = All::parse(&[table], "w\n");
        assert_eq!(all.bad_rows.len(), 6, "{:?}", all.bad_rows);
        assert_eq!(all.entries.len(), 3);
    }

    #[test]
    fn every_cuda_entry_is_explained() {
        let unexplained: Vec<_> = catalog()
            .entries()
            .iter()
            .filter(|e| e.code.is_cuda() && e.topic.and_then(explain::topic).is_none())
            .map(|e| e.code)
            .collect();
        assert_eq!(unexplained, Vec::<Code>::new());
    }

    #[test]
    fn lookups() {
        let show = |written| {
            catalog().find(written).map_or("none".to_owned(), |e| {
                let tag = e.tag.unwrap_or("-");
                format!(
                    "{} {tag} {:?} {}",
                    e.code,
                    e.severity(Pass::Host),
                    e.message().source()
                )
            })
        };
        expect![[r#"
            20007 d_h_illegal_call Error calling a __device__ function({callee:name}) from a __host__ function({caller:name}) is not allowed"#]]
        .assert_eq(&show("20007"));
        assert_eq!(show("3464"), show("20007"));
        assert_eq!(show("d_h_illegal_call"), show("20007"));
        assert_eq!(show("general_d_h_illegal_call"), show("20007"));
        assert_eq!(show("no_such_tag"), "none");
        assert_eq!(show("19999"), "none");
        assert_eq!(
            catalog().tag("partial_override"),
            Some(TagTarget::Unnumbered)
        );
    }

    // The reference's text ends in a blank, which an editor may take for a slip.
    #[test]
    fn a_blank_at_the_end_of_a_message_stays() {
        let text = catalog().find("20053").map(|e| e.message().source());
        assert_eq!(
            text,
            Some("initializer not allowed for __shared__ variable ")
        );
    }

    #[test]
    fn a_default_may_differ_between_the_passes() {
        let unused = catalog()
            .find("177")
            .map(|e| (e.severity(Pass::Host), e.severity(Pass::Device)));
        assert_eq!(unused, Some((Severity::Remark, Severity::Warning)));
    }
}
