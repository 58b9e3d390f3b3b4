//! The arguments of launch bounds and their kin, and where these may stand (reference: attributes, Launch bounds; attributes, Other
//! launch attributes).

use cleave_attributes::{Attribute as Known, Meaning, find};
use cleave_codes::{Code, codes};
use cleave_names::decl::{Attribute, Decl, DeclKind, Spec, Tokens};
use cleave_syntax::SyntaxKind;

use crate::Finding;
use crate::cuda::attributes::known::shown;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::tokens::constants;
use crate::tokens::constants::Value;

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
    for (i, decl) in s.decls.iter().enumerate() {
        if decl.kind != DeclKind::Function || decl.instantiation {
            continue;
        }
        for (n, a) in decl.attributes.iter().enumerate() {
            applied(s, decl, n, a, out);
        }
        validate(s, i, decl, out);
    }
}

fn given(a: &Attribute) -> bool {
    a.arguments.start > a.tokens.start
}

/// What is said about an attribute where it stands.
fn applied<'db>(s: &Source<'db>, decl: &Decl, n: usize, a: &Attribute, out: &mut Sink<'db>) {
    let at = a.tokens.start;
    let before = decl.attributes.get(..n).unwrap_or_default();
    let args = s.arguments(a.arguments);
    let launch = find(&a.name).filter(|k| k.meaning == Meaning::Launch);
    let Some(limit) = launch.and_then(Known::most_arguments) else {
        return;
    };
    // A comma may stand between angle brackets, which only names can tell from comparisons.
    let angles = a
        .arguments
        .range()
        .any(|i| s.kind(i as u32) == SyntaxKind::LT);
    if !given(a) || angles {
        return;
    }
    if a.name == "block_size"
        && !args.is_empty()
        && s.kind(args[0].start) != SyntaxKind::L_PAREN
        && !tuples(s, a, &args, out)
    {
        return;
    }
    if args.len() > limit {
        // The comma before the one too many.
        return out.push(Finding::new(codes::EXP_RPAREN, args[limit].start - 1));
    }
    if a.name == "block_size" && !tuples(s, a, &args, out) {
        return;
    }
    let trailing = !args.is_empty() && s.kind(a.arguments.end - 1) == SyntaxKind::COMMA;
    if args.is_empty() && a.name != "cluster_dims" || trailing {
        return out.push(Finding::new(codes::EXP_PRIMARY_EXPR, a.arguments.end));
    }
    let values: Vec<Option<i128>> = args.iter().map(|&t| constants::integer(s, t)).collect();
    if a.name != "block_size" && !constant_arguments(s, decl, &args, out) {
        return;
    }
    // One argument that hangs on template arguments keeps all from being looked at before they are known.
    let depends = names_parameter(s, decl, a.arguments);
    let values = if depends { Vec::new() } else { values };
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
            for tuple in args.iter().filter(|_| !depends) {
                positive(
                    &tuple_values(s, *tuple),
                    at,
                    codes::BLOCK_SIZE_MUST_BE_POSITIVE,
                    codes::BLOCK_SIZE_TOO_LARGE,
                    out,
                );
            }
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

/// Whether an attribute's arguments are what it takes, as far as tokens tell: one too many does no harm.
pub(crate) fn is_well_formed<'db>(s: &Source<'db>, decl: &Decl, a: &Attribute) -> bool {
    let mut found = Vec::new();
    applied(s, decl, usize::MAX, a, &mut found);
    let harm = |f: &Finding<'db>| !f.code.is_cuda() && f.code != codes::EXP_RPAREN;
    !found.iter().any(harm)
}

