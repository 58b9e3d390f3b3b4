use expect_test::{Expect, expect};

use super::*;

fn check(text: &str, want: Expect) {
    let mut out = String::new();
    let mut pos = 0;
    let mut line_start = true;
    while pos < text.len() {
        let t = next_token(text.as_bytes(), pos, line_start);
        let s = &text[pos..pos + t.len as usize];
        if t.kind == WHITESPACE {
            line_start |= s.contains('\n');
        } else {
            out += &format!("{:?} {s}\n", t.kind);
            line_start = false;
        }
        pos += t.len as usize;
    }
    want.assert_eq(&out);
}

#[test]
fn literals() {
    check(
        r"caf\u00e9 \U0001F600x \u12",
        expect![[r"
            IDENT caf\u00e9
            IDENT \U0001F600x
            UNKNOWN \
            IDENT u12
        "]],
    );
    check(
        "1'000u 0x1.8p-3f 1e+5 .5f 12_e 5f 0xff u8\"a\"_s L'b' R\"x(\")\"\n)x\"_z \"open",
        expect![[r#"
            INT_LITERAL 1'000u
            FLOAT_LITERAL 0x1.8p-3f
            FLOAT_LITERAL 1e+5
            FLOAT_LITERAL .5f
            INT_LITERAL 12_e
            FLOAT_LITERAL 5f
            INT_LITERAL 0xff
            STRING_LITERAL u8"a"_s
            CHAR_LITERAL L'b'
            STRING_LITERAL R"x(")"
            )x"_z
            UNKNOWN "open
        "#]],
    );
}

#[test]
fn torn_launches() {
    check(
        "k << <1>> > (a) k<<\t<1 k <<\n<1 a << b<c << <= << << operator<< <T> x_operator << <",
        expect![[r#"
            IDENT k
            LAUNCH_OPEN << <
            INT_LITERAL 1
            GT >
            GT >
            GT >
            L_PAREN (
            IDENT a
            R_PAREN )
            IDENT k
            LAUNCH_OPEN <<	<
            INT_LITERAL 1
            IDENT k
            SHL <<
            LT <
            INT_LITERAL 1
            IDENT a
            SHL <<
            IDENT b
            LT <
            IDENT c
            SHL <<
            LT_EQ <=
            SHL <<
            SHL <<
            IDENT operator
            SHL <<
            LT <
            IDENT T
            GT >
            IDENT x_operator
            LAUNCH_OPEN << <
        "#]],
    );
}

#[test]
fn operators() {
    check(
        "k<<<1>>>(a) x<::y <=> a<<=b ->* ... .. <% %> 1..2",
        expect![[r#"
            IDENT k
            LAUNCH_OPEN <<<
            INT_LITERAL 1
            GT >
            GT >
            GT >
            L_PAREN (
            IDENT a
            R_PAREN )
            IDENT x
            LT <
            COLON2 ::
            IDENT y
            SPACESHIP <=>
            IDENT a
            SHL_EQ <<=
            IDENT b
            ARROW_STAR ->*
            ELLIPSIS ...
            DOT .
            DOT .
            L_BRACE <%
            R_BRACE %>
            FLOAT_LITERAL 1..2
        "#]],
    );
}

#[test]
fn directives() {
    check(
        "# 1 \"a.cu\" 3\n#pragma once \\\n more\n  #ident \"x\"\na # b // c\n/* d",
        expect![[r##"
            LINE_MARKER # 1 "a.cu" 3
            PRAGMA #pragma once \
             more
            DIRECTIVE #ident "x"
            IDENT a
            HASH #
            IDENT b
            COMMENT // c
            COMMENT /* d
        "##]],
    );
}

#[test]
fn what_the_preprocessor_left() {
    check(
        "_Pragma ( \"weak a\" )int a;_Pragma(L\"b\") _Pragma(c) _Pragmas",
        expect![[r#"
            PRAGMA _Pragma ( "weak a" )
            IDENT int
            IDENT a
            SEMICOLON ;
            PRAGMA _Pragma(L"b")
            IDENT _Pragma
            L_PAREN (
            IDENT c
            R_PAREN )
            IDENT _Pragmas
        "#]],
    );
}

#[test]
fn layout_is_not_meaning() {
    let a = "int f ( ) { return 1 ; }";
    let b = "int /* c */ f()\n# 7 \"x.cu\"\n{ return 1; } // d";
    assert!(same_tokens(a, b));
    assert_eq!(token_hash(a), token_hash(b));
    assert!(!same_tokens(a, "int f() { return 2; }"));
    assert!(!same_tokens(a, "int f() {\n#pragma unroll\n return 1; }"));
    assert!(!same_tokens("a >> b", "a > > b"));
    assert!(same_tokens("a>>b", "a >>  b"));
    assert!(!same_tokens("a b", "ab"));
    assert!(!same_tokens("a", "a b"));
}

#[test]
fn significant_tokens() {
    let text = "int x ;\n#pragma p\n x>>y";
    let l = Lexed::new(text);
    assert_eq!(l.len(), 7);
    assert_eq!(l.text(text, 3), "x");
    assert!(l.is_joint(4) && !l.is_joint(1));
    assert_eq!(l.at_or_after(text.len()), 7);
    assert_eq!(l.kind(7), EOF);
}

#[test]
fn runs_of_word_bytes() {
    for b in 0..=255u8 {
        for length in 0..20 {
            let mut text = b"a_Z09$\x80\xffzA".repeat(3);
            text[length] = b;
            let naive = text.iter().position(|&b| !WORD[b as usize]);
            assert_eq!(
                word_run(&text, 0),
                naive.unwrap_or(text.len()),
                "{b} {length}"
            );
        }
    }
    assert_eq!((word_run(b"ab", 0), word_run(b"", 0)), (2, 0));
}

#[test]
fn plain_tokens_are_what_the_lexer_says() {
    let text = "_Pragma(\"x\") _Pragmas _pragma u8R\"(a)\" L'c' u8 \\u00e9t\\u00e9 caf\u{e9} a\\u00e9 f(x)[1]{2};,>?~ a<::b::> \
                %> 1'000 __attribute__((x)) R R\"\" end";
    let mut met = 0;
    let mut pos = 0;
    while pos < text.len() {
        let t = next_token(text.as_bytes(), pos, false);
        let end = pos + t.len as usize;
        if let Some(plain) = plain_token(text.as_bytes(), pos) {
            assert_eq!(plain, (t.kind, end), "{}", &text[pos..]);
            met += 1;
        }
        pos = end;
    }
    assert!(met > 20, "{met}");
}
