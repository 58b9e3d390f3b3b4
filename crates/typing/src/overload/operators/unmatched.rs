//! Why builtin operators do not take their operands: the candidates of [over.built], grouped and called as the reference's notes
//! group and call them (reference: diagnostics, Candidates). It chooses none.

use cleave_lang::Operator;

use super::Reachable;
use crate::template::Operand;
use crate::{Context, Ty};

/// The parameter of a builtin candidate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Param {
    Arithmetic,
    PromotedArithmetic,
    NonBool,
    Integral,
    PromotedIntegral,
    Bool,
    Difference,
    Null,
    ToObject,
    ToFunction,
    /// There is a candidate for each type of this kind that an operand may be.
    Each(Kind),
}

/// A kind of types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Pointer,
    ToObject,
    ToMember,
    Enum,
}

use Param::*;

const ADDITION: &[&[Param]] = &[
    &[PromotedArithmetic, PromotedArithmetic],
    &[ToObject, Difference],
    &[Difference, ToObject],
];
const SUBTRACTION: &[&[Param]] = &[
    &[PromotedArithmetic, PromotedArithmetic],
    &[ToObject, Difference],
    &[Each(Kind::ToObject), Each(Kind::ToObject)],
];
const EQUALITY: &[&[Param]] = &[
    &[PromotedArithmetic, PromotedArithmetic],
    &[Each(Kind::Pointer), Each(Kind::Pointer)],
    &[Null, Null],
    &[Each(Kind::ToMember), Each(Kind::ToMember)],
    &[Each(Kind::Enum), Each(Kind::Enum)],
];
const ORDER: &[&[Param]] = &[
    &[PromotedArithmetic, PromotedArithmetic],
    &[Each(Kind::Pointer), Each(Kind::Pointer)],
    &[Each(Kind::Enum), Each(Kind::Enum)],
    &[Null, Null],
];

/// The builtin candidates of an operator for so many operands.
fn candidates(op: Operator, operands: usize) -> &'static [&'static [Param]] {
    use Operator::*;
    match (op, operands) {
        (Plus, _) => ADDITION,
        (Minus, _) => SUBTRACTION,
        (Multiply | Divide, _) => &[&[PromotedArithmetic, PromotedArithmetic]],
        (Remainder | BitAnd | BitOr | BitXor | ShiftLeft | ShiftRight, _) => {
            &[&[PromotedIntegral, PromotedIntegral]]
        }
        (Equal | NotEqual, _) => EQUALITY,
        (Less | Greater | LessEqual | GreaterEqual | Spaceship, _) => ORDER,
        (LogicalAnd | LogicalOr, _) => &[&[Bool, Bool]],
        (ArrowStar, _) => &[&[ToObject, Each(Kind::ToMember)]],
        (Subscript, _) => &[&[ToObject, Difference], &[Difference, ToObject]],
        (PlusAssign | MinusAssign, _) => {
            &[&[Arithmetic, PromotedArithmetic], &[ToObject, Difference]]
        }
        (MultiplyAssign | DivideAssign, _) => &[&[Arithmetic, PromotedArithmetic]],
        (
            RemainderAssign | BitAndAssign | BitOrAssign | BitXorAssign | ShiftLeftAssign
            | ShiftRightAssign,
            _,
        ) => &[&[Integral, PromotedIntegral]],
        (Increment | Decrement, 1) => &[&[NonBool], &[ToObject]],
        (Increment | Decrement, _) => &[&[NonBool, Integral], &[ToObject, Integral]],
        (Negate, _) => &[&[PromotedArithmetic]],
        (UnaryPlus, _) => &[&[PromotedArithmetic], &[Each(Kind::Pointer)]],
        (Complement, _) => &[&[PromotedIntegral]],
        (Not, _) => &[&[Bool]],
        (Dereference, _) => &[&[ToObject], &[ToFunction]],
        _ => &[],
    }
}

