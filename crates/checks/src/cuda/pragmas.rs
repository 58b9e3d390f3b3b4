//! What pragmas of device code ask of the program: the value of an expression that stands in one, what the functions around one
//! declare, and the function behind one.

use cleave_base_db::{Db, SourceFile};
use cleave_codes::{Code, codes};
use cleave_cuda::{ExecutionSpace, tile};
use cleave_names::decl::DeclKind;
use cleave_names::{ItemNode, declarations, item_id_of_node};
use cleave_odr_use::pieces::of_device;
use cleave_typing::eval::{Argument, pragma_argument};
use cleave_typing::thir::{ExprKind, LocalKind, Stmt, StmtId, Typed, Unroll};
use cleave_typing::{Fill, Ty, check, display, program};
use rustc_hash::FxHashSet;

use crate::engine::redeclarations::said_before;

/// What an expression in a pragma is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PragmaValue {
    /// An integer constant.
    Integer(i128),
    /// A constant of a type that is no integral one.
    NotIntegral(String),
    /// No constant.
    NotConstant,
    /// A name that means nothing.
    Undefined(String),
    /// Not known.
    Unknown,
}

/// The value of an expression in a pragma next to an item.
pub fn pragma_value(db: &dyn Db, item: ItemNode<'_>, text: &str) -> PragmaValue {
    let unknown = || PragmaValue::Unknown;
    cleave_typing::outermost(db, unknown, || {
        let item = item_id_of_node(db, item);
        match pragma_argument(db, item, text) {
            Argument::Integer(value) => PragmaValue::Integer(value),
            Argument::Wrong(problems) => match &problems[..] {
                [p] if p.code == codes::EXPR_NOT_CONSTANT => PragmaValue::NotConstant,
                [p] if p.code == codes::CONSTANT_NOT_INTEGRAL_OR_ENUM => match p.fills[..] {
                    [Fill::Type(ty)] => PragmaValue::NotIntegral(display::type_text(db, ty)),
                    _ => PragmaValue::Unknown,
                },
                [p] if p.code == codes::UNDEFINED_IDENTIFIER => match &p.fills[..] {
                    [Fill::Name(name)] => PragmaValue::Undefined(name.to_string()),
                    _ => PragmaValue::Unknown,
                },
                _ => PragmaValue::Unknown,
            },
            Argument::Dependent | Argument::Unknown => PragmaValue::Unknown,
        }
    })
}

/// What `#pragma unroll` is ignored for in the instances of an item's templates: the first token of the loop, or of what stands before it in
/// its block, and why, once for each instance.
pub fn unrolled_instances(db: &dyn Db, item: ItemNode<'_>, extended: bool) -> Vec<(u32, Code)> {
    let item = item_id_of_node(db, item);
    let mut out = Vec::new();
    for piece in of_device(db, item, extended) {
        let typed = piece.typed;
        if piece.entity.env(db).is_none() {
            continue;
        }
        for (n, stmt) in typed.stmts.iter().enumerate() {
            let Stmt::Loop { unroll, .. } = stmt else {
                continue;
            };
            let code = match unroll {
                Some(Unroll::NotPositive) => codes::UNROLL_VALUE_NOT_POSITIVE,
                Some(Unroll::TooOften) => codes::UNROLL_VALUE_TOO_LARGE,
                _ => continue,
            };
            // What a `for` begins with stands in front of the loop, in a block around both.
            let own = StmtId(n as u32);
            let around = (0..).zip(&typed.stmts).find_map(|(n, s)| match s {
                Stmt::Block(all) if all.contains(&own) => Some(StmtId(n)),
                _ => None,
            });
            let start = |s: StmtId| Some(program::statement_tokens(db, typed, s)?.start);
            let starts = [start(own), around.and_then(start)];
            let mut starts: Vec<u32> = starts.into_iter().flatten().collect();
            starts.dedup();
            out.extend(starts.into_iter().map(|start| (start, code)));
        }
    }
    out
}

/// What a name means among the locals of an item's functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Local {
    /// None of them has it.
    None,
    /// A variable or parameter of arithmetic type that is no constant.
    Changes,
    /// Something else, or several of them.
    Unclear,
}

/// What the locals of an item's functions, and of the lambdas in them, say of a name.
pub fn local_of_function(db: &dyn Db, item: ItemNode<'_>, name: &str) -> Local {
    cleave_typing::outermost(
        db,
        || Local::Unclear,
        || {
            let mut found = Vec::new();
            for body in program::bodies(db, item_id_of_node(db, item)) {
                if let Some(typed) = check::body(db, body) {
                    locals_named(db, typed, name, 0, &mut found);
                }
            }
            match found[..] {
                [] => Local::None,
                [(ty, is_parameter)] if ty.is_arithmetic(db) => {
                    match is_parameter || !ty.quals(db).is_const {
                        true => Local::Changes,
                        false => Local::Unclear,
                    }
                }
                _ => Local::Unclear,
            }
        },
    )
}

/// How deep lambdas are looked for in lambdas.
const DEPTH: usize = 64;

/// The locals of a name that are declared in some code and in its lambdas: their types, and whether they are parameters.
fn locals_named<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    name: &str,
    depth: usize,
    out: &mut Vec<(Ty<'db>, bool)>,
) {
    for local in typed.locals.iter().filter(|l| *l.name == *name) {
        match local.kind {
            LocalKind::Param(_) => out.push((local.ty, true)),
            LocalKind::Capture(_) => {}
            _ => out.push((local.ty, false)),
        }
    }
    let mut seen = FxHashSet::default();
    for expr in &typed.exprs {
        if let ExprKind::Lambda(closure, _) = &expr.kind
            && depth < DEPTH
            && seen.insert(expr.site)
            && let Some(inner) = check::body(db, closure.operator(db))
        {
            locals_named(db, inner, name, depth + 1, out);
        }
    }
}

/// The execution space of the function that an item declares first, by this declaration and those before it, and whether it is a
/// template; nothing inside for a class, a variable or a type. Nothing at all where that is not clear.
pub fn function_space<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
) -> Option<Option<(ExecutionSpace, bool)>> {
    let decls = declarations(db, item);
    let first = decls.iter().find(|d| d.parent.is_none())?;
    if first.instantiation {
        return None;
    }
    match first.kind {
        DeclKind::Function => {
            let before = said_before(db, item, first).unwrap_or_default();
            let space = ExecutionSpace::written(first, tile(db, file)).with(before.execution);
            Some(Some((space, first.is_template())))
        }
        DeclKind::Variable | DeclKind::Class | DeclKind::Enum | DeclKind::Type => Some(None),
    }
}
