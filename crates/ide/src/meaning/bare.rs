//! Names of which HIR keeps no place: type-constraints, what using-declarations, using-directives and namespace aliases name, members
//! that designators name, and what `override` and `final` speak of. They are found by their tokens, and meant is only what HIR has there.

use cleave_base_db::Db;
use cleave_hir::{
    BodyRoot, Code, DeclKind, Designator, Expr, ExprId, Init, ListItem, NameId, Path, PathParts,
    Requirement, Stmt, TemplateHead, TemplateParam, TemplateParamKind, TypeRef, body_hir, item_hir,
};
use cleave_names::ItemId;
use cleave_names::decl::Spec;
use cleave_syntax::skeleton::ItemKind;
use cleave_typing::class::class_info;
use cleave_typing::function::signature;
use cleave_typing::thir::ExprKind;
use cleave_typing::{CodeRef, DeclRef, Entity, Ty, TyKind};

use super::dependent::{self, class_of_symbol};
use super::written::path_before;
use super::{Symbol, expression, found, lookup, of_type, type_of};
use crate::analysis::ItemTokens;
use crate::navigation::type_of_symbol;
use crate::piece::Piece;

/// What such a name means.
pub(super) fn bare<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    tokens: &ItemTokens<'db>,
    token: u32,
) -> Vec<Symbol<'db>> {
    let designated = designated(db, piece, tokens, token);
    if !designated.is_empty() {
        return designated;
    }
    if let Some(function) = of_literal(db, piece, token) {
        return vec![function];
    }
    let word = tokens.word(token);
    if let Some(label) = label(piece, tokens, token) {
        return vec![label];
    }
    if let Some(destroyed) = destroyed(piece, tokens, token) {
        return lookup(db, piece, &destroyed);
    }
    if matches!(word, "override" | "final") {
        return overridden(db, piece.code_ref.item, token);
    }
    let is_named = |path: &Path| {
        let last = path.name.ident().is_some_and(|name| name.as_str() == word);
        last || path.qualifiers.iter().any(|q| q.name.as_str() == word)
    };
    let is_alias = piece.code_ref.item.kind(db) == ItemKind::NamespaceAlias;
    let is_bare = is_alias || paths(piece.code).into_iter().any(is_named);
    let Some(path) = path_before(tokens, token).filter(|_| is_bare) else {
        return Vec::new();
    };
    // `using B::B` names the constructors of B.
    let is_constructor = (path.qualifiers.last())
        .is_some_and(|last| Some(last.name.as_str()) == path.name.ident().map(|n| n.as_str()));
    let found = lookup(db, piece, &path);
    match path.qualifiers.split_last() {
        Some((last, before)) if found.is_empty() && is_constructor => {
            let class = Path::new(
                NameId::Ident(last.name.clone()),
                PathParts {
                    qualifiers: before.into(),
                    ..path.parts().clone()
                },
            );
            lookup(db, piece, &class)
        }
        _ => found,
    }
}

/// The function that a literal with a suffix of its own calls ([lex.ext]).
fn of_literal<'db>(db: &'db dyn Db, piece: &Piece<'db>, token: u32) -> Option<Symbol<'db>> {
    let own = token.checked_sub(piece.start)?;
    let mut literals = piece.code.exprs.iter().filter(|(id, expr)| {
        matches!(expr, Expr::Literal(_))
            && piece
                .expr_tokens(*id)
                .is_some_and(|t| t.start <= own && own < t.end)
    });
    let site = piece.site(literals.next()?.0);
    for (_, typed) in piece.typed(db) {
        let mut here = typed.exprs.iter().filter(|x| x.site == site);
        if let Some(function) = here.find_map(|x| match &x.kind {
            ExprKind::Call { callee, .. } => Some(*callee),
            _ => None,
        }) {
            return Some(Symbol::Entity(function));
        }
    }
    None
}

/// The label that a `goto` names ([stmt.goto]).
fn label<'db>(piece: &Piece<'db>, tokens: &ItemTokens<'db>, token: u32) -> Option<Symbol<'db>> {
    let before = token.checked_sub(1)?;
    if !matches!(tokens.word(before), "goto" | "&&") {
        return None;
    }
    let mut stmts = piece.code.stmts.iter();
    let (id, _) = stmts.find(
        |(_, stmt)| matches!(stmt, Stmt::Label(name, _) if name.as_str() == tokens.word(token)),
    )?;
    let at = piece.stmt_tokens(id)?;
    Some(Symbol::Label(piece.code_ref.item, at.start + piece.start))
}

