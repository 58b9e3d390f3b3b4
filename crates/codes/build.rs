//! Makes the constants and messages of `src/codes.rs` and the table of holes from the tables in `src/catalog`.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "the library's own modules, of which this reads a part"
)]
#![allow(clippy::print_stdout, reason = "cargo reads it")]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

#[path = "src/code.rs"]
mod code;
#[path = "src/message.rs"]
mod message;
#[path = "src/row.rs"]
mod row;

/// What the modules know of the result: nothing yet.
mod codes {
    pub(crate) const HOLES: &[(crate::Code, &[crate::message::Hole])] = &[];
}

use code::Code;
use message::{Part, parts};
use row::{ROWS, Row};

fn main() {
    println!("cargo::rerun-if-changed=src");
    let rows: Vec<Row> = ROWS
        .iter()
        .flat_map(|table| table.lines())
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| Row::parse(line).unwrap_or_else(|| panic!("bad row: {line}")))
        .collect();
    let folder = env::var_os("OUT_DIR").expect("cargo names the folder");
    fs::write(Path::new(&folder).join("codes.rs"), generate(&rows)).expect("the folder is there");
}

fn generate(rows: &[Row]) -> String {
    let mut out = String::new();
    let mut holes = String::new();
    for row in rows {
        let name = row.name.text().to_ascii_uppercase();
        let (message, number) = (row.message.trim_end(), row.code.internal());
        let doc = format!("``{message}``");
        writeln!(
            out,
            "#[doc = {doc:?}]\npub const {name}: Code = Code::new({number});"
        )
        .unwrap();
        let parts = parts(row.message).unwrap_or_else(|| panic!("bad message: {}", row.message));
        let own: Vec<String> = (parts.iter())
            .filter_map(|part| match part {
                Part::Hole(name, kind) => Some(format!("({name:?}, HoleKind::{kind:?})")),
                Part::Literal(_) => None,
            })
            .collect();
        let fields: Vec<String> = (parts.iter())
            .filter_map(|part| match part {
                // The only keyword among the holes' names.
                Part::Hole("type", _) => Some("ty".to_owned()),
                Part::Hole(name, _) => Some((*name).to_owned()),
                Part::Literal(_) => None,
            })
            .collect();
        if !own.is_empty() {
            let declared: String = (fields.iter())
                .map(|f| format!("    /// `{{{f}}}`\n    pub {f}: A,\n"))
                .collect();
            let moved: String = fields.iter().map(|f| format!("self.{f}, ")).collect();
            writeln!(
                out,
                "#[doc = {doc:?}]\npub struct {name}<A> {{\n{declared}}}\n\
                 impl<A> Message<A> for {name}<A> {{\n    \
                 fn filled(self) -> (Code, Vec<A>) {{ ({name}, vec![{moved}]) }}\n}}"
            )
            .unwrap();
            writeln!(holes, "({name}, &[{}]),", own.join(", ")).unwrap();
        }
    }
    writeln!(
        out,
        "/// The holes of each message that has some, by rising number.\n\
         pub(crate) const HOLES: &[(Code, &[Hole])] = &[\n{holes}];"
    )
    .unwrap();
    out
}
