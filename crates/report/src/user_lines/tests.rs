use expect_test::expect;

use super::*;

/// For every token of what the preprocessor made: what is underlined in the user's line.
fn table(written: &str, made: &str) -> String {
    let lexed = Lexed::new(made);
    let shown = |i: usize| {
        let at = lexed.range(i).start as u32 + 1;
        match column(written.as_bytes(), made.as_bytes(), at) {
            Some((column, length)) => {
                let start = column as usize - 1;
                format!("{}@{column}", &written[start..start + length as usize])
            }
            None => "?".to_owned(),
        }
    };
    let all: Vec<String> = (0..lexed.len())
        .map(|i| format!("{} -> {}", lexed.text(made, i), shown(i)))
        .collect();
    all.join("\n")
}

#[test]
fn annotations() {
    expect![[r#"
        __attribute__ -> __global__@1
        ( -> __global__@1
        ( -> __global__@1
        global -> __global__@1
        ) -> __global__@1
        ) -> __global__@1
        void -> void@12
        k -> k@17
        ( -> (@18
        int -> int@19
        * -> *@23
        p -> p@24
        ) -> )@25"#]]
    .assert_eq(&table(
        "__global__ void k(int *p)",
        "__attribute__((global)) void k(int *p)",
    ));
}

#[test]
fn a_macro_with_arguments() {
    expect![[r#"
        do -> CHECK@3
        { -> CHECK@3
        int -> CHECK@3
        e -> CHECK@3
        = -> CHECK@3
        alloc -> alloc@9
        ( -> (@14
        & -> &@15
        p -> p@16
        , -> ,@17
        size -> size@19
        ) -> )@23
        ; -> CHECK@3
        if -> CHECK@3
        ( -> CHECK@3
        e -> CHECK@3
        ) -> CHECK@3
        fail -> CHECK@3
        ( -> CHECK@3
        e -> CHECK@3
        ) -> CHECK@3
        ; -> CHECK@3
        } -> CHECK@3
        while -> CHECK@3
        ( -> CHECK@3
        0 -> CHECK@3
        ) -> )@24
        ; -> ;@25"#]]
    .assert_eq(&table(
        "  CHECK(alloc(&p, size));",
        "  do { int e = alloc(&p, size); if (e) fail(e); } while (0);",
    ));
}

#[test]
fn two_macros_are_not_told_apart() {
    expect![[r#"
        int -> int@3
        x -> x@7
        = -> =@9
        ( -> ?
        1 -> ?
        ) -> ?
        + -> ?
        ( -> ?
        2 -> ?
        ) -> ?
        ; -> ;@20"#]]
    .assert_eq(&table("  int x = ONE + TWO;", "  int x = (1) + (2);"));
}

#[test]
fn arguments_that_changed_places() {
    expect![[r#"
        other -> SWAP@3
        first -> SWAP@3
        ; -> ;@21"#]]
    .assert_eq(&table("  SWAP(first, other);", "  other first;"));
}

#[test]
fn other_spaces_and_the_end() {
    let written = b"  int   a";
    let made = b" int a";
    assert_eq!(column(written, made, 6), Some((9, 1)));
    assert_eq!(column(written, made, 7), Some((10, 0)));
    assert_eq!(column(b"", made, 6), None);
    assert_eq!(column(b"\xff int a", made, 6), None);
    assert_eq!(column(made, made, 2), Some((2, 3)));
}
