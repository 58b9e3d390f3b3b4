//! What typed code computes when it runs: its expressions without those that a constant decides against, in the order they
//! are written in.

use cleave_typing::thir::{
    Conversion, ExprId, ExprKind, Local, LocalId, LocalKind, Stmt, StmtId, Typed,
};

/// An expression that is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    pub expr: ExprId,
    /// The variable that it initialises as a whole.
    pub local: Option<LocalId>,
}

/// Where the walk is.
#[derive(Clone, Copy)]
pub(crate) enum At {
    Expr(ExprId, Option<LocalId>),
    Stmt(StmtId),
}

/// Everything that a body or an initialiser computes. Initialisers of constants and of static variables are left out.
pub fn reached(typed: &Typed<'_>) -> Vec<Reached> {
    let mut stack: Vec<At> = Vec::new();
    stack.extend(typed.block.map(At::Stmt));
    stack.extend(typed.value.map(|e| At::Expr(e, None)));
    for init in typed.inits.iter().rev().filter(|i| i.written.is_some()) {
        stack.push(At::Expr(init.value, None));
    }
    run(typed, stack)
}

/// What the initialisers of constants and of static variables compute while compiling.
pub fn constants(typed: &Typed<'_>) -> Vec<Reached> {
    let mut out = Vec::new();
    for stmt in &typed.stmts {
        let Stmt::Local(l, Some(init)) = stmt else {
            continue;
        };
        let local = typed.locals.get(l.0 as usize);
        if local.is_some_and(|l| l.is_constexpr || matches!(l.kind, LocalKind::Static(_))) {
            out.extend(run(typed, vec![At::Expr(*init, Some(*l))]));
        }
    }
    out
}

/// The expressions of constants that no statement and no initialiser has: bounds of arrays, template arguments, enumerators,
/// assertions, labels. Operands that are not evaluated are no constants.
pub fn manifest(typed: &Typed<'_>) -> Vec<ExprId> {
    let mut owned = vec![false; typed.exprs.len()];
    let (mut stmts, mut stack) = (Vec::new(), Vec::new());
    for stmt in &typed.stmts {
        stmt.parts(&mut stmts, &mut stack);
    }
    stack.extend(typed.value);
    stack.extend(typed.inits.iter().map(|i| i.value));
    while let Some(e) = stack.pop() {
        if let Some(entry) = owned.get_mut(e.0 as usize).filter(|owned| !**owned) {
            *entry = true;
            typed.exprs[e.0 as usize].kind.operands(&mut stack);
        }
    }
    let constant = |(i, owned): (usize, bool)| !owned && typed.exprs[i].evaluated;
    (owned.into_iter().enumerate())
        .filter(|e| constant(*e))
        .map(|(i, _)| ExprId(i as u32))
        .collect()
}

/// Everything that one expression computes.
pub fn within(typed: &Typed<'_>, e: ExprId) -> Vec<Reached> {
    run(typed, vec![At::Expr(e, None)])
}

/// The walk keeps its own stack: what is written may be nested deeply. Typed code is a tree, so that it ends.
fn run(typed: &Typed<'_>, mut stack: Vec<At>) -> Vec<Reached> {
    let mut out = Vec::new();
    let mut next = Vec::new();
    while let Some(at) = stack.pop() {
        if out.len() > typed.exprs.len() {
            break;
        }
        match at {
            At::Expr(e, local) => {
                let Some(expr) = typed.exprs.get(e.0 as usize) else {
                    continue;
                };
                out.push(Reached { expr: e, local });
                expressions(typed, &expr.kind, local, &mut next);
            }
            At::Stmt(s) => {
                if let Some(stmt) = typed.stmts.get(s.0 as usize) {
                    parts(typed, stmt, &mut next);
                }
            }
        }
        stack.extend(next.drain(..).rev());
    }
    out
}

/// Whether a variable is initialised when the code runs.
pub(crate) fn runs(local: &Local<'_>) -> bool {
    !local.is_constexpr && !matches!(local.kind, LocalKind::Static(_))
}

