//! Edits of declarations of all sorts: what asks for each of them, with both passes' reports.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{HostOptions, HostSettings, RootDatabase, SourceFile};
use cleave_diagnostics::{Control, Options};
use cleave_report::{Over, Unit};
use cleave_syntax::{Dialect, Standard};
use expect_test::{Expect, expect};
use salsa::Durability;

const TEXT: &str = include_str!("families.cu");

/// What both passes report, and the host text.
fn pass(db: &RootDatabase, file: SourceFile, options: HostOptions) -> String {
    let unit = Unit {
        db,
        file,
        options,
        is_there: &|_| false,
    };
    let mut out = String::new();
    for over in [Over::Host, Over::Device { architecture: None }] {
        let pass = match over {
            Over::Host => cleave_diagnostics::Pass::Host,
            Over::Device { .. } => cleave_diagnostics::Pass::Device,
        };
        let settings = Options {
            pass,
            ..Options::default()
        };
        let report = cleave_report::report(unit, over, settings, Control::new(pass)).finish();
        out += &String::from_utf8_lossy(&report.body);
    }
    cleave_host::host_text_in_pieces(db, file, options, &mut |piece| out.push_str(piece));
    out
}

fn open(db: &RootDatabase, text: &str) -> (SourceFile, HostOptions) {
    let dialect = Dialect {
        standard: Standard::Cpp20,
        ..Dialect::default()
    };
    let file = SourceFile::builder("unit.cu".to_owned(), text.into()).dialect(dialect);
    let settings = HostSettings {
        module_id: Some("_id".into()),
        ..HostSettings::default()
    };
    let options = HostOptions::builder(settings).durability(Durability::HIGH);
    (file.new(db), options.new(db))
}

/// The queries that run after an edit: all of them.
fn check(from: &str, to: &str, want: Expect) {
    assert!(TEXT.contains(from), "the edit must hit");
    let mut l = LoggedDatabase::default();
    let (file, options) = open(&l.db, TEXT);
    file.divide(&mut l.db, cleave_cuda::interface);
    let before = pass(&l.db, file, options);
    assert!(!before.contains("error"), "{before}");
    let _ = l.executed();
    let edited = TEXT.replace(from, to);
    file.edit(&mut l.db, edited.as_str().into(), cleave_cuda::interface);
    let after = pass(&l.db, file, options);
    let ran = l.executed().join("\n") + "\n";
    let scratch = RootDatabase::default();
    let (fresh, fresh_options) = open(&scratch, &edited);
    assert_eq!(after, pass(&scratch, fresh, fresh_options));
    want.assert_eq(&ran);
}