/// Arguments must be integral constants. Says what is wrong with the first that certainly is none.
fn constant_arguments<'db>(
    s: &Source<'db>,
    decl: &Decl,
    args: &[Tokens],
    out: &mut Sink<'db>,
) -> bool {
    for &t in args {
        // What hangs on template arguments is looked at when they are known.
        if names_parameter(s, decl, t) {
            continue;
        }
        let start = t.start;
        let one = t.end == t.start + 1;
        match constants::value(s, t) {
            Value::Variable(at) => out.push(Finding::new(codes::EXPR_NOT_CONSTANT, at)),
            Value::Floating(ty) | Value::Other(ty) => {
                out.push(
                    Finding::new(codes::CONSTANT_NOT_INTEGRAL_OR_ENUM, start)
                        .arg(Arg::Type(ty.into())),
                );
            }
            _ if one && crate::tokens::types::is_arithmetic(s.kind(start)) => {
                out.push(Finding::new(codes::TYPE_NAME_NOT_ALLOWED, start));
            }
            Value::Unknown if one => match named(s, start) {
                Some(found) => out.push(found),
                None => continue,
            },
            _ => continue,
        }
        return false;
    }
    true
}

/// What is said of a name that is the only argument: a type, or a floating-point constant.
fn named<'db>(s: &Source<'db>, at: u32) -> Option<Finding<'db>> {
    let [only] = crate::tokens::index::only_mine(s.db, s.file, s.word(at)) else {
        return None;
    };
    if only.class.is_some() || only.template || only.scope != s.item.scope(s.db) {
        return None;
    }
    match only.kind {
        DeclKind::Class | DeclKind::Type | DeclKind::Enum => {
            Some(Finding::new(codes::TYPE_NAME_NOT_ALLOWED, at))
        }
        DeclKind::Variable => {
            let theirs = Source::new(s.db, s.file, only.item, s.settings);
            let decl = theirs.decls.get(only.decl as usize)?;
            let ty = crate::tokens::types::declared(&theirs, decl).fundamental()?;
            ty.floating.then(|| {
                Finding::new(codes::CONSTANT_NOT_INTEGRAL_OR_ENUM, at)
                    .arg(Arg::Type(ty.name.into()))
            })
        }
        DeclKind::Function => None,
    }
}

/// Whether a template parameter of the declaration is named among some tokens.
pub(crate) fn names_parameter(s: &Source<'_>, decl: &Decl, t: Tokens) -> bool {
    let params = decl.heads.iter().flat_map(|h| h.params.iter());
    let mut names = params.filter_map(|p| p.name.as_deref());
    names.any(|name| t.range().any(|i| s.word(i as u32) == name))
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

/// The components of a parenthesised tuple.
fn tuple_values(s: &Source<'_>, t: Tokens) -> Vec<Option<i128>> {
    if t.end < t.start + 2 || s.kind(t.start) != SyntaxKind::L_PAREN {
        return Vec::new();
    }
    let inner = Tokens {
        start: t.start + 1,
        end: t.end - 1,
    };
    s.arguments(inner)
        .iter()
        .map(|&a| constants::integer(s, a))
        .collect()
}

/// `block_size` takes one or two tuples of three. Whether that is what is written.
fn tuples<'db>(s: &Source<'db>, a: &Attribute, args: &[Tokens], out: &mut Sink<'db>) -> bool {
    let first = a.arguments.start;
    if args.is_empty() {
        out.push(Finding::new(codes::EXP_LPAREN, first));
        out.push(Finding::new(codes::MISSING_ATTRIBUTE_ARGUMENTS, first).name("block_size"));
        return false;
    }
    for t in args {
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
        let parts = s.arguments(Tokens {
            start: t.start + 1,
            end: close,
        });
        if parts.len() < 3 {
            out.push(
                Finding::new(codes::MISSING_ATTRIBUTE_ARGUMENTS, close).name("__block_size__"),
            );
            if args.len() == 1 {
                out.push(Finding::new(codes::EXP_IDENTIFIER, close + 3));
            }
            return false;
        }
        if let Some(fourth) = parts.get(3) {
            out.push(Finding::new(codes::EXP_RPAREN, fourth.start - 1));
            return false;
        }
    }
    true
}

fn second_tuple(s: &Source<'_>, before: &[Attribute]) -> bool {
    before
        .iter()
        .any(|b| b.name == "block_size" && s.arguments(b.arguments).len() == 2)
}

/// What the launch attributes of one declaration say, for the declarations that follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Launch {
    bounds: bool,
    registers: bool,
    /// The most blocks that a cluster may have.
    limit: Option<i128>,
    /// How many it has.
    blocks: Option<i128>,
    /// By which attribute.
    by_block_size: bool,
}

