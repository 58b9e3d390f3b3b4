//! The arguments of launch bounds and their kin, and where these may stand (reference: attributes, Launch bounds; attributes, Other
//! launch attributes).

use cleave_attributes::{Attribute as Known, Meaning, find};
use cleave_codes::{Code, codes};
use cleave_cuda::annotations;
use cleave_names::decl::{Attribute, Decl, DeclKind, Spec, Tokens};
use cleave_syntax::SyntaxKind;
use cleave_typing::eval::Argument as Value;

use crate::Finding;
use crate::cuda::attributes::known::shown;
use crate::cuda::kernels::form::{Dropped, function_type};
use crate::cuda::launches::arguments::{
    Written, components, depends, given, values, values_of, written,
};
use crate::cuda::launches::declared::{self, Launch};
use crate::cxx::names::undeclared;
use crate::engine::entities;
use crate::engine::nodes::is_arithmetic;
use crate::engine::order::where_applied;
use crate::engine::problems;
use crate::engine::source::{Sink, Source};
use crate::engine::suppression;

/// The largest value that fits.
const MAX: i128 = 0x7fff_ffff;

/// What may go wrong with the number of registers.
struct Registers {
    attribute: &'static str,
    negative: Code,
    large: Code,
}

const REGISTERS: [Registers; 2] = [
    Registers {
        attribute: "maxnreg",
        negative: codes::MAXNREG_NEGATIVE,
        large: codes::MAXNREG_TOO_LARGE,
    },
    Registers {
        attribute: "local_maxnreg",
        negative: codes::LOCAL_MAXNREG_NEGATIVE,
        large: codes::LOCAL_MAXNREG_TOO_LARGE,
    },
];

/// The launch attributes of every function of the item.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let dropped = Dropped::of(s);
    for (i, decl) in s.decls.iter().enumerate() {
        if decl.kind == DeclKind::Variable && !decl.attributes.is_empty() {
            by_typedef(s, decl, &dropped, out);
        }
        if decl.kind != DeclKind::Function || decl.instantiation {
            continue;
        }
        let from = out.len();
        for (n, a) in decl.attributes.iter().enumerate() {
            applied(s, decl, n, a, out);
        }
        validate(s, i, decl, &dropped, out);
        // What is wrong with an argument was seen when that was read.
        let is_of_whole = |at: u32| {
            let mut attributes = decl.attributes.iter();
            at == decl.name_tokens.start || attributes.any(|a| a.tokens.start == at)
        };
        for finding in out.split_off(from) {
            out.push(match is_of_whole(finding.at) {
                true => where_applied(finding, decl),
                false => finding,
            });
        }
    }
}

