//! What the rows of the tables are called.

use std::collections::BTreeSet;

use cleave_codes::{ROWS, Row};

fn rows() -> Vec<Row> {
    ROWS.iter()
        .flat_map(|table| table.lines())
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| Row::parse(line).unwrap_or_else(|| panic!("bad row: {line}")))
        .collect()
}

#[test]
fn names_are_short_words_and_no_two_are_equal() {
    let rows = rows();
    let names: BTreeSet<&str> = rows.iter().map(|row| row.name.text()).collect();
    assert_eq!(names.len(), rows.len());
    let is_name = |name: &&str| {
        name.starts_with(|c: char| c.is_ascii_lowercase())
            && name
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
    };
    let odd: Vec<&str> = names.iter().copied().filter(|n| !is_name(n)).collect();
    assert_eq!(odd, Vec::<&str>::new());
    let long = |row: &&Row| row.name.tag().is_none() && row.name.text().len() > 41;
    assert_eq!(rows.iter().filter(long).count(), 0);
}