/// What a statement consists of, in order.
pub(crate) fn parts(typed: &Typed<'_>, stmt: &Stmt, out: &mut Vec<At>) {
    let expr = |e: ExprId| At::Expr(e, None);
    match stmt {
        Stmt::Expr(e) => out.push(expr(*e)),
        Stmt::Local(l, init) => {
            let runs = typed.locals.get(l.0 as usize).is_some_and(runs);
            out.extend(init.filter(|_| runs).map(|e| At::Expr(e, Some(*l))));
        }
        Stmt::Decls(all) | Stmt::Block(all) | Stmt::Taken(all) => {
            out.extend(all.iter().copied().map(At::Stmt))
        }
        Stmt::If {
            init,
            condition,
            then,
            otherwise,
        } => {
            out.extend(init.iter().copied().map(At::Stmt));
            out.push(expr(*condition));
            out.push(At::Stmt(*then));
            out.extend(otherwise.map(At::Stmt));
        }
        Stmt::IfConsteval(_, otherwise) => out.extend(otherwise.map(At::Stmt)),
        Stmt::Switch {
            init,
            condition,
            body,
        } => {
            out.extend(init.iter().copied().map(At::Stmt));
            out.push(expr(*condition));
            out.push(At::Stmt(*body));
        }
        Stmt::Case(_, _, s) | Stmt::Default(s) | Stmt::Label(_, s) => out.push(At::Stmt(*s)),
        Stmt::Loop {
            declaration,
            condition,
            step,
            body,
            ..
        } => {
            out.extend(declaration.map(At::Stmt));
            out.extend(condition.map(expr));
            out.extend(step.map(expr));
            out.push(At::Stmt(*body));
        }
        Stmt::Return(value) => out.extend(value.map(expr)),
        Stmt::Try(block, handlers) => {
            out.push(At::Stmt(*block));
            out.extend(handlers.iter().map(|h| At::Stmt(h.1)));
        }
        Stmt::Asm(asm) => out.extend(asm.operands.iter().map(|o| expr(o.value))),
        Stmt::Empty | Stmt::Error | Stmt::Goto(_) | Stmt::Break | Stmt::Continue => {}
    }
}

/// What an expression consists of, in order.
fn expressions(typed: &Typed<'_>, kind: &ExprKind<'_>, local: Option<LocalId>, out: &mut Vec<At>) {
    expressions_with(kind, local, &|condition| is_open(typed, condition), out);
}

