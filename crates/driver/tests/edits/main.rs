//! What an edit may run, over the whole host pass: the text and everything that is wrong. And that what an edit gives is what a
//! run from scratch gives, whatever the edit.

mod families;

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{HostOptions, HostSettings, RootDatabase, SourceFile};
use cleave_diagnostics::{Control, Options, Pass};
use cleave_report::{Over, Unit};
use expect_test::{Expect, expect};
use fastrand::Rng;
use salsa::Durability;

const TEXT: &str = include_str!("preprocessed.cu");

/// How many edits [`edits_give_what_a_run_from_scratch_gives`] makes from each of [`SEEDS`].
const EDITS: usize = 120;
/// The first two met damaged line markers and variables without a name.
const SEEDS: [u64; 4] = [1_234_567, 31_337, 777, 4711];

/// What a host pass gives: what it reports, and the host text.
fn pass(db: &RootDatabase, file: SourceFile, options: HostOptions) -> (String, String) {
    let unit = Unit {
        db,
        file,
        options,
        is_there: &|_| false,
    };
    let report = cleave_report::report(
        unit,
        Over::Host,
        Options::default(),
        Control::new(Pass::Host),
    );
    let body = String::from_utf8_lossy(&report.finish().body).into_owned();
    let mut text = String::new();
    cleave_host::host_text_in_pieces(db, file, options, &mut |piece| text.push_str(piece));
    (body, text)
}

fn open(db: &RootDatabase, text: &str) -> (SourceFile, HostOptions) {
    let file = SourceFile::new(db, "unit.cu".into(), text.into());
    let settings = HostSettings {
        module_id: Some("_id".into()),
        ..HostSettings::default()
    };
    let options = HostOptions::builder(settings).durability(Durability::HIGH);
    (file, options.new(db))
}

fn from_scratch(text: &str) -> (String, String) {
    let db = RootDatabase::default();
    let (file, options) = open(&db, text);
    pass(&db, file, options)
}

