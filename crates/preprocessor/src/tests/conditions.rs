//! [cpp.cond]

use expect_test::expect;

use super::check;

#[test]
fn values() {
    check(
        "#if -1 > 0u && 'a' == 97 && (2 || 1 / 0) && (0 ? 1 / 0 : 3) == 3 && 0x10 + 010 + 0b11 == 27\nyes\n#endif\n",
        expect![[r#"

            yes
        "#]],
    );
}

#[test]
fn what_is_wrong_has_gccs_words_and_places() {
    check(
        "#if (1\n#elif 1)\n#elif 1 2\n#elif\n#elif 5 +\n#elif 08\n#elif 1.0\n#elif 12wrt\n#else x\n#endif y\n#endif\n#else\n",
        expect![[r#"
            a.cpp:1:5: error: missing ')' in expression
            a.cpp:2:8: error: missing '(' in expression
            a.cpp:3:9: error: missing binary operator before token "2"
            a.cpp:4:6: error: #elif with no expression
            a.cpp:5:10: error: operator '+' has no right operand
            a.cpp:6:7: error: invalid digit "8" in octal constant
            a.cpp:7:7: error: floating constant in preprocessor expression
            a.cpp:8:7: error: user-defined literal in preprocessor expression
            a.cpp:9:7: warning: extra tokens at end of #else directive
            a.cpp:10:8: warning: extra tokens at end of #endif directive
            a.cpp:11:2: error: #endif without #if
            a.cpp:12:2: error: #else without #if
        "#]],
    );
}

#[test]
fn text_that_is_left_out_may_be_no_tokens() {
    check(
        "#if 0\ndon't /* x\n#else\n1\n#endif\n#if 0\nR\"(\n#endif\n)\" 1'000'000 /*\n#endif\n*/\n#endif\n2\n",
        expect![[r#"



            1
            # 13 "a.cpp"
            2
        "#]],
    );
}

#[test]
fn questions_are_answered_in_conditions_and_elsewhere() {
    check(
        "#if __has_builtin(abc) == 18\n__has_cpp_attribute(gnu::x)\n#endif\n#ifdef __has_include\n1\n#endif\n",
        expect![[r#"

            27


            1
        "#]],
    );
}
