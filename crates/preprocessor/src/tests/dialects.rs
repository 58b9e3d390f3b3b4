//! What the versions of GNU's cpp do differently: the same sources as g++ 12, 13 and 14 write them.

use expect_test::{Expect, expect};

use super::{check_for, host};
use crate::HostCompiler;

/// A version of g++ that defines so much.
fn gnu(version: u32) -> HostCompiler {
    let predefined =
        format!("#define __GNUC__ {version}\n#define __x86_64__ 1\n#define __MAX__ 9\n");
    HostCompiler {
        predefined: predefined.into_bytes(),
        ..host()
    }
}

fn check(version: u32, source: &str, expect: Expect) {
    check_for(&gnu(version), source, &[], expect);
}

const OPERATOR: &str =
    "#define P(x) _Pragma(#x)\na P(GCC diagnostic push) b P(GCC diagnostic pop)\nc\n";

#[test]
fn a_deferred_pragma_is_tokens_of_the_text() {
    check(
        12,
        OPERATOR,
        expect![[r#"

        a
        # 2 "a.cpp"
        #pragma GCC diagnostic push
        # 2 "a.cpp"
         b
        # 2 "a.cpp"
        #pragma GCC diagnostic pop
        # 2 "a.cpp"

        c
    "#]],
    );
    check(
        13,
        OPERATOR,
        expect![[r#"

        a·
        # 2 "a.cpp"
        #pragma GCC diagnostic push
        # 2 "a.cpp"
                                 b·
        # 2 "a.cpp"
        #pragma GCC diagnostic pop
        c
    "#]],
    );
}

const IN_ARGUMENTS: &str = "#define F(x) x\n#define G(x) F(x) x\nG(a\n#pragma GCC diagnostic push\n#pragma other\n_Pragma(\"GCC diagnostic pop\")) b\n";

#[test]
fn in_arguments_it_comes_before_what_they_become() {
    check(
        12,
        IN_ARGUMENTS,
        expect![[r#"



        #pragma GCC diagnostic push
        #pragma other
        # 3 "a.cpp"
         a


        #pragma GCC diagnostic pop
        # 3 "a.cpp"
         a


        #pragma GCC diagnostic pop
        # 3 "a.cpp"



                                       b
    "#]],
    );
    check(
        13,
        IN_ARGUMENTS,
        expect![[r#"




        #pragma other
        # 4 "a.cpp"
        #pragma GCC diagnostic push
        # 3 "a.cpp"
         a·
        # 3 "a.cpp"
        #pragma GCC diagnostic pop
        # 3 "a.cpp"
         a·
        # 3 "a.cpp"
        #pragma GCC diagnostic pop


                                       b
    "#]],
    );
}

const DIRECTIVES: &str = "#define M 1\nM\n  # pragma  GCC  diagnostic push\n  # pragma  message  \"M\" M -M\n#pragma GCC push_options\n_Pragma(\"GCC push_options\") a\n";

#[test]
fn a_directive_begins_where_its_version_has_it() {
    check(
        12,
        DIRECTIVES,
        expect![[r#"

        1
        #pragma GCC diagnostic push
        ············
        # 4 "a.cpp"
        #pragma message "M" 1 -1
        #pragma GCC push_options

        # 6 "a.cpp"
        #pragma GCC push_options
        # 6 "a.cpp"
         a
    "#]],
    );
    check(
        13,
        DIRECTIVES,
        expect![[r#"

        1
        ·
        # 3 "a.cpp"
        #pragma GCC diagnostic push
        #pragma message "M" 1 -1
        #pragma GCC push_options

        # 6 "a.cpp"
        #pragma GCC push_options
        # 6 "a.cpp"
         a
    "#]],
    );
    check(
        14,
        DIRECTIVES,
        expect![[r#"

        1
        ·
        # 3 "a.cpp"
        #pragma GCC diagnostic push
        #pragma message "M" 1 -1
        #pragma GCC push_options

        # 6 "a.cpp"
        #pragma GCC push_options
        # 6 "a.cpp"
                                    a
    "#]],
    );
}

const SYSTEM: &str =
    "#include <s.h>\nS, b X; __MAX__ c;\n//- sys/s.h\n#define S s\n#define X __MAX__\n";

#[test]
fn what_the_compiler_defines_belongs_to_the_file_that_names_it() {
    check(
        12,
        SYSTEM,
        expect![[r##"
        # 1 "sys/s.h" 1 3
        # 2 "a.cpp" 2

        # 2 "a.cpp" 3
        s
        # 2 "a.cpp"
        , b 9; 9 c;
    "##]],
    );
    check(
        13,
        SYSTEM,
        expect![[r##"
        # 1 "sys/s.h" 1 3
        # 2 "a.cpp" 2

        # 2 "a.cpp" 3
        s
        # 2 "a.cpp"
        , b 9
        # 2 "a.cpp"
             ; 9 c;
    "##]],
    );
}

const OPENMP: &str = "#define M 1\n#define parallel sections\n#pragma omp parallel if(M)\n#pragma omp assume M\n#pragma omp M M\n#pragma omp other M\n";

#[test]
fn macros_are_expanded_in_pragmas_of_openmp() {
    check(
        12,
        OPENMP,
        expect![[r#"


        #pragma omp parallel if(M)
        #pragma omp assume M
        #pragma omp M M
        #pragma omp other M
    "#]],
    );
    let openmp = ["-fopenmp"];
    check_for(
        &gnu(12),
        OPENMP,
        &openmp,
        expect![[r#"


        ········
        # 3 "a.cpp"
        #pragma omp sections if(1)
        #pragma omp assume M
        #pragma omp1 M
        #pragma omp other M
    "#]],
    );
    check_for(
        &gnu(13),
        OPENMP,
        &openmp,
        expect![[r#"


        #pragma omp sections if(1)
        #pragma omp assume 1
        #pragma omp 1 M
        #pragma omp other M
    "#]],
    );
    check_for(
        &gnu(13),
        OPENMP,
        &["-fopenmp", "-fno-openmp"],
        expect![[r#"


        #pragma omp parallel if(M)
        #pragma omp assume M
        #pragma omp M M
        #pragma omp other M
    "#]],
    );
}

const TARGET: &str = "#pragma GCC push_options\n#pragma GCC target(\"avx2\")\n__AVX2__ __SSE3__\n#ifdef __AVX2__\nyes\n#endif\n#pragma GCC pop_options\n__AVX2__\n";

#[test]
fn a_pragma_of_the_target_defines_macros() {
    check(
        13,
        TARGET,
        expect![[r##"
        #pragma GCC push_options
        #pragma GCC target("avx2")
        __AVX2__ __SSE3__



        #pragma GCC pop_options
        __AVX2__
    "##]],
    );
    check(
        14,
        TARGET,
        expect![[r##"
        #pragma GCC push_options
        #pragma GCC target("avx2")
        1 __SSE3__

        yes

        #pragma GCC pop_options
        __AVX2__
    "##]],
    );
}

#[test]
fn what_stands_behind_an_operator_for_the_target_is_left_to_the_compiler() {
    let source = "_Pragma(\"GCC target(\\\"avx2\\\")\") a\n";
    check(
        13,
        source,
        expect![[r#"

        # 1 "a.cpp"
        #pragma GCC target("avx2")
        # 1 "a.cpp"
         a
    "#]],
    );
    check(
        14,
        source,
        expect![[r#"

        # 1 "a.cpp"
        #pragma GCC target("avx2")
        # 1 "a.cpp"
                                        a
        a.cpp:1:1: warning: what follows behind #pragma GCC target is not known
    "#]],
    );
}

#[test]
fn macros_that_are_built_in_later() {
    let source = "#ifdef __has_feature\nhas __has_feature(x)\n#endif\n";
    check(13, source, expect![""]);
    check(
        14,
        source,
        expect![[r#"

        has 16
    "#]],
    );
}

const CONDITIONS: &str =
    "#if (0 ? 0/0u : -1) < 0\nsigned\n#endif\n#if 1i\n#endif\n#define A a\n #define A b\n";

#[test]
fn messages_and_conditions() {
    check(
        12,
        CONDITIONS,
        expect![[r#"

        signed
        a.cpp:4:5: error: imaginary number in preprocessor expression
        a.cpp:7: warning: "A" redefined
        a.cpp:6: note: this is the location of the previous definition
    "#]],
    );
    check(
        14,
        CONDITIONS,
        expect![[r#"
        a.cpp:4:5: error: user-defined literal in preprocessor expression
        a.cpp:7:10: warning: "A" redefined
        a.cpp:6:9: note: this is the location of the previous definition
    "#]],
    );
}
