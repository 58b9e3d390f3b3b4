//! The types of expressions that depend on template parameters, as far as declarations tell: what a variable is declared as, what a
//! function returns. Typed code has none of them. A specialisation may say otherwise ([`super::dependent`]).

use cleave_base_db::Db;
use cleave_hir::{DeclKind, Expr, ExprId, Init, NameId, TypeId, TypeRef};
use cleave_lang::Operator;
use cleave_typing::{CodeRef, Site, Ty, TyKind};

use super::dependent::{class_of_symbol, member};
use super::{
    Local, Symbol, Written, expression, lookup, of_type, path_of, placeholder_of, type_of,
};
use crate::navigation::type_of_symbol;
use crate::piece::{Piece, idx};

/// How far it goes from declaration to declaration.
const DEPTH: u32 = 12;

/// The class of an expression, or of what it points at.
pub(super) fn class_of_expression<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    expr: ExprId,
) -> Option<Ty<'db>> {
    let ty = of_expression(db, piece, expr, DEPTH)?;
    class_below(db, ty, DEPTH)
}

/// Whether the type of an expression depends on template parameters, as far as what is declared tells.
pub(crate) fn is_dependent<'db>(db: &'db dyn Db, piece: &Piece<'db>, expr: ExprId) -> bool {
    if let Some(ty) = type_of(db, piece, expr) {
        return ty.is_dependent(db);
    }
    match &piece.code[expr] {
        Expr::Paren(inner) => is_dependent(db, piece, *inner),
        Expr::Member { base, .. } => is_dependent(db, piece, *base),
        Expr::Index(base, _) | Expr::Call(base, _) => is_dependent(db, piece, *base),
        Expr::Path(_) => {
            let symbols = expression(db, piece, expr);
            let mut types = symbols.iter().filter_map(|s| type_of_symbol(db, s));
            types.next().is_some_and(|ty| ty.is_dependent(db))
        }
        _ => false,
    }
}

/// The class that a type is, below references and pointers.
fn class_below<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32) -> Option<Ty<'db>> {
    let mut at = known(db, ty, depth)?.strip_reference(db).unqualified(db);
    if let Some(pointee) = at.pointee(db) {
        at = known(db, pointee, depth)?.unqualified(db);
    }
    at.class_entity(db).is_some().then_some(at)
}

/// A type that depends on template parameters where it is written: the class that the name there has.
fn known<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32) -> Option<Ty<'db>> {
    let TyKind::Dependent(site, _) = ty.strip_reference(db).unqualified(db).kind(db) else {
        return Some(ty);
    };
    of_written(db, *site, depth.checked_sub(1)?)
}

/// The class that a base is which depends on template parameters.
pub(super) fn of_base<'db>(db: &'db dyn Db, code: CodeRef<'db>, base: TypeId) -> Option<Ty<'db>> {
    let site = Site {
        code,
        index: base.into_raw().into_u32(),
        is_type: true,
    };
    of_written(db, site, DEPTH)
}

/// The class that the type written at a site names.
fn of_written<'db>(db: &'db dyn Db, site: Site<'db>, depth: u32) -> Option<Ty<'db>> {
    let raw = site.is_type.then_some(site.index)?;
    let piece = Piece::of_code(db, site.code, raw)?;
    let id: TypeId = idx(raw);
    piece.code.types.iter().nth(raw as usize)?;
    match &piece.code[id] {
        TypeRef::Path { .. } => {
            let path = path_of(piece.code, Written::Type(id))?;
            let symbols = lookup(db, &piece, path);
            let class = symbols.iter().find_map(|s| of_symbol(db, s, depth))?;
            Some(class)
        }
        _ => None,
    }
}

/// The class that a name of a type means.
fn of_symbol<'db>(db: &'db dyn Db, symbol: &Symbol<'db>, depth: u32) -> Option<Ty<'db>> {
    if let Some(class) = class_of_symbol(db, symbol) {
        return Some(Ty::of(db, TyKind::Class(class)));
    }
    let ty = match symbol {
        Symbol::Entity(e) => cleave_typing::alias_type(db, *e)?,
        Symbol::Type(ty) => *ty,
        _ => return None,
    };
    known(db, ty, depth).filter(|known| *known != ty)
}