/// The same, where `is_open` says behind which conditions operands are computed.
pub(crate) fn expressions_with(
    kind: &ExprKind<'_>,
    local: Option<LocalId>,
    is_open: &dyn Fn(ExprId) -> bool,
    out: &mut Vec<At>,
) {
    let expr = |e: &ExprId| At::Expr(*e, None);
    match kind {
        ExprKind::Error
        | ExprKind::Value(_)
        | ExprKind::String(_)
        | ExprKind::Param { .. }
        | ExprKind::Local(_)
        | ExprKind::Static(_)
        | ExprKind::Function(_)
        | ExprKind::This
        | ExprKind::DefaultArgument(..)
        | ExprKind::Zero
        | ExprKind::Uninitialized
        | ExprKind::DefaultMember(_)
        | ExprKind::Typeid(_) => {}
        ExprKind::Full(e) | ExprKind::Convert(Conversion::Noop, e) => {
            out.push(At::Expr(*e, local));
        }
        ExprKind::Overloaded { object, .. } => out.extend(object.iter().map(expr)),
        ExprKind::Field(e, _)
        | ExprKind::Convert(_, e)
        | ExprKind::Materialize(e)
        | ExprKind::Unary(_, e)
        | ExprKind::Delete { pointer: e, .. }
        | ExprKind::Destroy(e, ..)
        | ExprKind::Step { operand: e, .. } => out.push(expr(e)),
        ExprKind::UnionInit(_, e) | ExprKind::Throw(e) => out.extend(e.iter().map(expr)),
        ExprKind::Call { object, args, .. } => {
            out.extend(object.iter().chain(args.iter()).map(expr));
        }
        ExprKind::CallIndirect(e, args) => {
            out.extend(std::iter::once(e).chain(args.iter()).map(expr));
        }
        ExprKind::CallMember(a, b, args) => {
            out.extend([a, b].into_iter().chain(args.iter()).map(expr));
        }
        ExprKind::Launch(e, configuration, args) => {
            let all = std::iter::once(e).chain(configuration.iter());
            out.extend(all.chain(args.iter()).map(expr));
        }
        ExprKind::Builtin(_, es)
        | ExprKind::Construct(_, es)
        | ExprKind::ConstructImplicit(_, es)
        | ExprKind::List(es)
        | ExprKind::InitializerList(es)
        | ExprKind::Lambda(_, es) => out.extend(es.iter().map(expr)),
        ExprKind::Aggregate(es) => out.extend(es.iter().flatten().map(expr)),
        ExprKind::Array(es, rest) => {
            out.extend(es.iter().map(expr));
            out.extend(rest.iter().map(|e| At::Expr(*e, local)));
        }
        ExprKind::Binary(_, a, b)
        | ExprKind::Comma(a, b)
        | ExprKind::Assign(a, b, _)
        | ExprKind::Compound(_, a, b, _)
        | ExprKind::Index(a, b)
        | ExprKind::MemberPointer(a, b) => out.extend([a, b].map(expr)),
        ExprKind::Logical(_, a, b) => {
            out.push(expr(a));
            out.extend(is_open(*a).then(|| expr(b)));
        }
        ExprKind::Conditional(c, a, b) => {
            out.push(expr(c));
            if is_open(*c) {
                out.extend([a, b].map(expr));
            }
        }
        ExprKind::New {
            count,
            init,
            placement,
            ..
        } => {
            out.extend(count.iter().chain(placement.iter()).map(expr));
            out.extend(init.iter().map(expr));
        }
        ExprKind::Statements(s) => out.push(At::Stmt(*s)),
    }
}

/// Whether a condition certainly depends on what is known when the code runs: it reads a variable that is no constant. What stands behind
/// the condition of an operator within is computed only if that one reads such a variable, and then all is said: it is not gone into.
fn is_open(typed: &Typed<'_>, condition: ExprId) -> bool {
    is_open_with(typed, condition, &|_| false)
}

/// The same, where `runs` says what else is certainly computed only when the code runs.
pub(crate) fn is_open_with<'db>(
    typed: &Typed<'db>,
    condition: ExprId,
    runs: &dyn Fn(&ExprKind<'db>) -> bool,
) -> bool {
    let node = |e: ExprId| typed.exprs.get(e.0 as usize).map(|x| &x.kind);
    let reads = |kind: &ExprKind<'_>| match kind {
        ExprKind::Convert(Conversion::Load, e) => match node(*e) {
            Some(ExprKind::Local(l)) => typed
                .locals
                .get(l.0 as usize)
                .is_some_and(|local| local.init.is_none() && !local.is_constexpr),
            Some(ExprKind::Unary(..) | ExprKind::Index(..)) => true,
            _ => false,
        },
        _ => false,
    };
    let (mut stack, mut next) = (vec![At::Expr(condition, None)], Vec::new());
    let mut met = 0;
    while let Some(at) = stack.pop().filter(|_| met <= typed.exprs.len()) {
        match at {
            At::Expr(e, _) => {
                met += 1;
                match node(e) {
                    Some(kind) if reads(kind) || runs(kind) => return true,
                    Some(ExprKind::Logical(_, first, _) | ExprKind::Conditional(first, ..)) => {
                        next.push(At::Expr(*first, None));
                    }
                    Some(kind) => expressions(typed, kind, None, &mut next),
                    None => {}
                }
            }
            At::Stmt(s) => {
                if let Some(stmt) = typed.stmts.get(s.0 as usize) {
                    parts(typed, stmt, &mut next);
                }
            }
        }
        stack.extend(next.drain(..).rev());
    }
    false
}