#[test]
fn the_value_of_an_enumerator() {
    check("green = 4", "green = 3", expect![[r#"
        all_declarations
        associated
        body_hir x4
        candidates x11
        completed_here
        declarations
        declared_signature
        declares_managed
        defining x2
        directives
        enumerators_of
        evaluated_by x4
        evaluated_constant x4
        evaluated_enumerator x3
        explicit_for
        first_declaration x3
        flat_bodies
        host_part
        identities_in x10
        is_in_own_file x8
        is_of_user x8
        item_edits
        item_findings x8
        item_hir
        item_id x8
        joined_skeleton
        largest_value
        last_with_value
        levels x2
        lexed
        lines_in_front
        lowered_bodies
        lowered_signature
        marks
        name_hashes
        name_index
        named_in x14
        namespace_decls x3
        opened_inline
        owned x4
        owned_in_front
        packs_in
        parameters x2
        part_end
        part_nodes
        part_scopes
        places_of_words
        possible
        problems x10
        question x2
        referenced
        result_type
        scanned
        scope_openings
        sole_names x7
        spoken
        syntax_errors
        typed_body x5
        typed_variable x3
        types_of_declarations x2
        underlying_of
        used
        user_items_with x6
        using_enums
        variable
        watched_variables
        written_findings x2
        written_types x2
    "#]]);
}

#[test]
fn the_body_of_a_constant_function() {
    check("return i * i;", "return i * i + 1;", expect![[r#"
        body_hir
        candidates x11
        completed_here
        declarations
        declared_signature
        declares_managed
        defining
        directives
        evaluated_by x3
        evaluated_constant
        explicit_for
        flat_bodies
        function_facts
        host_part
        identities_in x10
        is_in_own_file x8
        is_of_user x8
        item_edits
        item_findings x6
        item_hir
        item_id x8
        item_spans
        joined_skeleton
        lexed
        lines_in_front
        lowered_bodies
        lowered_signature
        marks
        name_hashes
        name_index
        named_in x14
        opened_inline
        owned x4
        owned_in_front
        packs_in
        parameters
        part_end
        part_nodes
        part_scopes
        places_of_words
        possible
        problems x10
        referenced
        result_type
        scanned
        scope_openings
        sole_names x7
        spoken
        syntax_errors
        typed_body x4
        used
        user_items_with x6
        using_enums
        variable
        watched_variables
        written_findings x2
        written_types x2
    "#]]);
}

#[test]
fn a_member_of_a_virtual_base() {
    check("int root;", "long root;", expect![[r#"
        all_declarations x4
        bases x3
        body_hir x4
        candidates x12
        completed_here
        declarations
        declared_signature x2
        declares_managed
        declares_rewritten
        defaults x2
        defining x4
        evaluated_by
        first_declaration x3
        flat_bodies
        function_facts
        host_part
        identities_in x16
        info x5
        is_in_own_file x22
        is_nearly_empty
        is_of_user x22
        item_edits
        item_findings x2
        item_hir
        item_id x22
        item_spans
        joined_skeleton
        levels x4
        lexed
        lowered_bodies
        lowered_signature
        marks
        member x3
        members
        name_hashes
        name_index
        named_in x16
        namespace_decls
        of x5
        opened_inline
        outside_of
        overridden
        owned
        packs_in
        parameters x2
        part_nodes
        part_scopes
        places_of_words
        possible
        problems x8
        referenced
        result_type x2
        scanned
        self_type
        sole_names x15
        specialization
        spoken
        state x14
        syntax_errors
        typed_body x4
        typed_variable
        types_of_declarations
        used
        user_items_with x6
        written_findings x3
    "#]]);
}

#[test]
fn a_concept() {
    check("sizeof(T) <= 4", "sizeof(T) <= 8", expect![[r#"
        associated
        body_hir
        candidates x12
        completed_here
        concept_satisfied
        declarations
        declares_managed
        declares_rewritten
        evaluated_by
        first_declaration
        flat_bodies
        host_part
        identities_in x16
        is_in_own_file x22
        is_of_user x22
        item_edits
        item_findings x2
        item_hir
        item_id x22
        joined_skeleton
        levels
        lexed
        lowered_bodies
        lowered_signature
        marks
        name_hashes
        name_index
        named_in x16
        namespace_decls
        opened_inline
        owned
        packs_in
        part_nodes
        part_scopes
        places_of_words
        possible
        problems x2
        question
        referenced
        satisfied
        scanned
        sole_names x15
        spoken
        syntax_errors
        types_of_declarations
        used
        user_items_with x6
        written_findings
    "#]]);
}

#[test]
fn a_default_argument_of_a_template() {
    check("int N = 3", "int N = 4", expect![[r#"
        all_declarations x3
        bases x2
        body_hir x3
        candidates x12
        cannot_throw x2
        chosen x2
        completed_here
        declarations
        declared_signature x4
        declares_managed
        declares_rewritten
        default_arg
        defaults
        defining x2
        evaluated
        evaluated_by x2
        explicit_for x2
        fingerprint
        first_declaration x4
        flat_bodies
        function_facts
        function_index
        host_part
        identities
        identities_in x16
        info
        is_in_own_file x22
        is_of_user x22
        is_own_and_undefined
        item_edits
        item_findings x8
        item_hir
        item_id x22
        item_id_of_node
        item_index
        item_map
        items
        joined_skeleton
        levels x3
        lexed
        lowered_bodies
        lowered_signature
        marks
        member x2
        members
        merged
        name_hashes
        name_index
        named_in x16
        namespace_decls x2
        opened_inline
        outside_of x2
        overridden x4
        owned
        packs_in
        parameters x4
        part_nodes
        part_scopes
        part_user_nodes
        places_of_words
        plain_param_type
        possible
        problems x6
        qualifier_class
        qualifier_of x3
        question x3
        referenced
        result_type x4
        running_sums
        scanned
        self_type x3
        sole_names x15
        specialization x2
        specializations
        spoken
        state
        syntax_errors
        typed_body x3
        typed_variable x2
        types_of_declarations x2
        unnamed_classes
        used
        user_items
        user_items_with x6
        user_node x22
        written_findings
        written_types
    "#]]);
}

#[test]
fn a_default_argument_of_a_function() {
    check("int scale = 2", "int scale = 3", expect![[r#"
        all_declarations
        body_hir
        candidates x11
        completed_here
        declarations
        declared_signature
        declares_managed
        defaults
        defining
        directives
        evaluated
        evaluated_by x2
        explicit_for
        first_declaration
        flat_bodies
        function_facts
        function_index
        host_part
        identities
        identities_in x10
        is_in_own_file x8
        is_of_user x8
        is_own_and_undefined
        item_edits
        item_findings x6
        item_hir
        item_id x8
        item_id_of_node
        item_index
        item_map
        item_spans
        items
        joined_skeleton
        levels
        lexed
        lines_in_front
        lowered_bodies
        lowered_signature
        marks
        merged
        name_hashes
        name_index
        named_in x14
        namespace_decls x2
        opened_inline
        owned x4
        owned_in_front
        packs_in
        parameters
        part_end
        part_nodes
        part_scopes
        part_user_nodes
        places_of_words
        possible
        problems x4
        question x3
        referenced
        result_type
        scanned
        scope_openings
        sole_names x7
        spoken
        syntax_errors
        typed_body x2
        typed_default
        types_of_declarations
        unnamed_classes
        used
        user_items
        user_items_with x6
        user_node x8
        using_enums
        watched_variables
        written_findings
        written_types
    "#]]);
}

#[test]
fn a_partial_specialisation() {
    check(
        "struct Holder<T *> { T *value; }",
        "struct Holder<T *> { T *value; int more; }",
        expect![[r#"
            all_declarations
            bases
            body_hir x3
            candidates x12
            completed_here
            declarations
            declares_managed
            declares_rewritten
            evaluated_by
            explicit_for
            first_declaration
            first_uses
            flat_bodies
            function_facts
            group
            host_part
            identities_in x16
            is_in_own_file x22
            is_of_user x22
            is_plain
            item_edits
            item_findings x2
            item_hir
            item_id x22
            joined_skeleton
            levels x2
            lexed
            lowered_bodies
            lowered_signature
            marks
            members
            name_hashes
            name_index
            named_in x16
            namespace_decls x2
            opened_inline
            owned
            packs_in
            part_nodes
            part_scopes
            places_of_words
            possible
            primary
            problems x2
            referenced
            scanned
            self_type x2
            sole_names x15
            specialization
            specializations
            specialized_by
            spoken
            syntax_errors
            types_of_declarations
            used
            user_items_with x6
            written_arguments
            written_findings
        "#]],
    );
}

#[test]
fn an_explicit_specialisation() {
    check(
        "m == Mode::fast ? 0 : 1",
        "m == Mode::fast ? 1 : 2",
        expect![[r#"
            body_hir
            candidates x12
            completed_here
            declarations
            declares_managed
            declares_rewritten
            evaluated_by
            flat_bodies
            function_facts
            host_part
            identities_in x16
            is_in_own_file x22
            is_of_user x22
            item_edits
            item_findings x2
            item_hir
            item_id x22
            item_spans
            joined_skeleton
            lexed
            lowered_bodies
            lowered_signature
            marks
            name_hashes
            name_index
            named_in x16
            opened_inline
            owned
            packs_in
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x2
            scanned
            sole_names x15
            spoken
            syntax_errors
            typed_body
            used
            user_items_with x6
            written_findings
            written_types
        "#]],
    );
}

#[test]
fn an_exception_specification() {
    check(
        "noexcept(sizeof(T) > 1)",
        "noexcept(sizeof(T) > 2)",
        expect![[r#"
            all_declarations x2
            body_hir
            calls
            candidates x12
            completed_here
            declarations
            declared_signature x2
            declares_managed
            declares_rewritten
            defaults
            defining x2
            evaluated
            evaluated_by x2
            explicit_for x2
            fingerprint
            first_declaration x2
            first_uses
            flat_bodies
            function_facts
            function_index
            group
            host_part
            identities
            identities_in x16
            is_in_own_file x22
            is_of_user x22
            item_edits
            item_findings x8
            item_hir
            item_id x22
            item_id_of_node
            item_index x2
            item_map
            item_spans
            items
            joined_skeleton
            levels
            lexed
            lowered_bodies
            lowered_signature
            marks
            merged
            name_hashes
            name_index
            named_in x16
            namespace_decls x3
            opened_inline
            owned
            packs_in
            parameters x2
            part_nodes
            part_scopes
            part_user_nodes
            places_of_words
            possible
            problems x6
            question x3
            referenced
            result_type x2
            scanned
            sole_names x15
            specialized_by
            spoken
            syntax_errors
            typed_body x2
            types_of_declarations
            unnamed_classes
            used
            user_items
            user_items_with x6
            user_node x22
            written_findings
        "#]],
    );
}

#[test]
fn packing() {
    check(
        "pack(push, 1)",
        "pack(push, 1 )\n#pragma pack(2)\n#pragma pack(1)",
        expect![[r#"
            candidates x11
            completed_here
            declares_managed
            directives
            host_part
            identities_in x10
            is_in_own_file x8
            is_of_user x8
            item_id x8
            joined_skeleton
            lines_in_front
            marks
            name_hashes
            name_index
            named_in x14
            opened_inline
            owned x4
            owned_in_front
            pack_changes x2
            packs_in
            part_end
            part_nodes
            part_scopes
            scanned
            scope_openings
            sole_names x7
            spoken
            using_enums
            watched_variables
        "#]],
    );
}

#[test]
fn a_launch_of_a_template() {
    check("k<side + 1>", "k<side + 2>", expect![[r#"
        body_hir
        body_spans
        body_start
        candidates x12
        completed_here
        declarations
        declared_signature
        declares_managed
        declares_rewritten
        defining
        evaluated_by
        explicit_for
        flat_bodies
        function_facts
        host_part
        identities_in x16
        is_in_own_file x22
        is_of_user x22
        item_edits
        item_findings x2
        item_hir
        item_id x22
        item_spans
        joined_skeleton
        lexed
        lowered_bodies
        lowered_signature
        marks
        name_hashes
        name_index
        named_in x16
        opened_inline
        owned
        packs_in
        parameters
        parse_bodies
        part_nodes
        part_scopes
        places_of_words
        possible
        problems x2
        referenced
        result_type
        scanned
        sole_names x15
        spoken
        syntax_errors
        typed_body x2
        used
        user_items_with x6
        written_findings x2
        written_types
    "#]]);
}

#[test]
fn a_member_of_an_unnamed_union() {
    check("float as_float;", "double as_float;", expect![[r#"
        all_declarations x3
        body_hir x3
        candidates x12
        completed_here
        declarations
        declares_managed
        declares_rewritten
        defining x2
        evaluated_by
        first_declaration x2
        flat_bodies
        host_part
        identities_in x16
        is_in_own_file x22
        is_of_user x22
        item_edits
        item_findings x4
        item_hir
        item_id x22
        joined_skeleton
        levels x3
        lexed
        lowered_bodies
        lowered_signature
        marks
        members
        name_hashes
        name_index
        named_in x16
        opened_inline
        owned
        packs_in
        part_nodes
        part_scopes
        places_of_words
        possible
        problems x4
        referenced
        scanned
        self_type
        sole_names x15
        specialization
        spoken
        syntax_errors
        typed_body x3
        typed_variable
        types_of_declarations
        used
        user_items_with x6
        written_findings
    "#]]);
}

#[test]
fn a_tag() {
    check("abi_tag(\"v2\")", "abi_tag(\"v3\")", expect![[r#"
        candidates x12
        completed_here
        declares_managed
        declares_rewritten
        host_part
        identities_in x16
        is_in_own_file x22
        is_of_user x22
        item_id x22
        joined_skeleton
        marks
        name_hashes
        name_index
        named_in x16
        opened_inline
        owned
        packs_in
        part_nodes
        part_scopes
        scanned
        sole_names x15
        spoken
    "#]]);
}

#[test]
fn a_local_class() {
    check(
        "int twice() { return m * 2; }",
        "int twice() { return m + m; }",
        expect![[r#"
            all_declarations x3
            bases
            body_hir
            body_spans
            body_start
            candidates x12
            completed_here
            declarations
            declared_signature x2
            declares_managed
            declares_rewritten
            defaults x2
            defining x2
            flat_bodies
            function_facts
            host_part
            identities_in x16
            info
            is_in_own_file x22
            is_of_user x22
            item_edits
            item_findings x2
            item_hir
            item_id x22
            item_spans
            joined_skeleton
            levels x4
            lexed
            lowered_bodies
            lowered_signature
            marks
            member x2
            members
            name_hashes
            name_index
            named_in x16
            opened_inline
            owned
            packs_in
            parameters x2
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x2
            result_type x2
            scanned
            self_type
            sole_names x15
            specialization
            spoken
            surroundings
            syntax_errors
            typed_body x3
            typed_variable
            used
            user_items_with x6
            written_findings
            written_types
        "#]],
    );
}

#[test]
fn a_friend() {
    check(
        "friend T take(Holder h) { return h.value; }",
        "friend T take(Holder h) { return T(h.value); }",
        expect![[r#"
            body_hir x4
            candidates x12
            completed_here
            declarations
            declares_managed
            declares_rewritten
            evaluated_by
            first_uses
            flat_bodies
            function_facts
            host_part
            identities_in x16
            is_in_own_file x22
            is_of_user x22
            item_edits
            item_findings x2
            item_hir
            item_id x22
            item_spans
            joined_skeleton
            lexed
            lowered_bodies
            lowered_signature
            marks
            name_hashes
            name_index
            named_in x16
            opened_inline
            owned
            packs_in
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x3
            scanned
            sole_names x15
            spoken
            syntax_errors
            typed_body x2
            used
            user_items_with x6
            written_findings
        "#]],
    );
}

#[test]
fn an_operator() {
    check(
        "bool operator==(Point a, Point b);",
        "bool operator==(const Point &a, const Point &b);",
        expect![[r#"
            all_declarations
            body_hir
            candidates x11
            completed_here
            declarations
            declared_signature
            declares_managed
            defaults
            defining
            directives
            evaluated
            evaluated_by x2
            explicit_for
            fingerprint
            first_declaration
            flat_bodies
            function_facts
            function_index
            function_names
            group
            host_part
            identities
            identities_in x10
            is_in_own_file x8
            is_of_user x8
            is_own_and_undefined
            item_edits
            item_findings x6
            item_hir
            item_id x8
            item_id_of_node
            item_index
            item_map
            item_spans
            items
            joined_skeleton
            levels
            lexed
            lines_in_front
            lowered_bodies
            lowered_signature
            marks
            merged x3
            name_hashes
            name_index
            named_in x14
            namespace_decls x3
            opened_inline
            owned x4
            owned_in_front
            packs_in
            parameters
            part_end
            part_nodes
            part_scopes
            part_user_nodes
            places_of_words
            possible
            problems x4
            question x5
            referenced
            result_type
            scanned
            scope_openings
            sole_names x7
            spoken
            syntax_errors
            typed_body x2
            types_of_declarations
            unnamed_classes
            used
            user_items
            user_items_with x6
            user_node x8
            using_enums
            watched_variables
            written_findings
            written_types
        "#]],
    );
}

#[test]
fn an_overrider_less() {
    check(
        "struct Left : virtual Root { int left; int id() const override { return 2; } };",
        "struct Left : virtual Root { int left; };",
        expect![[r#"
            all_declarations x2
            bases x2
            body_hir x2
            candidates x12
            completed_here
            declarations
            declares_managed
            declares_rewritten
            defining x2
            evaluated_by x2
            first_declaration
            flat_bodies
            function_facts
            function_index
            function_names
            host_part
            identities_in x16
            info x2
            is_in_own_file x22
            is_of_user x22
            item_edits
            item_findings x4
            item_hir
            item_id x22
            joined_skeleton
            levels x2
            lexed
            lowered_bodies
            lowered_signature
            marks
            member x4
            members
            merged x15
            name_hashes
            name_index
            named_in x16
            namespace_decls
            of
            opened_inline
            overridden
            owned
            packs_in
            part_nodes
            part_scopes
            places_of_words
            possible
            problems x4
            referenced
            scanned
            self_type
            sole_names x15
            specialization
            spoken
            state x5
            syntax_errors
            typed_body x2
            typed_variable
            types_of_declarations
            used
            user_items_with x6
            written_findings x2
        "#]],
    );
}