/// The class whose destructor is called by its name.
fn destroyed(piece: &Piece<'_>, tokens: &ItemTokens<'_>, token: u32) -> Option<Path> {
    let tilde = token.checked_sub(1).filter(|&t| tokens.word(t) == "~")?;
    let before = tilde.checked_sub(1)?;
    let is_call = piece.code_ref.body.is_some() && matches!(tokens.word(before), "." | "->" | "::");
    is_call.then(|| super::unqualified(tokens.word(token)))
}

/// The paths of some code whose places are not kept.
fn paths(code: &Code) -> Vec<&Path> {
    let mut out = Vec::new();
    for (_, decl) in code.decls.iter() {
        match &decl.kind {
            DeclKind::Using { target, .. } => out.push(target),
            DeclKind::NamespaceAlias(path)
            | DeclKind::UsingDirective(path)
            | DeclKind::UsingEnum(path) => out.push(path),
            _ => {}
        }
        decl.heads.iter().for_each(|head| of_head(head, &mut out));
    }
    for (_, ty) in code.types.iter() {
        if let TypeRef::Auto(Some(path)) | TypeRef::DecltypeAuto(Some(path)) = ty {
            out.push(path);
        }
    }
    for (_, expr) in code.exprs.iter() {
        match expr {
            Expr::Lambda(lambda) => lambda.head.iter().for_each(|head| of_head(head, &mut out)),
            Expr::Requires(_, all) => out.extend(all.iter().filter_map(|r| match r {
                Requirement::Compound { constraint, .. } => constraint.as_ref(),
                _ => None,
            })),
            _ => {}
        }
    }
    out
}

fn of_head<'a>(head: &'a TemplateHead, out: &mut Vec<&'a Path>) {
    let mut open: Vec<&TemplateParam> = head.params.iter().collect();
    while let Some(param) = open.pop() {
        match &param.kind {
            TemplateParamKind::Type { constraint, .. } => out.extend(constraint.as_ref()),
            TemplateParamKind::Template { params, .. } => open.extend(params.iter()),
            TemplateParamKind::Value { .. } => {}
        }
    }
}

/// The functions that the function overrides in whose declarator a token stands ([class.virtual]).
fn overridden<'db>(db: &'db dyn Db, item: ItemId<'db>, token: u32) -> Vec<Symbol<'db>> {
    let signature = Piece::signature(db, item);
    let name = |id| signature.name_tokens(id).map_or(0, |t| t.start);
    let functions = item_hir(db, item).declarations().filter(|(id, d)| {
        matches!(&d.kind, DeclKind::Function(f) if f.is_virtual || f.is_override || f.is_final)
            && !d.spec.any(Spec::FRIEND)
            && name(*id) <= token
    });
    let last = functions.max_by_key(|(id, _)| name(*id));
    let Some((id, _)) = last else {
        return Vec::new();
    };
    let own = Entity::new(db, DeclRef::at(db, CodeRef::signature(item), id), None);
    let all = crate::hierarchy::overridden(db, own).into_iter();
    all.map(Symbol::Entity).collect()
}

/// The member that a designator names ([dcl.init.aggr]).
fn designated<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    tokens: &ItemTokens<'db>,
    token: u32,
) -> Vec<Symbol<'db>> {
    let Some(own) = token.checked_sub(piece.start) else {
        return Vec::new();
    };
    let span = |e: ExprId| piece.expr_tokens(e);
    for (list, expr) in piece.code.exprs.iter() {
        let Expr::List(items) = expr else { continue };
        let here = span(list).is_some_and(|t| t.start <= own && own < t.end);
        if !here {
            continue;
        }
        for item in items {
            let (Some(first), Some(value)) = (item.at.and_then(span), span(item.value)) else {
                continue;
            };
            if own < first.start || value.start <= own {
                continue;
            }
            // Designators in a row lead from member to member.
            let mut class = class_of_list(db, piece, list);
            for (nth, designator) in item.designators.iter().enumerate() {
                let Designator::Field(name) = designator else {
                    class = class.and_then(|ty| ty.element(db));
                    continue;
                };
                let members = member(db, piece, class, &NameId::Ident(name.clone()));
                let is_last = nth + 1 == item.designators.len();
                if name.as_str() == tokens.word(token) && (is_last || nth == 0) {
                    return members;
                }
                let first = members.first();
                class = first.and_then(|m| type_of_symbol(db, m));
            }
        }
    }
    Vec::new()
}

