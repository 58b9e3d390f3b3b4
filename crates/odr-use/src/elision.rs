//! The copies that are left out of a function that returns a variable of its own ([class.copy.elision]).

use cleave_base_db::Db;
use cleave_typing::thir::{Conversion, ExprId, ExprKind, LocalId, LocalKind, Stmt, StmtId, Typed};

/// The variable that is the object a function returns, and the copies of it that are left out: all `return` statements name it
/// ([class.copy.elision]/1), and the function's outermost block declares it. The reference copies what an inner block declares, and copies
/// where the return type is deduced (reference: device-half, Uses).
pub fn elided<'db>(db: &'db dyn Db, typed: &Typed<'db>) -> Option<(LocalId, Vec<ExprId>)> {
    let ret = typed.ret.filter(|ret| ret.is_class(db) && !typed.deduces)?;
    let mut found: Option<LocalId> = None;
    let mut copies = Vec::new();
    for stmt in &typed.stmts {
        let Stmt::Return(Some(value)) = stmt else {
            continue;
        };
        let (local, copy) = returned(typed, *value)?;
        if found.is_some_and(|known| known != local) {
            return None;
        }
        found = Some(local);
        copies.push(copy);
    }
    let local = found?;
    let declared = typed.locals.get(local.0 as usize)?;
    let same = declared.ty.unqualified(db) == ret.unqualified(db);
    let is_outermost = typed
        .block
        .is_some_and(|block| declares(typed, block, local));
    (same && is_outermost && matches!(declared.kind, LocalKind::Automatic))
        .then_some((local, copies))
}

/// Whether a block declares a local itself, and no block within it.
fn declares(typed: &Typed<'_>, block: StmtId, local: LocalId) -> bool {
    let mut open = vec![block];
    let mut is_within = false;
    while let Some(at) = open.pop() {
        match typed.stmts.get(at.0 as usize) {
            Some(Stmt::Local(declared, _)) if *declared == local => return true,
            Some(Stmt::Block(stmts) | Stmt::Taken(stmts)) if !is_within => {
                is_within = true;
                open.extend(stmts);
            }
            Some(Stmt::Decls(stmts)) => open.extend(stmts),
            Some(Stmt::Label(_, labelled)) => open.push(*labelled),
            _ => (),
        }
    }
    false
}

/// The variable that an expression copies or moves, and the copy.
fn returned<'db>(typed: &Typed<'db>, value: ExprId) -> Option<(LocalId, ExprId)> {
    let kind = |e: ExprId| typed.exprs.get(e.0 as usize).map(|x| &x.kind);
    let mut at = value;
    while let ExprKind::Full(inner) = kind(at)? {
        at = *inner;
    }
    let (ExprKind::Construct(_, args) | ExprKind::ConstructImplicit(_, args)) = kind(at)? else {
        return None;
    };
    let [mut source] = **args else {
        return None;
    };
    while let ExprKind::Convert(Conversion::Noop, inner) | ExprKind::Materialize(inner) =
        kind(source)?
    {
        source = *inner;
    }
    match kind(source)? {
        ExprKind::Local(local) => Some((*local, at)),
        _ => None,
    }
}
