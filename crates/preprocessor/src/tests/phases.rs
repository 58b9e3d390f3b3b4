//! What is said of trigraphs and of splices with blanks in them.

use expect_test::expect;

use super::{check, check_with};

const SOURCE: &str = "a??=b \"c??)\" // ??=\n/* ??/ */ ??/\n#define X ??<\n#if 0\n??= \"??!\"\n#endif\nx \\ \n y\n/* \\ \n */\n#define Y a \\ \n b\n// z \\ \n c\n#if 0\n q \\ \n r\n#endif\n\"s \\ \n t\"\n???=\n??\\\n=\n";

#[test]
fn oddities_are_spoken_of_outside_of_comments() {
    check(
        SOURCE,
        expect![[r#"
        a??=b "c??)"
                  ??/




        x
         y
        # 19 "a.cpp"
        "s  t"

        ???=
        ??=
        a.cpp:1:2: warning: trigraph ??= ignored, use -trigraphs to enable
        a.cpp:1:9: warning: trigraph ??) ignored, use -trigraphs to enable
        a.cpp:2:11: warning: trigraph ??/ ignored, use -trigraphs to enable
        a.cpp:3:11: warning: trigraph ??< ignored, use -trigraphs to enable
        a.cpp:5:1: warning: trigraph ??= ignored, use -trigraphs to enable
        a.cpp:5:6: warning: trigraph ??! ignored, use -trigraphs to enable
        a.cpp:7:3: warning: backslash and newline separated by space
        a.cpp:11:13: warning: backslash and newline separated by space
        a.cpp:16:4: warning: backslash and newline separated by space
        a.cpp:19:4: warning: backslash and newline separated by space
        a.cpp:21:2: warning: trigraph ??= ignored, use -trigraphs to enable
    "#]],
    );
}

#[test]
fn trigraphs_that_mean_something_are_not() {
    check_with(
        "a ??( \"??!\"\n",
        &["-trigraphs"],
        expect![[r#"
        a [ "|"
    "#]],
    );
}