/// What is said about an attribute where it stands.
fn applied<'db>(s: &Source<'db>, decl: &Decl, n: usize, a: &Attribute, out: &mut Sink<'db>) {
    let at = a.tokens.start;
    let before = decl.attributes.get(..n).unwrap_or_default();
    let launch = find(&a.name).filter(|k| k.meaning == Meaning::Launch);
    let Some(limit) = launch.and_then(Known::most_arguments) else {
        return;
    };
    if !given(a) {
        return;
    }
    let mut args = written(s, a.arguments);
    if a.name == "block_size"
        && !args.is_empty()
        && s.kind(args[0].tokens.start) != SyntaxKind::L_PAREN
        && !tuples(s, a, &args, out)
    {
        return;
    }
    if let Some(extra) = args.get(limit) {
        // The comma before the one too many.
        out.push(Finding::new(codes::EXP_RPAREN, extra.tokens.start - 1));
        args.truncate(limit);
    }
    if a.name == "block_size" && !tuples(s, a, &args, out) {
        return;
    }
    let trailing = !args.is_empty() && s.kind(a.arguments.end - 1) == SyntaxKind::COMMA;
    if args.is_empty() && a.name != "cluster_dims" || trailing {
        return out.push(Finding::new(codes::EXP_PRIMARY_EXPR, a.arguments.end));
    }
    let mut known = Vec::new();
    if a.name == "block_size" {
        for (i, tuple) in args.iter().enumerate() {
            let parts = components(s, decl, tuple);
            if are_wrong(s, &parts, out) {
                return names_expected(&args[i..], out);
            }
            known.extend(parts);
        }
    } else {
        known = values(s, decl, &args);
        if types(s, decl, &args, out) | are_wrong(s, &known, out) {
            return;
        }
    }
    // One argument that hangs on template arguments keeps all from being looked at before they are known.
    let values: Vec<Option<i128>> = match known.contains(&Value::Dependent) {
        true => Vec::new(),
        false => known.iter().map(Value::integer).collect(),
    };
    match a.name.as_str() {
        "launch_bounds" => {
            let friend = decl.spec.any(Spec::FRIEND);
            if decl.parent.is_some() && !friend || crate::cuda::kernels::form::is_member(s, decl) {
                out.push(
                    Finding::new(codes::BOUNDS_ATTR_ONLY_NONMEMBER_FUNC, at).text(shown(&a.name)),
                );
            }
            match values.get(2) {
                Some(Some(v)) if *v < 0 => {
                    out.push(Finding::new(codes::MAX_BLOCKS_PER_CLUSTER_NEGATIVE, at))
                }
                Some(Some(v)) if *v > MAX => {
                    out.push(Finding::new(codes::MAX_BLOCKS_PER_CLUSTER_TOO_LARGE, at))
                }
                _ => {}
            }
        }
        "cluster_dims" => {
            positive(
                &values,
                at,
                codes::CLUSTER_DIMS_MUST_BE_POSITIVE,
                codes::CLUSTER_DIMS_TOO_LARGE,
                out,
            );
            if !args.is_empty() && second_tuple(s, before) {
                out.push(Finding::new(
                    codes::CONFLICT_BETWEEN_CLUSTER_DIM_AND_BLOCK_SIZE,
                    at,
                ));
            }
        }
        "block_size" => {
            positive(
                &values,
                at,
                codes::BLOCK_SIZE_MUST_BE_POSITIVE,
                codes::BLOCK_SIZE_TOO_LARGE,
                out,
            );
            let before = before
                .iter()
                .any(|b| b.name == "cluster_dims" && !b.arguments.is_empty());
            if args.len() == 2 && before {
                out.push(Finding::new(
                    codes::CONFLICT_BETWEEN_CLUSTER_DIM_AND_BLOCK_SIZE,
                    at,
                ));
            }
        }
        _ => {
            for r in REGISTERS.iter().filter(|r| r.attribute == a.name) {
                match values.first().copied().flatten() {
                    Some(v) if v <= 0 => out.push(Finding::new(r.negative, at)),
                    Some(v) if v > MAX => out.push(Finding::new(r.large, at)),
                    _ => {}
                }
            }
        }
    }
}

/// Whether an attribute's arguments are what it takes: one too many does no harm.
pub(crate) fn is_well_formed<'db>(s: &Source<'db>, decl: &Decl, a: &Attribute) -> bool {
    let mut found = Vec::new();
    applied(s, decl, usize::MAX, a, &mut found);
    let harm = |f: &Finding<'db>| !f.code.is_cuda() && f.code != codes::EXP_RPAREN;
    !found.iter().any(harm)
}

/// Reports what is wrong with arguments that are no integral constants. Whether there are any.
fn are_wrong<'db>(s: &Source<'db>, values: &[Value<'db>], out: &mut Sink<'db>) -> bool {
    let mut any = false;
    for value in values {
        let Value::Wrong(problems) = value else {
            continue;
        };
        any = true;
        let found = problems
            .iter()
            .filter_map(|p| problems::with_notes(s.db, p))
            .map(|f| Finding { item: None, ..f });
        let (undefined, mut found): (Vec<_>, Vec<_>) =
            found.partition(suppression::is_once_in_scope);
        out.append(&mut found);
        out.extend(undeclared::reported(s, undefined));
    }
    any
}