impl Param {
    fn text(self) -> &'static str {
        match self {
            Arithmetic => "<arithmetic>",
            PromotedArithmetic => "<promoted arithmetic>",
            NonBool => "<non-bool arithmetic>",
            Integral => "<integral>",
            PromotedIntegral => "<promoted integral>",
            Bool => "<bool>",
            Difference => "<ptrdiff_t>",
            Null => "<nullptr>",
            ToObject | Each(Kind::ToObject) => "<pointer to object>",
            ToFunction => "<pointer to function>",
            Each(Kind::Pointer) => "<pointer>",
            Each(Kind::ToMember) => "<pointer-to-member>",
            Each(Kind::Enum) => "<enum>",
        }
    }

    /// Whether an operand of a type is taken. `of`: the type that this candidate is for.
    fn takes<'db>(self, cx: &Context<'db>, ty: Ty<'db>, of: Option<Ty<'db>>) -> bool {
        let db = cx.db;
        let unscoped = ty.is_enum(db) && !crate::convert::standard::is_scoped(db, ty);
        match self {
            Arithmetic => ty.is_arithmetic(db),
            PromotedArithmetic | Difference => ty.is_arithmetic(db) || unscoped,
            NonBool => ty.is_arithmetic(db) && !ty.is_bool(db),
            Integral => ty.is_integral(db),
            PromotedIntegral => ty.is_integral(db) || unscoped,
            Bool => ty.is_arithmetic(db) || unscoped || ty.is_pointer_like(db),
            Null => ty.is_nullptr(db),
            ToObject => is(cx, Kind::ToObject, ty),
            ToFunction => ty.pointee(db).is_some_and(|to| to.is_function(db)),
            Each(_) => {
                let to_void = |t: Ty<'db>| t.pointee(db).is_some_and(|to| to.is_void(db));
                let of = of.unwrap_or(ty);
                ty == of || ty.is_nullptr(db) || to_void(of) && ty.is_pointer(db)
            }
        }
    }
}

fn is<'db>(cx: &Context<'db>, kind: Kind, ty: Ty<'db>) -> bool {
    let db = cx.db;
    match kind {
        Kind::Pointer => ty.is_pointer(db),
        Kind::ToObject => {
            let to = ty.pointee(db);
            to.is_some_and(|to| !to.is_void(db) && !to.is_function(db))
        }
        Kind::ToMember => matches!(ty.kind(db), crate::TyKind::MemberPointer { .. }),
        Kind::Enum => ty.is_enum(db),
    }
}

/// The builtin candidates of an operator, each with the number of the first operand that it does not take, counted from one.
pub(crate) fn unmatched<'db>(
    cx: &mut Context<'db>,
    op: Operator,
    args: &[Operand<'db>],
) -> Vec<(String, usize)> {
    let db = cx.db;
    let sets: Vec<Vec<Ty<'db>>> = args
        .iter()
        .map(|arg| {
            let mut types = Reachable::of(cx, arg.ty).types;
            types.iter_mut().for_each(|ty| *ty = ty.unqualified(db));
            types
        })
        .collect();
    let mut out = Vec::new();
    for params in candidates(op, args.len()) {
        let each = params.iter().find_map(|param| match param {
            Each(kind) => Some(*kind),
            _ => None,
        });
        let bound: Vec<Option<Ty<'db>>> = match each {
            Some(kind) => {
                let mut all: Vec<Ty<'db>> = Vec::new();
                for ty in sets.iter().flatten().filter(|ty| is(cx, kind, **ty)) {
                    if !all.contains(ty) {
                        all.push(*ty);
                    }
                }
                // Where there is but one operand the candidate stands for all.
                match params.len() {
                    1 => vec![None],
                    _ => all.into_iter().map(Some).collect(),
                }
            }
            None => vec![None],
        };
        for of in bound {
            let takes = |(param, types): (&Param, &Vec<Ty<'db>>)| match (param, of) {
                (Each(kind), None) => types.iter().any(|ty| is(cx, *kind, *ty)),
                _ => types.iter().any(|ty| param.takes(cx, *ty, of)),
            };
            if let Some(wrong) = params.iter().zip(&sets).position(|pair| !takes(pair)) {
                let texts: Vec<_> = params.iter().map(|p| p.text()).collect();
                let text = format!("{}({})", op.function_id(), texts.join(", "));
                out.push((text, wrong + 1));
            }
        }
    }
    out
}
