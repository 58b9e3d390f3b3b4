//! Definitions and comments that are written on: `-dD` and its like, `-C`, `-CC`.

use expect_test::expect;

use super::{check_with, run};
use crate::Settings;

const SOURCE: &str = "\
#define A /* c */ a  +  /* d */ b // e
  #  define F(x, y...) #x x ## y  y
#define V(x, ...) x __VA_OPT__( , ## __VA_ARGS__ )
A F(1) V(1)
#undef A
#undef NONE
#pragma push_macro(\"V\")
#pragma pop_macro(\"V\")
#include \"i.h\" // f
#ifdef OTHER
#endif
F(2)
//- i.h
#define I
/* one
   two */ I z // g
";

#[test]
fn definitions() {
    check_with(
        SOURCE,
        &["-dD"],
        expect![[r##"
        #define A a + b
        #define F(x,y...) #x x ## y y
        #define V(x,...) x __VA_OPT__( , ## __VA_ARGS__ )
        a + b "1" 1 1
        #undef A
        #undef NONE
        ·······
        ·······
        # 8 "a.cpp"
        #undef V
        # 1 "i.h" 1
        #define I·

                  z
        # 10 "a.cpp" 2


        "2" 2
    "##]],
    );
}

#[test]
fn names_and_inclusions() {
    check_with(
        SOURCE,
        &["-dN", "-dI"],
        expect![[r##"
        #define A
        #define F
        #define V
        a + b "1" 1 1
        #undef A
        #undef NONE
        ·······
        ·······
        # 8 "a.cpp"
        #undef V
        #include "i.h"
        # 9 "a.cpp"
        # 1 "i.h" 1
        #define I

                  z
        # 10 "a.cpp" 2


        "2" 2
    "##]],
    );
}

#[test]
fn definitions_that_are_used() {
    check_with(
        SOURCE,
        &["-dU"],
        expect![[r#"



        a + b "1" 1 1
        #define V(x,...) x __VA_OPT__( , ## __VA_ARGS__ )
        #define F(x,y...) #x x ## y y
        #define A a + b
        # 7 "a.cpp"
        ·······
        ·······
        # 1 "i.h" 1


                  z
        # 10 "a.cpp" 2
        #define I·
        #undef OTHER
        "2" 2
    "#]],
    );
}

#[test]
fn everything_at_the_end() {
    let out = run(SOURCE, &["-dM", "-DB=1"], Settings::default());
    expect![[r#"
        #define B 1
        #define F(x,y...) #x x ## y y
        #define I 
        #define V(x,...) x __VA_OPT__( , ## __VA_ARGS__ )
    "#]]
    .assert_eq(&String::from_utf8_lossy(&out.text));
}

#[test]
fn comments() {
    check_with(
        SOURCE,
        &["-C"],
        expect![[r#"



        a + b "1" 1 1


        ·······
        ·······
        # 1 "i.h" 1

        /* one
           two */ z // g
        # 10 "a.cpp" 2


        "2" 2
    "#]],
    );
}

#[test]
fn comments_in_macros() {
    check_with(
        SOURCE,
        &["-CC", "-dD"],
        expect![[r##"
        #define A /* c */ a + /* d */ b /* e*/
        #define F(x,y...) #x x ## y y
        #define V(x,...) x __VA_OPT__( , ## __VA_ARGS__ )
        /* c */ a + /* d */ b /* e*/ "1" 1 1
        #undef A
        #undef NONE
        ·······
        ·······
        # 8 "a.cpp"
        #undef V
        # 1 "i.h" 1
        #define I·
        /* one
           two */ z // g
        # 10 "a.cpp" 2


        "2" 2
    "##]],
    );
}

#[test]
fn a_comment_stands_between_a_macro_and_its_arguments() {
    let source = "#define F(x) x #x\nF /* a */ (1)\nF( // b */ c\n1 /* d */)\n";
    check_with(
        source,
        &["-C"],
        expect![[r#"

        F /* a */ (1)
        /* b *| c*/ 1 /* d */ "/* b *| c*/ 1 /* d */"
    "#]],
    );
}
