//! String literals beside each other ([lex.string]/7): those with an encoding-prefix have the same one.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::STRING_LITERAL;

use crate::Finding;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// All literals of an item.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    if !s.lexed.kinds().contains(&STRING_LITERAL) {
        return;
    }
    let mut first = "";
    let mut reported = false;
    let mut suffix = "";
    for i in 0..s.lexed.len() as u32 {
        if s.kind(i) != STRING_LITERAL {
            (first, reported, suffix) = ("", false, "");
            continue;
        }
        // Literals with a suffix have the same one ([lex.ext]/8).
        let own = s.word(i).rsplit('"').next().unwrap_or_default();
        if !suffix.is_empty() && !own.is_empty() && own != suffix {
            out.push(Finding::new(
                codes::OTHER_LITERAL_SUFFIX {
                    suffix: Arg::Name(suffix.to_owned()),
                },
                i,
            ));
        }
        if suffix.is_empty() {
            suffix = own;
        }
        let prefix = s.word(i).split('"').next().unwrap_or_default();
        let prefix = prefix.strip_suffix('R').unwrap_or(prefix);
        if !first.is_empty() && !prefix.is_empty() && prefix != first && !reported {
            out.push(Finding::new(codes::MIXED_STRING_LITERAL_KINDS, i));
            reported = true;
        }
        if first.is_empty() {
            first = prefix;
        }
    }
}