fn member<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    class: Option<Ty<'db>>,
    name: &NameId,
) -> Vec<Symbol<'db>> {
    let Some(class) = class else {
        return Vec::new();
    };
    let class = class.strip_reference(db).unqualified(db);
    let members = match piece.context(db) {
        Some(mut cx) => found(db, piece, cx.lookup_member(class, name)),
        None => Vec::new(),
    };
    match members.is_empty() {
        true => dependent::member(db, class, name),
        false => members,
    }
}

/// The type that a braced list makes an object of.
fn class_of_list<'db>(db: &'db dyn Db, piece: &Piece<'db>, list: ExprId) -> Option<Ty<'db>> {
    if let Some(ty) = type_of(db, piece, list).filter(|ty| ty.class_entity(db).is_some()) {
        return Some(ty);
    }
    let of_written = |ty| {
        let symbols = of_type(db, piece, ty);
        let class = symbols.iter().find_map(|s| class_of_symbol(db, s))?;
        Some(Ty::of(db, TyKind::Class(class)))
    };
    let is_it = |init: &Init| match init {
        Init::Equal(e) | Init::Brace(e) => *e == list,
        _ => false,
    };
    for (id, expr) in piece.code.exprs.iter() {
        match expr {
            Expr::Braced(ty, e) if *e == list => return of_written(*ty),
            Expr::New { ty, init, .. } if is_it(init) => return of_written(*ty),
            Expr::Call(callee, args) | Expr::Launch(callee, _, args) => {
                let Some(nth) = args.iter().position(|&arg| arg == list) else {
                    continue;
                };
                let called = expression(db, piece, *callee);
                let types = called.iter().filter_map(|symbol| match symbol {
                    Symbol::Entity(e) => signature(db, *e)?.declared.get(nth).copied(),
                    _ => None,
                });
                let mut types = types.map(|ty| ty.strip_reference(db).unqualified(db));
                return types.find(|ty| ty.class_entity(db).is_some());
            }
            Expr::List(items) => {
                let Some(nth) = items.iter().position(|item| item.value == list) else {
                    continue;
                };
                let outer = class_of_list(db, piece, id)?;
                return part(db, piece, outer, &items[nth], nth);
            }
            _ => {}
        }
    }
    for (_, decl) in piece.code.decls.iter() {
        if let DeclKind::Variable(v) = &decl.kind
            && is_it(&v.init)
        {
            return of_written(piece.code.specified_type(v.ty));
        }
    }
    let returned = |s: &Stmt| matches!(s, Stmt::Return { value: Some(e), .. } if *e == list);
    let body = piece.code_ref.body?;
    let owner = piece.owner?;
    if piece.code.stmts.iter().any(|(_, s)| returned(s)) {
        return Some(cleave_typing::check::return_type(db, owner));
    }
    match &body_hir(db, piece.code_ref.item, body).as_ref()?.root {
        BodyRoot::Init(init) if is_it(init) => {
            Some(cleave_typing::function::variable_type(db, owner))
        }
        _ => None,
    }
}

/// The type of what an element of a braced list makes: a member or an element of what the list makes.
fn part<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    outer: Ty<'db>,
    item: &ListItem,
    nth: usize,
) -> Option<Ty<'db>> {
    let outer = outer.unqualified(db);
    if let Some(element) = outer.element(db) {
        return Some(element);
    }
    if let Some(Designator::Field(name)) = item.designators.first() {
        let members = member(db, piece, Some(outer), &NameId::Ident(name.clone()));
        return type_of_symbol(db, members.first()?);
    }
    Some(class_info(db, outer)?.fields.get(nth)?.ty)
}
