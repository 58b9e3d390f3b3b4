//! The tables of docs/device-il.md are made from the sources: `CLEAVE_UPDATE=1 cargo test -p cleave-il --test docs`. Its example is
//! a valid module.

use std::path::PathBuf;

fn page() -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/device-il.md");
    let text = std::fs::read_to_string(&path).expect("docs/device-il.md");
    (path, text)
}

#[test]
fn the_tables_are_those_of_the_sources() {
    const END: &str = "<!-- end -->";
    let (path, page) = page();
    let mut made = page.clone();
    for (name, table) in cleave_il::reference() {
        let mark = format!("<!-- table {name} -->\n");
        let start = made
            .find(&mark)
            .unwrap_or_else(|| panic!("no table {name}"))
            + mark.len();
        let end = start + made[start..].find(END).expect("the end of the table");
        made.replace_range(start..end, &table);
    }
    assert_eq!(
        made.matches("<!-- table ").count(),
        cleave_il::reference().len()
    );
    if std::env::var_os("CLEAVE_UPDATE").is_some() {
        std::fs::write(path, &made).expect("docs/device-il.md is written");
        return;
    }
    assert!(
        made == page,
        "docs/device-il.md is stale: CLEAVE_UPDATE=1 cargo test -p cleave-il --test docs"
    );
}

#[test]
fn the_example_is_valid() {
    let (_, page) = page();
    let mut examples = page
        .split("```text\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let example = examples
        .find(|text| text.starts_with("cleave-il "))
        .expect("an example");
    let module = cleave_il::parse(example).unwrap_or_else(|error| panic!("{error} in\n{example}"));
    assert_eq!(cleave_il::verify(&module), []);
    assert_eq!(cleave_il::print(&module), example);
}