/// Reports an argument that is a type by its first word. Whether there is one.
fn types<'db>(s: &Source<'db>, decl: &Decl, args: &[Written], out: &mut Sink<'db>) -> bool {
    let is_parameter = |w: &Written| {
        let mut params = decl.heads.iter().flat_map(|h| h.params.iter());
        let word = s.word(w.tokens.start);
        w.tokens.end == w.tokens.start + 1
            && params.any(|p| {
                let key = s.kind(p.tokens.start);
                p.name.as_deref() == Some(word)
                    && matches!(key, SyntaxKind::TYPENAME_KW | SyntaxKind::CLASS_KW)
            })
    };
    let is_type = |w: &&Written| {
        !w.is_expression() && is_arithmetic(s.kind(w.tokens.start)) || is_parameter(w)
    };
    let Some(w) = args.iter().find(is_type) else {
        return false;
    };
    let first = w.tokens.start;
    out.push(Finding::new(codes::TYPE_NAME_NOT_ALLOWED, first));
    if is_arithmetic(s.kind(first + 1)) {
        out.push(Finding::new(codes::EXP_RPAREN, first + 1));
    }
    true
}

fn positive(values: &[Option<i128>], at: u32, negative: Code, large: Code, out: &mut Sink<'_>) {
    for v in values.iter().flatten() {
        if *v <= 0 {
            out.push(Finding::new(negative, at));
        } else if *v > MAX {
            out.push(Finding::new(large, at));
        }
    }
}

/// `block_size` takes one or two tuples of three. Whether that is what is written.
fn tuples<'db>(s: &Source<'db>, a: &Attribute, args: &[Written], out: &mut Sink<'db>) -> bool {
    let first = a.arguments.start;
    if args.is_empty() {
        out.push(Finding::new(codes::EXP_LPAREN, first));
        out.push(Finding::new(codes::MISSING_ATTRIBUTE_ARGUMENTS, first).name("block_size"));
        return false;
    }
    for (i, w) in args.iter().enumerate() {
        let t = w.tokens;
        if s.kind(t.start) != SyntaxKind::L_PAREN {
            out.push(Finding::new(codes::EXP_LPAREN, t.start));
            out.push(Finding::new(codes::EXP_PRIMARY_EXPR, a.arguments.end));
            out.push(
                Finding::new(codes::MISSING_ATTRIBUTE_ARGUMENTS, a.arguments.end)
                    .name("block_size"),
            );
            return false;
        }
        let close = t.end - 1;
        if s.kind(close) != SyntaxKind::R_PAREN {
            return false;
        }
        let parts = written(
            s,
            Tokens {
                start: t.start + 1,
                end: close,
            },
        );
        if parts.len() < 3 {
            out.push(
                Finding::new(codes::MISSING_ATTRIBUTE_ARGUMENTS, close).name("__block_size__"),
            );
            names_expected(&args[i..], out);
            return false;
        }
        if let Some(fourth) = parts.get(3) {
            out.push(Finding::new(codes::EXP_RPAREN, fourth.tokens.start - 1));
            return false;
        }
    }
    true
}

/// Behind the first of some tuples, which is wrong, the reference reads what follows as further attributes.
fn names_expected(tuples: &[Written], out: &mut Sink<'_>) {
    let next = tuples.get(1).map(|next| next.tokens.start);
    let behind = tuples.last().map(|last| last.tokens.end + 2);
    let names = next.into_iter().chain(behind);
    out.extend(names.map(|at| Finding::new(codes::EXP_IDENTIFIER, at)));
}

fn second_tuple(s: &Source<'_>, before: &[Attribute]) -> bool {
    before
        .iter()
        .any(|b| b.name == "block_size" && written(s, b.arguments).len() == 2)
}

/// Whether a declaration says by itself that it is a kernel's.
fn is_annotated_kernel(decl: &Decl) -> bool {
    decl.has_attribute("global") || decl.has_attribute("tile_global")
}

