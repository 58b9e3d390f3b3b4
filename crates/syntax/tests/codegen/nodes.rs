//! Writes `nodes.rs`: a typed wrapper with accessors for every node and enum of the grammar.

use std::{collections::BTreeMap, fmt::Write};

use super::grammar::{Count, Named, Rule, What, snake};

/// The text of `src/generated/nodes.rs`.
pub(crate) fn generate(rules: &[Named]) -> String {
    let mut out = String::from(
        "//! Generated from `cpp.ungram` by `tests/codegen.rs`; not for editing.\n\n\
         use crate::{SyntaxKind::{self, *}, tree::{SyntaxNode, SyntaxToken}, ast::{AstNode, AstChildren, support}};\n\n",
    );
    let by_name: BTreeMap<&str, &Rule> = rules
        .iter()
        .map(|named| (named.name.as_str(), &named.rule))
        .collect();
    for named in rules {
        match &named.rule {
            Rule::Enum(_) => {
                let mut variants = Vec::new();
                flatten(&named.name, &by_name, &mut variants);
                write_enum(&mut out, &named.name, &variants);
            }
            Rule::Node(members) => {
                let kind = snake(&named.name).to_uppercase();
                let name = &named.name;
                writeln!(
                    out,
                    "/// Node `{kind}`.\n#[derive(Clone, PartialEq, Eq, Hash, Debug)]\npub struct {name} {{ syntax: SyntaxNode }}\n\
                     impl AstNode for {name} {{\n\
                     fn can_cast(kind: SyntaxKind) -> bool {{ kind == {kind} }}\n\
                     fn cast(syntax: SyntaxNode) -> Option<Self> {{ (syntax.kind() == {kind}).then_some(Self {{ syntax }}) }}\n\
                     fn syntax(&self) -> &SyntaxNode {{ &self.syntax }}\n}}"
                )
                .unwrap();
                if members.is_empty() {
                    continue;
                }
                writeln!(out, "impl {name} {{").unwrap();
                let mut seen = Vec::new();
                for member in members {
                    let (method, body) = match (&member.what, member.count) {
                        (What::Token(kind), Count::One) => {
                            let base = member.label.clone().unwrap_or_else(|| token_name(kind));
                            (
                                format!("{base}_token"),
                                format!(
                                    "-> Option<SyntaxToken> {{ support::token(&self.syntax, {kind}) }}"
                                ),
                            )
                        }
                        (What::Token(kind), Count::Many) => {
                            if kind == "COMMA" {
                                continue;
                            }
                            let base = member.label.clone().unwrap_or_else(|| token_name(kind));
                            (
                                format!("{base}_tokens"),
                                format!(
                                    "-> impl Iterator<Item = SyntaxToken> + use<> {{ support::tokens(&self.syntax, {kind}) }}"
                                ),
                            )
                        }
                        (What::Node(node), Count::One) => (
                            member.label.clone().unwrap_or_else(|| snake(node)),
                            format!("-> Option<{node}> {{ support::child(&self.syntax) }}"),
                        ),
                        (What::Node(node), Count::Many) => (
                            member.label.clone().unwrap_or_else(|| plural(&snake(node))),
                            format!("-> AstChildren<{node}> {{ support::children(&self.syntax) }}"),
                        ),
                    };
                    if seen.contains(&method) {
                        continue;
                    }
                    let what = match (&member.what, member.count) {
                        (What::Token(kind), Count::One) => format!("The first `{kind}` token."),
                        (What::Token(kind), Count::Many) => format!("The `{kind}` tokens."),
                        (What::Node(node), Count::One) => format!("The first child [`{node}`]."),
                        (What::Node(node), Count::Many) => {
                            format!("The children that are [`{node}`].")
                        }
                    };
                    writeln!(out, "/// {what}\npub fn {method}(&self) {body}").unwrap();
                    seen.push(method);
                }
                out.push_str("}\n\n");
            }
        }
    }
    out
}

fn plural(name: &str) -> String {
    if name.ends_with("qualifiers") {
        name.to_owned()
    } else {
        format!("{name}s")
    }
}

fn token_name(kind: &str) -> String {
    kind.trim_end_matches("_KW").to_lowercase()
}

fn flatten<'a>(name: &'a str, rules: &BTreeMap<&str, &'a Rule>, out: &mut Vec<&'a str>) {
    match rules[name] {
        Rule::Enum(names) => names.iter().for_each(|name| flatten(name, rules, out)),
        Rule::Node(_) => {
            if !out.contains(&name) {
                out.push(name);
            }
        }
    }
}

fn write_enum(out: &mut String, name: &str, variants: &[&str]) {
    writeln!(out, "/// Any of the nodes that are a {name}.\n#[derive(Clone, PartialEq, Eq, Hash, Debug)]\npub enum {name} {{").unwrap();
    for variant in variants {
        writeln!(
            out,
            "/// See [`{variant}`](struct@{variant}).\n{variant}({variant}),"
        )
        .unwrap();
    }
    let kinds: Vec<String> = variants
        .iter()
        .map(|variant| snake(variant).to_uppercase())
        .collect();
    writeln!(
        out,
        "}}\nimpl AstNode for {name} {{\nfn can_cast(kind: SyntaxKind) -> bool {{ matches!(kind, {}) }}\n\
         fn cast(syntax: SyntaxNode) -> Option<Self> {{ Some(match syntax.kind() {{",
        kinds.join(" | ")
    )
    .unwrap();
    for (variant, kind) in variants.iter().zip(&kinds) {
        writeln!(out, "{kind} => Self::{variant}({variant} {{ syntax }}),").unwrap();
    }
    out.push_str("_ => return None,\n}) }\nfn syntax(&self) -> &SyntaxNode { match self {\n");
    for variant in variants {
        writeln!(out, "Self::{variant}(it) => &it.syntax,").unwrap();
    }
    out.push_str("} }\n}\n\n");
}
