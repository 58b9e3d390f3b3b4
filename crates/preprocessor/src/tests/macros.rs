//! [cpp.replace]

use expect_test::expect;

use super::check;

#[test]
fn spaces_keep_tokens_apart() {
    check(
        "#define F(x) -x\n#define E\nF(-1)+E+ .E.\n",
        expect![[r#"


            - -1 + + . .
        "#]],
    );
}

#[test]
fn commas_go_with_missing_arguments() {
    check(
        "#define V(a,...) f(a __VA_OPT__(,) __VA_ARGS__) g(a,##__VA_ARGS__) #__VA_ARGS__\nV(1) V(1,2,  3)\n",
        expect![[r#"

            f(1 ) g(1) "" f(1 , 2, 3) g(1,2, 3) "2, 3"
        "#]],
    );
}

#[test]
fn optional_text_is_made_a_string_and_pasted() {
    check(
        "#define S(x,...) #__VA_OPT__(x ## x __VA_ARGS__) a##__VA_OPT__(b)##c\nS(q) S(q, 1  2)\n",
        expect![[r#"

            "" ac "qq 1 2" abc
        "#]],
    );
}

#[test]
fn arguments_are_expanded_once_and_names_are_not_again() {
    check(
        "#define f(x) x f(x)\n#define g f\nf(g(1)) g(f)(2)\nf\n(3)\n",
        expect![[r#"


            1 f(1) f(1 f(1)) f f(f)(2)
            3 f(3)
        "#]],
    );
}

#[test]
fn names_beyond_ascii_are_the_same_in_both_spellings() {
    check(
        "#define \\u00c1(x) [x #x]\nÁ(\\u00e9) é\n",
        expect![[r#"

            [\U000000e9 "\u00e9"] \U000000e9
        "#]],
    );
}

#[test]
fn definitions_are_compared_as_they_are_written() {
    check(
        "#define a(x) # x\n#define a(x) #x\n#define b 1 /* */ 2\n#define b 1  2\n",
        expect![[r#"
            a.cpp:2: warning: "a" redefined
            a.cpp:1: note: this is the location of the previous definition
        "#]],
    );
}

#[test]
fn pasting_what_makes_no_token_keeps_both() {
    check(
        "#define p(a,b) a##b\np(+,-) p(/,/) p(1,x) p(,)\n",
        expect![[r#"

        +- / / 1x
        a.cpp:2:3: error: pasting "+" and "-" does not give a valid preprocessing token
        a.cpp:2:10: error: pasting "/" and "/" does not give a valid preprocessing token
    "#]],
    );
}