fn of_expression<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    expr: ExprId,
    depth: u32,
) -> Option<Ty<'db>> {
    let depth = depth.checked_sub(1)?;
    if let Some(ty) = type_of(db, piece, expr)
        && class_below(db, ty, depth).is_some()
    {
        return Some(ty);
    }
    match &piece.code[expr] {
        Expr::Paren(inner) => of_expression(db, piece, *inner, depth),
        Expr::This => {
            let class = cleave_typing::function::class_of(db, piece.owner?)?;
            Some(Ty::of(db, TyKind::Pointer(class)))
        }
        Expr::Path(_) | Expr::Member { .. } => {
            let symbols = named(db, piece, expr, depth);
            symbols.iter().find_map(|s| of_object(db, piece, s, depth))
        }
        Expr::Call(callee, _) => {
            let symbols = named(db, piece, *callee, depth);
            symbols.iter().find_map(|s| of_call(db, piece, s, depth))
        }
        Expr::Functional(ty, _)
        | Expr::Braced(ty, _)
        | Expr::CStyleCast(ty, _)
        | Expr::NamedCast(_, ty, _) => {
            let symbols = of_type(db, piece, piece.code.specified_type(*ty));
            symbols.iter().find_map(|s| of_symbol(db, s, depth))
        }
        Expr::Index(base, _) => {
            let ty = of_expression(db, piece, *base, depth)?;
            let ty = ty.strip_reference(db).unqualified(db);
            let element = ty.element(db).or_else(|| ty.pointee(db));
            element.or_else(|| of_operator(db, ty, Operator::Subscript, depth))
        }
        Expr::Prefix(Operator::Dereference, base) => {
            let ty = of_expression(db, piece, *base, depth)?;
            let ty = ty.strip_reference(db).unqualified(db);
            let pointee = ty.pointee(db).or_else(|| ty.element(db));
            // Operators that may be unary or binary have the name of the binary ones.
            pointee.or_else(|| of_operator(db, ty, Operator::Multiply, depth))
        }
        _ => None,
    }
}

/// What the operator of a class returns.
fn of_operator<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    operator: Operator,
    depth: u32,
) -> Option<Ty<'db>> {
    let class = class_below(db, class, depth)?;
    let all = member(db, class, &NameId::Operator(operator));
    let mut returned = all.iter().filter_map(|s| type_of_symbol(db, s));
    returned.find(|ty| class_below(db, *ty, depth).is_some())
}

/// What a name in an expression means, members of what depends on parameters included.
fn named<'db>(db: &'db dyn Db, piece: &Piece<'db>, expr: ExprId, depth: u32) -> Vec<Symbol<'db>> {
    let Expr::Member {
        base, member: path, ..
    } = &piece.code[expr]
    else {
        return expression(db, piece, expr);
    };
    let class = of_expression(db, piece, *base, depth);
    match class.and_then(|ty| class_below(db, ty, depth)) {
        Some(class) => member(db, class, &path.name),
        None => Vec::new(),
    }
}

/// The type of what is called: what a function returns, or the class that a type's name constructs.
fn of_call<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    callee: &Symbol<'db>,
    depth: u32,
) -> Option<Ty<'db>> {
    match callee {
        Symbol::Entity(e) if e.is_function(db) => {
            let ty = cleave_typing::check::return_type(db, *e);
            class_below(db, ty, depth).map(|_| ty)
        }
        Symbol::Entity(e)
            if matches!(e.kind(db), Some(DeclKind::Class(_) | DeclKind::Alias(_))) =>
        {
            of_symbol(db, callee, depth)
        }
        Symbol::Type(_) => of_symbol(db, callee, depth),
        // A call operator.
        _ => {
            let object = of_object(db, piece, callee, depth)?;
            of_operator(db, object, Operator::Call, depth)
        }
    }
}

/// The type of an object that a name means.
fn of_object<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    symbol: &Symbol<'db>,
    depth: u32,
) -> Option<Ty<'db>> {
    let ty = type_of_symbol(db, symbol);
    if let Some(ty) =
        ty.filter(|ty| class_below(db, *ty, depth).is_some() || ty.element(db).is_some())
    {
        return Some(ty);
    }
    match symbol {
        Symbol::Local(local) => of_local(db, piece, local, depth),
        _ => None,
    }
}

/// The type of a local variable by what it is declared as, or by its initializer.
fn of_local<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    local: &Local<'db>,
    depth: u32,
) -> Option<Ty<'db>> {
    let token = local.token.checked_sub(piece.start)?;
    let mut decls = piece.code.decls.iter();
    let (_, decl) = decls.find(|(id, _)| {
        let at = piece.name_tokens(*id);
        at.is_some_and(|t| t.start == token)
    })?;
    let DeclKind::Variable(v) = &decl.kind else {
        return None;
    };
    if placeholder_of(piece.code, v.ty).is_none() {
        let symbols = of_type(db, piece, piece.code.specified_type(v.ty));
        return symbols.iter().find_map(|s| of_symbol(db, s, depth));
    }
    match &v.init {
        Init::Equal(e) | Init::Brace(e) => of_expression(db, piece, *e, depth),
        Init::Paren(all) => of_expression(db, piece, *all.first()?, depth),
        _ => None,
    }
}