impl Launch {
    /// What is known after a further declaration.
    pub(crate) fn then(self, later: Launch) -> Launch {
        Launch {
            bounds: self.bounds || later.bounds,
            registers: self.registers || later.registers,
            limit: if later.bounds {
                later.limit
            } else {
                self.limit
            },
            blocks: later.blocks.or(self.blocks),
            by_block_size: if later.blocks.is_some() {
                later.by_block_size
            } else {
                self.by_block_size
            },
        }
    }
}

/// What one declaration says.
pub(crate) fn said(s: &Source<'_>, decl: &Decl) -> Launch {
    let find = |name: &str| decl.attributes.iter().rev().find(|a| a.name == name);
    let bounds = find("launch_bounds").filter(|a| given(a));
    let cluster = find("cluster_dims").filter(|a| !a.arguments.is_empty());
    let block = find("block_size").filter(|a| given(a));
    let of = |values: Vec<Option<i128>>| {
        values
            .into_iter()
            .try_fold(1i128, |product, v| Some(product * v.filter(|&v| v > 0)?))
    };
    let values = |t: Tokens| -> Vec<Option<i128>> {
        s.arguments(t)
            .iter()
            .map(|&t| constants::integer(s, t))
            .collect()
    };
    let third = bounds.and_then(|b| s.arguments(b.arguments).get(2).copied());
    Launch {
        bounds: bounds.is_some(),
        // A number that hangs on template arguments does not count.
        registers: find("maxnreg")
            .is_some_and(|a| given(a) && !names_parameter(s, decl, a.arguments)),
        limit: third
            .and_then(|t| constants::integer(s, t))
            .filter(|&v| v > 0),
        blocks: match (cluster, block) {
            (Some(c), _) => of(values(c.arguments)),
            (None, Some(b)) => s
                .arguments(b.arguments)
                .get(1)
                .and_then(|&t| of(tuple_values(s, t))),
            (None, None) => None,
        },
        by_block_size: cluster.is_none(),
    }
}

/// What is said about the function once all its attributes are known.
fn validate<'db>(s: &Source<'db>, index: usize, decl: &Decl, out: &mut Sink<'db>) {
    let find = |name: &str| decl.attributes.iter().rev().find(|a| a.name == name);
    let at = decl.name_tokens.start;
    // A member that is defined outside of its class had its say inside; a template's members have theirs later.
    let elsewhere = !decl.qualifier.is_empty() || decl.parent.is_some() && decl.is_template();
    let uncertain = decl.is_specialization() || decl.place.of > 1;
    let kernel = s.merged(index).space.is_kernel()
        || decl.has_attribute("global")
        || decl.has_attribute("tile_global");
    let none_positive = |a: &Attribute| {
        s.arguments(a.arguments)
            .iter()
            .any(|&t| constants::integer(s, t).is_some_and(|v| v <= 0))
    };
    if !kernel && !elsewhere && !uncertain {
        let bounds = find("launch_bounds").filter(|a| given(a));
        let cluster = find("cluster_dims").filter(|a| !a.arguments.is_empty() && !none_positive(a));
        let block = find("block_size").filter(|a| given(a));
        for a in [bounds, cluster, block].into_iter().flatten() {
            out.push(Finding::new(codes::BOUNDS_ATTR_ONLY_ON_GLOBAL_FUNC, at).text(shown(&a.name)));
        }
        let registers = find("maxnreg").filter(|a| !names_parameter(s, decl, a.arguments));
        if registers.is_some_and(|a| given(a) && !none_positive(a)) {
            out.push(Finding::new(codes::MAXNREG_ATTR_ONLY_ON_GLOBAL_FUNC, at).text("__maxnreg__"));
        }
    }
    let before = crate::tokens::index::before(s.db, s.file, s.item)
        .iter()
        .find(|b| b.0 as usize == index)
        .map_or(Launch::default(), |b| b.1.launch);
    let own = said(s, decl);
    let all = before.then(own);
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
