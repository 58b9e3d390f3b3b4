use expect_test::expect;

use super::show;

#[test]
fn numbers() {
    expect![[r#"
        var x: ([] int) = {0, 1000000, 0x1fu, 0xf, 0x5ll, 10ull, 5uz, 3l, 0xffffffffffffffff, (user 12 "12" _km), (user 0x1p3 "0x1p3" _u)}
        var y: ([] double) = {1.5, .5f, 1e10, 1.e-3l, 0x1.8p-2f, 10.01, 08.5, (user 2.0 "2.0" _q), 1.5f16, 3.0bf16, 1e3q, 0x1e2, 09.0}
    "#]].assert_eq(&show(
        "int x[] = {0, 1'000'000, 0x1Fu, 017, 0b101ll, 10ULL, 5uz, 3L, 0xFFFFFFFFFFFFFFFF, 12_km, 0x1p3_u};
double y[] = {1.5, .5f, 1e10, 1.e-3L, 0x1.8p-2f, 1'0.0'1, 08.5, 2.0_q, 1.5f16, 3.0bf16, 1e3q, 0x1e2, 09.0};
",
    ));
}

#[test]
fn characters() {
    expect![[r#"
        var c: ([] int) = {'a', '0xa', '0x0', 'A', 'A', 'multi0x6162', L'x', u8'y', u'0x20ac', U'0x1f600', ''', '"', '\', (user 'z' "'z'" _c), '0x1b'}
    "#]].assert_eq(&show(
        r#"int c[] = {'a', '\n', '\0', '\x41', '\101', 'ab', L'x', u8'y', u'\u20ac', U'\U0001F600', '\'', '"', '\\', 'z'_c, '\e'};"#,
    ));
}

#[test]
fn strings() {
    expect![[r#"
        var s: ([] (* (const void))) = {"a\{9}b\{7f}c", u8"\{c3}\{a9}", L"widemore", u"\{d83d}\{de00}", U"\{1f600}", "raw\n"x"", L"a", (user "x" "" _s), "", "S4", "\{c3}\{a9}", (user "qr" "" _t)}
    "#]].assert_eq(&show(
        r##"const void *s[] = {"a\tb\x7f" "c", u8"é", L"wide" "more", u"\U0001F600", U"\U0001F600", R"(raw\n"x")", LR"d(a)d", "x"_s, "", "\1234", "\u00e9", "q" R"(r)"_t};"##,
    ));
}
