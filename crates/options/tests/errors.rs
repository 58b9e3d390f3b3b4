//! The text of every form of command-line error, as cudafe++ 13.0 prints it.

mod common;

use std::ffi::OsString;
use std::path::Path;

use cleave_options::{FileRole, Notice, Task};
use common::{line, words};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    let error = line(text).unwrap_err();
    assert_eq!(error.exit_code(), 4);
    expected.assert_eq(&String::from_utf8(error.text).unwrap());
}

/// The message alone.
fn message(text: &str) -> String {
    match line(text) {
        Ok(_) => "fine".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn whole_text() {
    check(
        "--bad x.ii",
        expect![[r#"
            Command-line error: invalid option: --bad

            1 catastrophic error detected in this compilation.
            Compilation terminated.
        "#]],
    );
    check(
        "--brief_diagnostics --bad x.ii",
        expect![[r#"
            Command-line error: invalid option: --bad
            1 catastrophic error detected in this compilation.
            Compilation terminated.
        "#]],
    );
    check(
        "a.ii b.ii",
        expect![[r#"
            Command-line error: too many arguments on command line

            1 catastrophic error detected in the compilation of "a.ii".
            Compilation terminated.
        "#]],
    );
    check(
        "--orig_src_file_name dir/a.cu a.ii -v",
        expect![[r#"
            Command-line error: too many arguments on command line

            1 catastrophic error detected in the compilation of "dir/a.cu".
            Compilation terminated.
        "#]],
    );
    check(
        "- a.ii",
        expect![[r#"
            Command-line error: too many arguments on command line

            1 catastrophic error detected in this compilation.
            Compilation terminated.
        "#]],
    );
    check(
        "-o out x.ii",
        expect![[r#"
            Command-line error: an output file was specified, but none is needed

            1 catastrophic error detected in the compilation of "x.ii".
            Compilation terminated.
        "#]],
    );
    check(
        "",
        expect![[r#"
            Command-line error: missing source file name

            1 catastrophic error detected in this compilation.
            Compilation terminated.
        "#]],
    );
}

#[test]
fn abbreviations() {
    check(
        "--c++1 x.ii",
        expect![[r#"
            Command-line error: more than one command line option matches the abbreviation "--c++1":
                        --c++11
                        --c++11_sfinae
                        --c++11_sfinae_ignore_access
                        --c++14
                        --c++17

            1 catastrophic error detected in this compilation.
            Compilation terminated.
        "#]],
    );
    check(
        "--err=5 x.ii",
        expect![[r#"
            Command-line error: more than one command line option matches the abbreviation "--err=5":
                        --error_limit
                        --error_output

            1 catastrophic error detected in this compilation.
            Compilation terminated.
        "#]],
    );
    // A name that is whole is no abbreviation of the longer ones.
    assert_eq!(message("--g++ x.ii"), "fine");
    assert_eq!(message("--error_l=5 x.ii"), "fine");
    assert_eq!(
        message("--static_host_stub x.ii"),
        "invalid option: --static_host_stub"
    );
    let all = line("--= x.ii").unwrap_err().text;
    assert_eq!(
        String::from_utf8(all).unwrap().lines().count(),
        1 + 386 + 1 + 2
    );
}

#[test]
fn wrapping() {
    check(
        "--wrap_diagnostics --gcc89_inlining x.ii",
        expect![[r#"
            Command-line error: option to enable GNU-C89-style inlining can be used only
                      when compiling C

            1 catastrophic error detected in this compilation.
            Compilation terminated.
        "#]],
    );
    check(
        "--wrap_diagnostics --aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        expect![[r#"
            Command-line error: invalid option:
                      --aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=aaaaaaaaaaaaaaaaaaaaaa
                      aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

            1 catastrophic error detected in this compilation.
            Compilation terminated.
        "#]],
    );
}

#[test]
fn messages() {
    let mut all = String::new();
    for text in [
        "--diag_suppress= x.ii",
        "--timing=5 x.ii",
        "-Z x.ii",
        "-xZ x.ii",
        "-I",
        "-c++17 x.ii",
        "-std=c++17 x.ii",
        "--embedded_c x.ii",
        "--no_embed x.ii",
        "--diag_warn",
        "--stub_file_name",
        "--stub_file_name x.ii",
        "--error_limit=abc x.ii",
        "--error_limit=18446744073709551616 x.ii",
        "--error_limit=0 x.ii",
        "--pack_alignment=3 x.ii",
        "--pack_alignment=512 x.ii",
        "--gnu_version=0 x.ii",
        "--gnu_version=1000000 x.ii",
        "--clang_version=1000000 x.ii",
        "--diag_error=0 x.ii",
        "--diag_error=3795 x.ii",
        "--diag_error=186-D x.ii",
        "--diag_error=bogus,0 x.ii",
        "--diag_error=1,,2 x.ii",
        "--instantiate=auto x.ii",
        "--output_mode=json x.ii",
        "--unicode_source_kind=utf-8 x.ii",
        "--db=a x.ii",
        "--pch_dir=nowhere x.ii",
        "--edg_base_dir=nowhere x.ii",
        "--ms_header_unit=a x.ii",
        "--ms_header_unit=a=b --ms_header_unit=a=c x.ii",
        "--set_flag=a x.ii",
        "--clear_flag=a x.ii",
        "--target=sm_80 x.ii",
        "--ms_std_preprocessor x.ii",
        "--no_namespaces x.ii",
        "--c++17 --c x.ii",
        "--c++17 --c --bad x.ii",
        "--c --c++11 x.ii",
        "--svr4 x.ii",
        "--strict --gnu_version=120200 x.ii",
        "--strict --old_c x.ii",
        "--strict --svr4 x.ii",
        "--svr4 --old_c x.ii",
        "--strict --cfront_2.1 x.ii",
        "--strict --anachronisms x.ii",
        "--strict --long_preserving_rules x.ii",
        "--strict --ignore_std x.ii",
        "--c --rtti x.ii",
        "--c --exceptions --rtti x.ii",
        "--c --parse_templates x.ii",
        "--c23_typeof x.ii",
        "--func_prototype_tags x.ii",
        "--dep_name --no_parse_templates x.ii",
        "--long_lifetime_temps x.ii",
        "--no_auto_type --no_auto_storage x.ii",
        "--utf8_char_literals --no_uliterals x.ii",
        "--no_g++ --short_enums x.ii",
        "--c++03 --implicit_noexcept x.ii",
        "--rvalue_ctor_is_copy_ctor --gen_move_operations x.ii",
        "--building_runtime --c++11 x.ii",
        "--no_bool x.ii",
    ] {
        all.push_str(&format!("{text}\n    {}\n", message(text)));
    }
    expect![[r#"
        --diag_suppress= x.ii
            invalid option: --diag_suppress=
        --timing=5 x.ii
            invalid option: --timing=5
        -Z x.ii
            invalid option: -Z
        -xZ x.ii
            invalid option: -xZ
        -I
            invalid option: -I
        -c++17 x.ii
            invalid option: -c++17
        -std=c++17 x.ii
            invalid instantiation mode: d=c++17
        --embedded_c x.ii
            invalid option: --embedded_c
        --no_embed x.ii
            invalid option: --no_embed
        --diag_warn
            "--diag_warn" requires an argument
        --stub_file_name
            "--stub_file_name" requires an argument
        --stub_file_name x.ii
            missing source file name
        --error_limit=abc x.ii
            invalid number: abc
        --error_limit=18446744073709551616 x.ii
            invalid number: 18446744073709551616
        --error_limit=0 x.ii
            invalid error limit: 0
        --pack_alignment=3 x.ii
            invalid packing alignment value
        --pack_alignment=512 x.ii
            invalid packing alignment value
        --gnu_version=0 x.ii
            invalid GNU version number: 0
        --gnu_version=1000000 x.ii
            invalid GNU version number: 1000000
        --clang_version=1000000 x.ii
            invalid clang version number: 1000000
        --diag_error=0 x.ii
            invalid error number in diagnostic control option: 0
        --diag_error=3795 x.ii
            invalid error number in diagnostic control option: 3795
        --diag_error=186-D x.ii
            invalid number: 186-D
        --diag_error=bogus,0 x.ii
            invalid error tag in diagnostic control option: bogus
        --diag_error=1,,2 x.ii
            invalid error tag in diagnostic control option: 
        --instantiate=auto x.ii
            invalid instantiation mode: auto
        --output_mode=json x.ii
            unrecognized output mode (must be one of text, sarif): json
        --unicode_source_kind=utf-8 x.ii
            unrecognized Unicode source kind (must be one of UTF-8, UTF-16, UTF-16LE, UTF-16BE): utf-8
        --db=a x.ii
            error in debug option argument
        --pch_dir=nowhere x.ii
            invalid PCH directory: nowhere
        --edg_base_dir=nowhere x.ii
            invalid EDG_BASE directory: nowhere
        --ms_header_unit=a x.ii
            no mapping specified for "a"
        --ms_header_unit=a=b --ms_header_unit=a=c x.ii
            header unit mapping for "a" specified more than once
        --set_flag=a x.ii
            unrecognized flag name: a
        --clear_flag=a x.ii
            unrecognized flag name: a
        --target=sm_80 x.ii
            no "sm_80" --target configuration exists
        --ms_std_preprocessor x.ii
            option "--ms_std_preprocessor" is not supported by this front end
        --no_namespaces x.ii
            option "--no_namespaces" is not supported by this front end
        --c++17 --c x.ii
            language modes specified are incompatible
        --c++17 --c --bad x.ii
            language modes specified are incompatible
        --c --c++11 x.ii
            language modes specified are incompatible
        --svr4 x.ii
            language modes specified are incompatible
        --strict --gnu_version=120200 x.ii
            language modes specified are incompatible
        --strict --old_c x.ii
            strict mode is incompatible with K&R mode
        --strict --svr4 x.ii
            strict mode is incompatible with SVR4 C mode
        --svr4 --old_c x.ii
            SVR4 C compatibility option can be used only when compiling ANSI C
        --strict --cfront_2.1 x.ii
            strict mode is incompatible with cfront mode
        --strict --anachronisms x.ii
            strict mode is incompatible with allowing anachronisms
        --strict --long_preserving_rules x.ii
            strict mode is incompatible with long preserving rules
        --strict --ignore_std x.ii
            strict mode is incompatible with treating namespace std as an alias for the global namespace
        --c --rtti x.ii
            RTTI option can be used only when compiling C++
        --c --exceptions --rtti x.ii
            exception handling option can be used only when compiling C++
        --c --parse_templates x.ii
            option "parse_templates" can be used only when compiling C++
        --c23_typeof x.ii
            option "c23_typeof" can be used only when compiling C
        --func_prototype_tags x.ii
            function prototype tags can only be enabled when compiling C
        --dep_name --no_parse_templates x.ii
            option "dep_name" cannot be used with "no_parse_templates"
        --long_lifetime_temps x.ii
            long lifetime temporaries are incompatible with other requested newer language features
        --no_auto_type --no_auto_storage x.ii
            the type specifier and storage class specifier meanings of "auto" cannot both be disabled
        --utf8_char_literals --no_uliterals x.ii
            support for UTF-8 literals requires u-literal support.
        --no_g++ --short_enums x.ii
            the "short_enums" option is only valid in GNU C and GNU C++ modes
        --c++03 --implicit_noexcept x.ii
            "--implicit_noexcept" requires a mode that enables noexcept
        --rvalue_ctor_is_copy_ctor --gen_move_operations x.ii
            move operations cannot be generated when rvalue constructors are copy constructors
        --building_runtime --c++11 x.ii
            must specify C++14 mode when building runtime library
        --no_bool x.ii
            enabling C++14-style constexpr requires support for "bool"
    "#]].assert_eq(&all);
}

#[test]
fn the_reference_takes_these() {
    for text in [
        "--diag_suppress=4294967297 x.ii",
        "--gnu_version=0120200 x.ii",
        "--pch_dir=/data x.ii",
        "--ms_header_unit=a=b --ms_header_unit_quote=a=b x.ii",
        "--strict --gcc --no_gcc x.ii",
        "--no_bool --bool x.ii",
        "--stub_file_name --bad x.ii",
        "--db=-1 x.ii",
        "-ne 5 x.ii",
        "-ne5 x.ii",
        // With one dash this is `-d` and asks for a trace.
        "-diag_suppress=177 x.ii",
        "-- x.ii",
    ] {
        assert_eq!(message(text), "fine", "{text}");
    }
}

#[test]
fn blanks_and_other_bytes() {
    let os = |list: &[&str]| list.iter().map(OsString::from).collect::<Vec<_>>();
    let fine = words(&os(&["--diag_error", "1 8 6, 177 ", "x.ii"])).unwrap();
    let numbers: Vec<u32> = fine.diagnostics.controls[0]
        .selectors
        .iter()
        .map(|s| s.number)
        .collect();
    assert_eq!(numbers, [186, 177]);
    let error = words(&os(&["--diag_error", "\t1", "x.ii"])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid error tag in diagnostic control option: \t1"
    );
    let error = words(&os(&["--error_limit", "", "x.ii"])).unwrap_err();
    assert_eq!(error.to_string(), "invalid error limit: ");
    let empty_source = words(&os(&["", "x.ii"])).unwrap_err();
    assert!(
        empty_source
            .text
            .ends_with(b"in this compilation.\nCompilation terminated.\n")
    );
}

#[cfg(unix)]
#[test]
fn bytes_that_are_not_utf8_come_back() {
    use std::os::unix::ffi::OsStringExt;
    let error = words(&[OsString::from_vec(b"--\xff\xfe".to_vec())]).unwrap_err();
    assert!(
        error
            .text
            .starts_with(b"Command-line error: invalid option: --\xff\xfe\n")
    );
}

#[test]
fn notices() {
    let alone = line("-v").unwrap();
    assert_eq!(
        (alone.task, alone.notices),
        (Task::Stop(0), vec![Notice::Version])
    );
    let listed = line("--dump_command_options --dump_legacy_as_target=t").unwrap();
    assert_eq!(listed.task, Task::Stop(0));
    assert_eq!(
        listed.notices,
        [Notice::CommandOptions, Notice::LegacyTarget(b"t".to_vec())]
    );
    let full = line("-v -V --bad").unwrap();
    assert_eq!(
        (full.task, full.notices),
        (Task::Stop(1), vec![Notice::Version, Notice::FullVersion])
    );
    let error = line("-v --bad -V").unwrap_err();
    assert_eq!(error.notices, [Notice::Version]);
    assert_eq!(line("-v --no_bool").unwrap_err().notices, [Notice::Version]);
    assert!(matches!(line("-v x.ii").unwrap().task, Task::Run(_)));
}

#[test]
fn double_include_directories() {
    let invocation = line("-Ia -Ib --sys_include=a x.ii").unwrap();
    expect![[r#"
        Command-line warning: "a" was specified as both a system and non-system include directory -- the non-system entry will be ignored

    "#]]
    .assert_eq(&String::from_utf8(invocation.warnings).unwrap());
    assert!(
        line("-Ia --sys_include=a -w x.ii")
            .unwrap()
            .warnings
            .is_empty()
    );
    let error = line("-Ia --sys_include=a x.ii y.ii").unwrap_err();
    assert!(error.text.starts_with(b"Command-line warning: \"a\" was"));
}

#[test]
fn files_that_cannot_be_opened() {
    let invocation = line("--error_output=no/x --orig_src_file_name a.cu a.ii").unwrap();
    let error = invocation.cannot_open(FileRole::ErrorOutput, Path::new("no/x"), None);
    expect![[r#"
        Command-line error: cannot open error file "no/x"

        1 catastrophic error detected in the compilation of "a.cu".
        Compilation terminated.
    "#]]
    .assert_eq(&String::from_utf8(error.text).unwrap());
    let texts: Vec<String> = [
        FileRole::Listing,
        FileRole::CrossReference,
        FileRole::PreprocessingOutput,
        FileRole::Preinclude,
    ]
    .into_iter()
    .map(|role| {
        invocation
            .cannot_open(role, Path::new("f"), Some("Is a directory"))
            .to_string()
    })
    .collect();
    assert_eq!(
        texts,
        [
            "cannot open raw listing file \"f\": Is a directory",
            "cannot open cross-reference file \"f\": Is a directory",
            "cannot open preprocessing output file \"f\": Is a directory",
            "cannot open source file \"f\": Is a directory",
        ]
    );
}
