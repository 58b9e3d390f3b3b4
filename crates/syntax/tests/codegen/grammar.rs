//! Reads `tokens.tsv` and `cpp.ungram`.

use std::collections::BTreeMap;

/// One row of the token table.
pub(crate) struct Token {
    pub(crate) kind: String,
    pub(crate) text: String,
    pub(crate) class: String,
}

/// The rows of `tokens.tsv`.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let row = |line: &str| {
        let mut columns = line.split('\t').map(str::to_owned);
        let mut next = || {
            columns
                .next()
                .unwrap_or_else(|| panic!("three columns: {line}"))
        };
        Token {
            kind: next(),
            text: next(),
            class: next(),
        }
    };
    text.lines()
        .filter(|line| !line.starts_with("# ") && !line.is_empty())
        .map(row)
        .collect()
}

/// How often a member occurs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    One,
    Many,
}

/// A member of a node.
pub(crate) struct Member {
    pub(crate) label: Option<String>,
    pub(crate) what: What,
    pub(crate) count: Count,
}

/// A token kind or the name of a node or enum.
pub(crate) enum What {
    Token(String),
    Node(String),
}

/// The right side of a rule.
pub(crate) enum Rule {
    Node(Vec<Member>),
    Enum(Vec<String>),
}

/// A named rule in the order of the file.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) rule: Rule,
}

/// The rules of `cpp.ungram`; every name is checked to exist.
pub(crate) fn rules(text: &str, tokens: &[Token]) -> Vec<Named> {
    let mut kinds = BTreeMap::new();
    for token in tokens {
        if matches!(token.class.as_str(), "trivia" | "special") {
            kinds.insert(token.kind.clone(), token.kind.clone());
        } else if !token.text.is_empty() {
            kinds
                .entry(token.text.clone())
                .or_insert(token.kind.clone());
        }
    }
    let words = words(text);
    let mut rules = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let name = words[at].clone();
        assert_eq!(words[at + 1], "=", "a rule after {name}");
        at += 2;
        let start = at;
        while at < words.len() && words.get(at + 1).map(String::as_str) != Some("=") {
            at += 1;
        }
        rules.push(Named {
            rule: rule(&words[start..at], &kinds),
            name,
        });
    }
    let known: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
    for named in &rules {
        let used: Vec<&String> = match &named.rule {
            Rule::Enum(names) => names.iter().collect(),
            Rule::Node(members) => members
                .iter()
                .filter_map(|member| match &member.what {
                    What::Node(name) => Some(name),
                    What::Token(_) => None,
                })
                .collect(),
        };
        for name in used {
            assert!(
                known.contains(&name.as_str()),
                "unknown {name} in {}",
                named.name
            );
        }
    }
    rules
}

fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for line in text.lines() {
        let line = if line.trim_start().starts_with("//") {
            ""
        } else {
            line
        };
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let len = match first {
                '\'' => rest[1..].find('\'').expect("closed quote") + 2,
                c if c.is_alphanumeric() || c == '_' => rest
                    .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .unwrap_or(rest.len()),
                _ => 1,
            };
            words.push(rest[..len].to_owned());
            rest = rest[len..].trim_start();
        }
    }
    words
}

fn rule(words: &[String], kinds: &BTreeMap<String, String>) -> Rule {
    if words.iter().any(|word| word == "|") {
        return Rule::Enum(words.iter().filter(|word| *word != "|").cloned().collect());
    }
    let mut members = Vec::new();
    let mut label = None;
    let mut group = false;
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).map_or("", String::as_str);
        match word.as_str() {
            "(" => group = true,
            ")" => group = false,
            "?" | "*" | ":" => {}
            _ if next == ":" => label = Some(word.clone()),
            _ => {
                let what = match word.strip_prefix('\'') {
                    Some(text) => {
                        let text = text.trim_end_matches('\'');
                        What::Token(
                            kinds
                                .get(text)
                                .unwrap_or_else(|| panic!("token {text}"))
                                .clone(),
                        )
                    }
                    None => What::Node(word.clone()),
                };
                let many = next == "*" || group;
                let count = if many { Count::Many } else { Count::One };
                members.push(Member {
                    label: label.take(),
                    what,
                    count,
                });
            }
        }
    }
    Rule::Node(members)
}

/// `CamelCase` to `snake_case`.
pub(crate) fn snake(name: &str) -> String {
    let mut out = String::new();
    for (at, c) in name.char_indices() {
        if c.is_uppercase() && at > 0 {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}
