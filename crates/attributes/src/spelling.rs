//! CUDA's macros for attributes, spelled out as its headers do it. For programs in tests, which no preprocessor reads.

use std::ops::Range;

use crate::ATTRIBUTES;

/// A macro in a text, and what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The macro's bytes, its arguments among them.
    pub written: Range<usize>,
    /// The attribute-specifier.
    pub text: String,
}

/// The macros of a text from left to right. Knows neither comments nor literals.
pub fn expansions(text: &str) -> Vec<Expansion> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(is_word).map(|n| at + n) {
        let length = text[start..].find(|c| !is_word(c));
        at = length.map_or(text.len(), |n| start + n);
        let word = &text[start..at];
        let named = ATTRIBUTES.iter().find(|a| a.macro_name() == Some(word));
        let Some(attribute) = named else { continue };
        let arguments = match attribute.most_arguments() {
            Some(_) => parenthesized(&text[at..]),
            None => "",
        };
        at += arguments.len();
        out.push(Expansion {
            written: start..at,
            text: format!("__attribute__(({}{arguments}))", attribute.name),
        });
    }
    out
}

/// A text with its macros spelled out.
pub fn expand(text: &str) -> String {
    let mut out = String::new();
    let mut done = 0;
    for expansion in expansions(text) {
        out.push_str(&text[done..expansion.written.start]);
        out.push_str(&expansion.text);
        done = expansion.written.end;
    }
    out.push_str(&text[done..]);
    out
}

/// The parentheses that a text begins with.
fn parenthesized(text: &str) -> &str {
    if !text.starts_with('(') {
        return "";
    }
    let mut depth = 0;
    let end = text.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    end.map_or("", |end| text.get(..=end).unwrap_or(""))
}

#[cfg(test)]
mod tests {
    use super::expand;

    #[test]
    fn macros_are_spelled_out() {
        let text =
            "__global__ void __launch_bounds__(f(1), 2) k(int __grid_constant__ a__device__);";
        let want = "__attribute__((global)) void __attribute__((launch_bounds(f(1), 2))) \
                    k(int __attribute__((grid_constant)) a__device__);";
        assert_eq!(expand(text), want);
        assert_eq!(
            expand("__inline_hint__ __noinline__"),
            "__attribute__((nv_inline_hint)) __noinline__"
        );
        assert_eq!(expand("__host__"), "__attribute__((host))");
    }
}
