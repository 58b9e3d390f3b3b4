//! The options as a text for people.

use super::spelling::{NvccOption, Value};

/// Where the explanations begin.
const COLUMN: usize = 34;

/// The explained options of a table, one a line, and then the names of the others.
pub fn help(table: &[NvccOption]) -> String {
    let mut out = String::new();
    for option in table.iter().filter(|option| !option.help.is_empty()) {
        let short = option.short.filter(|short| *short != option.long);
        let mut names = short.map_or(String::new(), |s| format!("-{s}, "));
        names += &format!("--{}", option.long);
        names += &match option.value {
            Value::None => String::new(),
            Value::Bool => " true|false".to_owned(),
            Value::Text(word) => format!(" {word}"),
            Value::List(word) => format!(" {word},..."),
            Value::Choice(known) => format!(" {}", known.join("|")),
            Value::Choices(_) => " KIND,...".to_owned(),
        };
        if names.len() + 4 > COLUMN {
            out += &format!("  {names}\n{:COLUMN$}{}\n", "", option.help);
        } else {
            out += &format!("  {names:width$}{}\n", option.help, width = COLUMN - 2);
        }
    }
    out
}

/// The names of options without an explanation, as lines of at most 100 characters.
pub fn unexplained(table: &[NvccOption]) -> String {
    let mut out = String::new();
    let mut line = String::from(" ");
    for option in table.iter().filter(|option| option.help.is_empty()) {
        let name = match option.short {
            Some(short) => format!(" -{short}"),
            None => format!(" --{}", option.long),
        };
        if line.len() + name.len() > 100 {
            out += &line;
            out.push('\n');
            line = String::from(" ");
        }
        line += &name;
    }
    out + &line + "\n"
}
