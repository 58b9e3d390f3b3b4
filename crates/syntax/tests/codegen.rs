//! Keeps `src/generated` in step with `tokens.tsv` and `cpp.ungram`. A stale file fails the test;
//! `CLEAVE_UPDATE=1 cargo test -p cleave-syntax --test codegen` rewrites it. The crate must compile for that: change the
//! tables first, regenerate, then use what is new.

mod codegen {
    pub(crate) mod grammar;
    pub(crate) mod kinds;
    pub(crate) mod nodes;
}

use std::{fs, path::Path};

#[test]
fn generated_code_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tokens = fs::read_to_string(root.join("tokens.tsv")).unwrap();
    let grammar = fs::read_to_string(root.join("cpp.ungram")).unwrap();
    let tokens = codegen::grammar::tokens(&tokens);
    let rules = codegen::grammar::rules(&grammar, &tokens);
    let mut stale = Vec::new();
    for (name, text) in [
        ("kind.rs", codegen::kinds::generate(&tokens, &rules)),
        ("nodes.rs", codegen::nodes::generate(&rules)),
    ] {
        let path = root.join("src/generated").join(name);
        let text = format_rust(&text);
        if fs::read_to_string(&path).unwrap_or_default() != text {
            if std::env::var_os("CLEAVE_UPDATE").is_some() {
                fs::write(&path, text).unwrap();
            } else {
                stale.push(name);
            }
        }
    }
    assert!(
        stale.is_empty(),
        "stale: {stale:?}; run with CLEAVE_UPDATE=1"
    );
}

/// The text as rustfmt writes it, so that formatting the crate never makes it stale.
fn format_rust(text: &str) -> String {
    use std::io::Write;
    let mut child = std::process::Command::new("rustfmt")
        .args(["--edition", "2024"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("rustfmt is installed");
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success(), "rustfmt rejects the generated text");
    String::from_utf8(out.stdout).unwrap()
}

#[test]
fn every_spelling_is_found() {
    use cleave_syntax::{Predefined, keyword, predefined};
    let tokens =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tokens.tsv")).unwrap();
    for token in codegen::grammar::tokens(&tokens) {
        let expected = match token.class.as_str() {
            "kw" | "kw11" | "kw20" | "gnu" | "alt" | "gnu_alt" => {
                assert_eq!(
                    keyword(&token.text).map(|kind| format!("{kind:?}")),
                    Some(token.kind)
                );
                continue;
            }
            "trait" => Predefined::Trait,
            "transform" => Predefined::Transform,
            "builtin_type" => Predefined::Type,
            "builtin_template" => Predefined::Template,
            _ => continue,
        };
        assert_eq!(predefined(&token.text), Some(expected), "{}", token.text);
        assert_eq!(keyword(&token.text), None);
    }
    for name in ["x", "foo", "Int", "intt", "__is_nothing", "co_awaitx", ""] {
        assert_eq!((keyword(name), predefined(name)), (None, None));
    }
}
