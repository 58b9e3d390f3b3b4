//! Writes `kind.rs`: the enum of kinds, the keyword table and the tables of predefined names.

use std::fmt::Write;

use super::grammar::{Named, Rule, Token, snake};

const SLOTS: usize = 2048;

/// The text of `src/generated/kind.rs`.
pub(crate) fn generate(tokens: &[Token], rules: &[Named]) -> String {
    let mut out = String::from(
        "//! Generated from `tokens.tsv` and `cpp.ungram` by `tests/codegen.rs`; not for editing.\n\n\
         /// The kind of a token or of a node of the tree.\n\
         #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\n\
         #[repr(u16)]\n#[allow(non_camel_case_types, clippy::upper_case_acronyms)]\npub enum SyntaxKind {\n",
    );
    let own = |token: &&Token| {
        !matches!(
            token.class.as_str(),
            "alt" | "gnu_alt" | "trait" | "transform" | "builtin_type" | "builtin_template"
        )
    };
    for token in tokens.iter().filter(own) {
        match token.text.as_str() {
            "" => writeln!(out, "/// Token class `{}`.", token.kind.to_lowercase()).unwrap(),
            text => writeln!(out, "/// `{text}`").unwrap(),
        }
        writeln!(out, "{},", token.kind).unwrap();
    }
    for named in rules
        .iter()
        .filter(|named| matches!(named.rule, Rule::Node(_)))
    {
        writeln!(
            out,
            "/// Node [`{0}`](crate::ast::{0}).\n{1},",
            named.name,
            snake(&named.name).to_uppercase()
        )
        .unwrap();
    }
    out.push_str("}\n\nuse SyntaxKind::*;\n\nimpl SyntaxKind {\n/// Every kind in the order of its number.\npub const ALL: &[SyntaxKind] = &[\n");
    for token in tokens.iter().filter(own) {
        writeln!(out, "{},", token.kind).unwrap();
    }
    for named in rules
        .iter()
        .filter(|named| matches!(named.rule, Rule::Node(_)))
    {
        writeln!(out, "{},", snake(&named.name).to_uppercase()).unwrap();
    }
    let last = |class: &str| {
        &tokens
            .iter()
            .rfind(|token| token.class == class)
            .unwrap()
            .kind
    };
    let first = |class: &str| {
        &tokens
            .iter()
            .find(|token| token.class == class)
            .unwrap()
            .kind
    };
    writeln!(
        out,
        "];\n\
         /// White space, comments, line markers, pragmas and other directives.\n\
         pub const fn is_trivia(self) -> bool {{ (self as u16) <= {} as u16 }}\n\
         /// Any keyword, whatever the standard.\n\
         pub const fn is_keyword(self) -> bool {{ (self as u16) >= {} as u16 && (self as u16) <= {} as u16 }}\n\
         /// A keyword of C++11 and later only.\n\
         pub const fn is_cpp11_keyword(self) -> bool {{ (self as u16) >= {} as u16 && (self as u16) <= {} as u16 }}\n\
         /// A keyword of C++20 and later only.\n\
         pub const fn is_cpp20_keyword(self) -> bool {{ (self as u16) >= {} as u16 && (self as u16) <= {} as u16 }}\n\
         /// A token and not a node.\n\
         pub const fn is_token(self) -> bool {{ (self as u16) <= {} as u16 }}\n}}\n",
        last("trivia"), first("kw"), last("kw20"), first("kw11"), last("kw11"), first("kw20"), last("kw20"), last("kw20"),
    )
    .unwrap();
    out.push_str(
        "impl SyntaxKind {\n/// The spelling of a punctuator or keyword, the usual one if there are several.\n\
         pub const fn text(self) -> Option<&'static str> {\nSome(match self {\n",
    );
    for token in tokens
        .iter()
        .filter(own)
        .filter(|token| !token.text.is_empty())
    {
        writeln!(out, "{} => {:?},", token.kind, token.text).unwrap();
    }
    out.push_str("_ => return None,\n})\n}\n}\n\n");
    keywords(&mut out, tokens);
    predefined(&mut out, tokens);
    out
}