/// Whether a declaration has attributes of launches.
fn has_launch(decl: &Decl) -> bool {
    let launch = |a: &Attribute| find(&a.name).is_some_and(|k| k.meaning == Meaning::Launch);
    decl.attributes.iter().any(launch)
}

/// What is said of launch attributes on a function that is no kernel.
fn no_kernel<'db>(s: &Source<'db>, decl: &Decl, dropped: &Dropped, out: &mut Sink<'db>) {
    let at = decl.name_tokens.start;
    let find = |name: &str| {
        let named = |a: &&Attribute| a.name == name && !dropped.has(decl, a);
        decl.attributes.iter().rev().find(named)
    };
    let none_positive = |a: &Attribute| {
        let values = values_of(s, decl, a);
        values.iter().filter_map(Value::integer).any(|v| v <= 0)
    };
    let bounds = find("launch_bounds").filter(|a| given(a));
    let cluster = find("cluster_dims").filter(|a| !a.arguments.is_empty() && !none_positive(a));
    let block = find("block_size").filter(|a| given(a));
    for a in [bounds, cluster, block].into_iter().flatten() {
        out.push(Finding::new(codes::BOUNDS_ATTR_ONLY_ON_GLOBAL_FUNC, at).text(shown(&a.name)));
    }
    let registers = find("maxnreg").filter(|a| !depends(s, decl, a));
    if registers.is_some_and(|a| given(a) && !none_positive(a)) {
        out.push(Finding::new(codes::MAXNREG_ATTR_ONLY_ON_GLOBAL_FUNC, at).text("__maxnreg__"));
    }
}

/// The launch attributes of `F f;` where `F` is a function type. A kernel may be declared before in another way.
fn by_typedef<'db>(s: &Source<'db>, decl: &Decl, dropped: &Dropped, out: &mut Sink<'db>) {
    if !has_launch(decl) || function_type(s, decl).is_none() {
        return;
    }
    for (n, a) in decl.attributes.iter().enumerate() {
        applied(s, decl, n, a, out);
    }
    if !is_annotated_kernel(decl) && entities::earlier(s, decl).is_empty() {
        no_kernel(s, decl, dropped, out);
    }
}

/// What is said about the function once all its attributes are known.
fn validate<'db>(
    s: &Source<'db>,
    index: usize,
    decl: &Decl,
    dropped: &Dropped,
    out: &mut Sink<'db>,
) {
    let at = decl.name_tokens.start;
    // A member that is defined outside of its class had its say inside; a template's members have theirs later.
    let elsewhere = !decl.qualifier.is_empty() || decl.parent.is_some() && decl.is_template();
    let kernel = s.merged(index).space.is_kernel() || is_annotated_kernel(decl);
    // A specialisation of a kernel is one, whatever is written on it. Which template that is, only those ask that need it.
    let template = || entities::template_of(s, decl).map(|t| annotations(s.db, t).is_kernel());
    if !kernel
        && !elsewhere
        && has_launch(decl)
        && (!decl.is_specialization() || template() == Some(false))
    {
        no_kernel(s, decl, dropped, out);
    }
    let own = Launch::of(s, decl);
    if own == Launch::default() {
        return;
    }
    let all = declared::before(s, decl).then(own);
    if let (Some(limit), Some(blocks)) = (all.limit, all.blocks)
        && kernel
        && blocks > limit
        && (own.blocks.is_some() || own.limit.is_some())
    {
        let by = if all.by_block_size {
            "__block_size__"
        } else {
            "__cluster_dims__"
        };
        out.push(Finding::new(codes::TOO_MANY_BLOCKS_IN_CLUSTER, at).text(by));
    }
    if all.bounds && all.registers && (own.bounds || own.registers) {
        out.push(
            Finding::new(codes::BOUNDS_MAXNREG_INCOMPATIBLE_QUALIFIERS, at)
                .text("__launch_bounds__ and __maxnreg__"),
        );
    }
}