/// The queries that the pass after an edit runs: all of them.
fn check(from: &str, to: &str, want: Expect) {
    assert!(TEXT.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let (file, options) = open(&l.db, TEXT);
    file.divide(&mut l.db, cleave_cuda::interface);
    assert_eq!(pass(&l.db, file, options).0, "");
    let _ = l.executed();
    let edited = TEXT.replace(from, to);
    file.edit(&mut l.db, edited.as_str().into(), cleave_cuda::interface);
    let after = pass(&l.db, file, options);
    let ran = l.executed().join("\n") + "\n";
    assert_eq!(after, from_scratch(&edited));
    want.assert_eq(&ran);
}

#[test]
fn in_a_kernel() {
    check(
        "std::max(p[0], 3)",
        "std::max(p[0], 4)",
        expect![[r#"
            body_hir
            candidates x5
            completed_here
            declarations
            declares_managed
            directives
            flat_bodies
            function_facts
            host_part
            identities_in x7
            is_of_user x7
            item_edits
            item_findings
            item_hir
            item_id_of_node
            item_spans
            item_text
            lexed
            lines_in_front
            lowered_bodies
            lowered_signature
            marks
            name_hashes
            name_index
            named_in x6
            opened_inline
            owned x8
            owned_in_front
            part_end
            part_nodes
            part_scopes
            places_of_words
            problems
            reportable
            scanned
            sole_names x7
            typed_body
            user_items_with x3
            using_enums
            watched_variables
            written_findings
        "#]],
    );
}

#[test]
fn in_a_host_function() {
    check(
        "counter += ",
        "counter -= ",
        expect![[r#"
            body_hir
            body_spans
            body_start
            candidates
            completed_here
            declarations
            declares_managed
            declares_rewritten
            flat_bodies
            function_facts
            host_part
            identities_in x2
            is_of_user x2
            item_edits
            item_findings
            item_hir
            item_id_of_node
            item_spans
            lexed
            lowered_bodies
            lowered_signature
            marks
            name_hashes
            name_index
            named_in
            opened_inline
            owned
            parse_bodies
            part_nodes
            part_scopes
            places_of_words
            problems
            reportable
            returned_operators
            scanned
            sole_names
            typed_body
            user_items_with x3
            written_findings x2
            written_types
        "#]],
    );
}

#[test]
fn a_line_more() {
    check(
        "int unused_here();",
        "\nint unused_here();",
        expect![[r#"
            candidates x5
            completed_here
            declares_managed
            directives
            host_part
            identities_in x7
            is_of_user x7
            item_id_of_node
            item_text
            lines_in_front
            marks
            name_hashes
            name_index
            named_in x6
            opened_inline
            owned x8
            owned_in_front
            part_end
            part_nodes
            part_scopes
            reportable
            scanned
            sole_names x7
            using_enums
            watched_variables
        "#]],
    );
}

#[test]
fn in_a_function_of_a_header() {
    check(
        "return t + t;",
        "return t + t + t;",
        expect![[r#"
            body_hir
            candidates x6
            completed_here
            declarations
            declares_managed
            directives
            flat_bodies
            function_facts
            host_part
            identities_in x6
            is_of_user x5
            item_edits
            item_findings
            item_hir
            item_id_of_node
            item_spans
            lexed
            lines_in_front
            lowered_bodies
            lowered_signature
            marks
            name_hashes
            name_index
            named_in x6
            opened_inline
            owned x8
            owned_in_front
            part_end
            part_nodes
            part_scopes
            places_of_words
            problems
            reportable
            scanned
            scope_openings
            sole_names x4
            typed_body
            user_items_with x3
            using_enums
            watched_variables
            written_findings
        "#]],
    );
}

#[test]
fn a_declaration_more_in_a_header() {
    check(
        "int host_only(int i);",
        "int host_only(int i); int other(int i);",
        expect![[r#"
            all_declarations x3
            candidates x23
            completed_classes
            completed_here
            declarations
            declared_signature
            declares_managed
            declaring_text
            defaults
            defining
            directives
            file_parts
            first_declaration x4
            flat_bodies
            function_facts
            function_index
            function_names
            has_managed
            host_part x9
            identities x26
            identities_in x7
            inline_unnamed_namespaces
            interface_functions
            interface_names
            is_of_user x24
            is_own_and_undefined
            item_edits
            item_findings
            item_hir
            item_id_of_node x15
            item_id_text x7
            item_index x17
            item_map
            item_text
            items
            levels
            lexed
            lines_in_front
            lowered_signature
            marks
            merged x10
            name_class x8
            name_hashes
            name_index
            named x36
            named_in x6
            namespace_decls x21
            namespaces_named x5
            opened_at x2
            opened_in x5
            opened_inline
            owned x9
            owned_in_front
            parameters
            part_end
            part_nodes x9
            part_scopes
            part_user_nodes
            part_with_interface
            places_of_words
            problems x3
            question x41
            redeclared_in x3
            reportable
            result_type
            scanned
            scope_openings
            selected
            size_t_part
            sole_names x24
            typed_body
            types_of_declarations
            user_items
            user_items_with x3
            user_node x27
            using_enums
            watched_variables
            written_findings x3
        "#]],
    );
}

/// A redeclaration in the user's code changes what stands in a system header.
#[test]
fn an_annotation_reaches_a_header() {
    let mut db = RootDatabase::default();
    let (file, options) = open(&db, TEXT);
    file.divide(&mut db, cleave_cuda::interface);
    let before = pass(&db, file, options).1;
    let redeclared = "namespace std { inline namespace v1 {
template <class T> __attribute__((device)) const T &max(const T &a, const T &b);
} }
int main(";
    let edited = TEXT.replace("int main(", redeclared);
    file.edit(&mut db, edited.as_str().into(), cleave_cuda::interface);
    let after = pass(&db, file, options).1;
    let max = |text: &str| {
        let mut lines = text.lines();
        lines.find(|line| line.contains("max(")).map(str::to_owned)
    };
    assert_ne!(max(&before), max(&after));
    assert_eq!(after, from_scratch(&edited).1);
}

/// A text with a random edit: of a token, or of a line.
fn edited(text: &str, numbers: &mut Rng) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(end);
        tokens.push(token);
        rest = behind;
    }
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (token, other) = (
        numbers.usize(..tokens.len().max(1)),
        numbers.usize(..tokens.len().max(1)),
    );
    let (line, second) = (
        numbers.usize(..lines.len().max(1)),
        numbers.usize(..lines.len().max(1)),
    );
    match numbers.usize(..8) {
        0 => drop(tokens.remove(token)),
        1 | 2 => tokens[token] = tokens[other],
        3 => tokens.insert(token, tokens[other]),
        4 => {
            lines.remove(line);
            return lines.concat();
        }
        5 => {
            lines.insert(line, lines[second]);
            return lines.concat();
        }
        6 => {
            lines.swap(line, second);
            return lines.concat();
        }
        _ => tokens.insert(token, "\n# 1 \"new.h\" 1\nint added;\n# 3 \"unit.cu\" 2\n"),
    }
    tokens.concat()
}

#[test]
fn edits_give_what_a_run_from_scratch_gives() {
    SEEDS.into_iter().for_each(random_edits);
}

fn random_edits(seed: u64) {
    let mut numbers = Rng::with_seed(seed);
    let mut db = RootDatabase::default();
    let (file, options) = open(&db, TEXT);
    file.divide(&mut db, cleave_cuda::interface);
    let mut text = TEXT.to_owned();
    for i in 0..EDITS {
        // What is broken stays broken for a while, and is repaired.
        text = match numbers.usize(..6) {
            0 => TEXT.to_owned(),
            _ => edited(&text, &mut numbers),
        };
        file.edit(&mut db, text.as_str().into(), cleave_cuda::interface);
        let incremental = pass(&db, file, options);
        let fresh = from_scratch(&text);
        assert!(
            incremental == fresh,
            "edit {i}: {text}\n{incremental:?}\n{fresh:?}"
        );
    }
}