/// A perfect hash over length and six bytes; the search for its seed ends because no two keywords agree in all of them.
fn keywords(out: &mut String, tokens: &[Token]) {
    let words: Vec<&Token> = tokens
        .iter()
        .filter(|token| {
            matches!(
                token.class.as_str(),
                "kw" | "kw11" | "kw20" | "gnu" | "alt" | "gnu_alt"
            )
        })
        .collect();
    let hash = |text: &str, seed: u64| {
        let b = text.as_bytes();
        let n = b.len();
        let key = [
            b[0],
            b[1],
            b[n / 2],
            b[n - 2],
            b[n - 1],
            n as u8,
            b[n / 3],
            0,
        ];
        (u64::from_le_bytes(key).wrapping_mul(seed) >> 40) as usize % SLOTS
    };
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let table = 'seed: loop {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mut table = vec![0u8; SLOTS];
        for (at, word) in words.iter().enumerate() {
            let slot = &mut table[hash(&word.text, seed | 1)];
            if *slot != 0 {
                continue 'seed;
            }
            *slot = u8::try_from(at + 1).unwrap();
        }
        break table;
    };
    let longest = words.iter().map(|word| word.text.len()).max().unwrap();
    writeln!(
        out,
        "/// The kind of an identifier that is a keyword or an alternative token, in any standard or spelling.\n\
         pub fn keyword(text: &str) -> Option<SyntaxKind> {{\n\
         let b = text.as_bytes();\nlet n = b.len();\n\
         if !(2..={longest}).contains(&n) || !(b[0] == b'_' || b[0].is_ascii_lowercase()) {{ return None; }}\n\
         let key = u64::from_le_bytes([b[0], b[1], b[n / 2], b[n - 2], b[n - 1], n as u8, b[n / 3], 0]);\n\
         let slot = SLOTS[(key.wrapping_mul({:#x}) >> 40) as usize % SLOTS.len()] as usize;\n\
         if slot == 0 {{ return None; }}\n\
         let (word, kind) = WORDS[slot - 1];\n\
         (word == text).then_some(kind)\n}}\n",
        seed | 1
    )
    .unwrap();
    writeln!(
        out,
        "static WORDS: [(&str, SyntaxKind); {}] = [",
        words.len()
    )
    .unwrap();
    for word in &words {
        writeln!(out, "({:?}, {}),", word.text, word.kind).unwrap();
    }
    writeln!(
        out,
        "];\n\n#[rustfmt::skip]\nstatic SLOTS: [u8; {SLOTS}] = ["
    )
    .unwrap();
    for row in table.chunks(32) {
        writeln!(
            out,
            "    {},",
            row.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
        )
        .unwrap();
    }
    out.push_str("];\n\n");
}

fn predefined(out: &mut String, tokens: &[Token]) {
    out.push_str(
        "/// What the language itself declares under a reserved identifier. The names are ordinary identifiers to the lexer,\n\
         /// because libraries declare some of them.\n\
         #[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub enum Predefined {\n\
         /// A predicate over types, written as a call.\nTrait,\n\
         /// A transformation of a type, written as a call in type position.\nTransform,\n\
         /// A typedef name.\nType,\n\
         /// A template name.\nTemplate,\n}\n\n\
         /// The meaning of a reserved identifier that is predefined.\n\
         pub fn predefined(text: &str) -> Option<Predefined> {\n\
         if !text.starts_with(\"__\") { return None; }\n\
         PREDEFINED.binary_search_by(|(name, _)| (*name).cmp(text)).ok().map(|at| PREDEFINED[at].1)\n}\n\n",
    );
    let mut rows: Vec<(&str, &str)> = tokens
        .iter()
        .filter_map(|token| {
            let class = match token.class.as_str() {
                "trait" => "Trait",
                "transform" => "Transform",
                "builtin_type" => "Type",
                "builtin_template" => "Template",
                _ => return None,
            };
            Some((token.text.as_str(), class))
        })
        .collect();
    rows.sort_unstable();
    writeln!(
        out,
        "static PREDEFINED: [(&str, Predefined); {}] = [",
        rows.len()
    )
    .unwrap();
    for (text, class) in rows {
        writeln!(out, "({text:?}, Predefined::{class}),").unwrap();
    }
    out.push_str("];\n");
}
