//! What a token of an item means: from spans of HIR to typed code, and to name lookup where code depends on template parameters. It knows
//! no files and no text but the tokens of the item.

use cleave_base_db::Db;
use cleave_hir::{
    Code, DeclKind, Expr, ExprId, NameId, Path, PathSegment, TypeRef, body_spans, body_start,
    item_spans,
};
use cleave_names::decl::Tokens;
use cleave_names::{ItemId, ScopePath};
use cleave_typing::class::class_info;
use cleave_typing::lookup::Found;
use cleave_typing::program::place;
use cleave_typing::thir::{ExprKind, LocalKind, Typed};
use cleave_typing::{Const, DeclRef, Entity, Site, Ty, TyKind};

use crate::analysis::{ItemTokens, Token};
use crate::piece::{Piece, idx};

/// What a name means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Symbol<'db> {
    /// A declaration under template arguments.
    Entity(Entity<'db>),
    /// A local variable, parameter, binding or capture, by the token that declares it.
    Local(Local<'db>),
    /// A template parameter, by the token that declares it.
    Parameter(ItemId<'db>, u32),
    /// A namespace.
    Namespace(ScopePath<'db>),
    /// A type that is no declaration.
    Type(Ty<'db>),
}

/// A local.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Local<'db> {
    pub(crate) item: ItemId<'db>,
    pub(crate) token: u32,
    pub(crate) name: String,
    pub(crate) ty: Option<Ty<'db>>,
    pub(crate) is_parameter: bool,
    pub(crate) value: Option<Const<'db>>,
    /// A `__shared__` or static variable.
    pub(crate) entity: Option<Entity<'db>>,
}

/// A place where a name is written in some code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    Expr(ExprId),
    Type(cleave_hir::TypeId),
}

/// What a token means; several for an overload set that nothing is chosen from.
pub(crate) fn meaning<'db>(
    db: &'db dyn Db,
    tokens: &ItemTokens<'db>,
    token: Token<'db>,
) -> Vec<Symbol<'db>> {
    let signature = Piece::signature(db, token.item);
    if let Some(symbol) = declared(db, &signature, token.number) {
        return vec![symbol];
    }
    let piece = Piece::around(db, token.item, token.number);
    if piece.code_ref.body.is_some()
        && let Some(symbol) = declared(db, &piece, token.number)
    {
        return vec![symbol];
    }
    let (Some(written), at) = written(&piece, tokens, token.number) else {
        return Vec::new();
    };
    let piece = piece.around_member(db, token.number);
    match at {
        Some(back) => qualifier(db, &piece, written, back),
        None => match written {
            Written::Expr(e) => expression(db, &piece, e),
            Written::Type(t) => of_type(db, &piece, t),
        },
    }
}

/// What a token declares.
fn declared<'db>(db: &'db dyn Db, piece: &Piece<'db>, token: u32) -> Option<Symbol<'db>> {
    let own = token.checked_sub(piece.start)?;
    let is_it = |t: &Tokens| t.start <= own && own < t.end;
    for (raw, _) in piece
        .spans
        .decls
        .iter()
        .enumerate()
        .filter(|(_, t)| is_it(t))
    {
        let id: cleave_hir::DeclId = idx(raw as u32);
        let decl = &piece.code[id];
        if decl.name == NameId::None {
            continue;
        }
        if matches!(
            decl.kind,
            DeclKind::Using { .. } | DeclKind::UsingDirective(_) | DeclKind::UsingEnum(_)
        ) {
            continue;
        }
        let at = Site::declaration(piece.code_ref, raw as u32);
        let local = piece.code_ref.body.is_some()
            && matches!(decl.kind, DeclKind::Variable(_) | DeclKind::Binding(_))
            && decl
                .parent
                .is_none_or(|p| matches!(piece.code[p].kind, DeclKind::StructuredBinding { .. }));
        return Some(match local {
            true => local_at(db, piece, at),
            false => Symbol::Entity(Entity::new(db, DeclRef::at(db, piece.code_ref, id), None)),
        });
    }
    for (raw, tokens) in piece.spans.params.iter().enumerate() {
        if is_it(tokens) && piece.code.params[idx(raw as u32)].name.is_some() {
            return Some(parameter(db, piece, raw as u32));
        }
    }
    let number = piece.spans.template_params.iter().position(|&t| t == own)?;
    named_parameter(piece.code, number as u32)?;
    Some(Symbol::Parameter(piece.code_ref.item, token))
}

/// The name of a template parameter by its number.
fn named_parameter(code: &Code, number: u32) -> Option<&cleave_hir::Name> {
    let heads = code.decls.iter().flat_map(|(_, d)| d.heads.iter());
    let params = heads.flat_map(|h| h.params.iter());
    params
        .filter(|p| p.number == number)
        .find_map(|p| p.name.as_ref())
}

/// The local that is declared at a site.
fn local_at<'db>(db: &'db dyn Db, piece: &Piece<'db>, site: Site<'db>) -> Symbol<'db> {
    let token = place(db, site).map_or(0, |p| p.0.start);
    let typed = piece.typed(db);
    let locals = typed.iter().flat_map(|(_, t)| &t.locals);
    let mut found = locals.filter(|l| {
        [l.site, l.declared]
            .into_iter()
            .flatten()
            .any(|s| place(db, s).is_some_and(|p| p.0.start == token))
    });
    let name = site.as_declaration().and_then(|raw| {
        piece.code[idx::<cleave_hir::Decl>(raw)]
            .name
            .ident()
            .cloned()
    });
    let name = name.map_or(String::new(), |n| n.as_str().to_owned());
    match found.next() {
        Some(local) => Symbol::Local(of_local(piece.code_ref.item, local, token)),
        None => Symbol::Local(Local {
            item: piece.code_ref.item,
            token,
            name,
            ty: None,
            is_parameter: false,
            value: None,
            entity: None,
        }),
    }
}

fn of_local<'db>(
    item: ItemId<'db>,
    local: &cleave_typing::thir::Local<'db>,
    token: u32,
) -> Local<'db> {
    Local {
        item,
        token,
        name: local.name.to_string(),
        ty: Some(local.ty),
        is_parameter: matches!(local.kind, LocalKind::Param(_)),
        value: local.value.filter(|_| local.is_constexpr),
        entity: match local.kind {
            LocalKind::Static(entity) => Some(entity),
            _ => None,
        },
    }
}

/// A function parameter by its number in some code.
fn parameter<'db>(db: &'db dyn Db, piece: &Piece<'db>, raw: u32) -> Symbol<'db> {
    let param = &piece.code.params[idx::<cleave_hir::Param>(raw)];
    let token = piece.spans.params[raw as usize].start + piece.start;
    let ty = piece.context(db).map(|mut cx| cx.resolve_type(param.ty));
    Symbol::Local(Local {
        item: piece.code_ref.item,
        token,
        name: param
            .name
            .as_ref()
            .map_or(String::new(), |n| n.as_str().to_owned()),
        ty: ty.filter(|t| !t.is_error(db)),
        is_parameter: true,
        value: None,
        entity: None,
    })
}

/// Where a token is written as a name, and of a qualifier how many names before the last one it is.
pub(crate) fn written<'db>(
    piece: &Piece<'db>,
    tokens: &ItemTokens<'db>,
    token: u32,
) -> (Option<Written>, Option<usize>) {
    let Some(own) = token.checked_sub(piece.start) else {
        return (None, None);
    };
    let names = |raw: usize| {
        matches!(
            piece.code[idx::<Expr>(raw as u32)],
            Expr::Path(_) | Expr::Member { .. } | Expr::SizeofPack(_) | Expr::This
        )
    };
    let at_point = |point: u32| {
        let exprs = piece.spans.points.iter().enumerate();
        if let Some((raw, _)) = exprs.rev().find(|(raw, p)| **p == point && names(*raw)) {
            return Some(Written::Expr(idx(raw as u32)));
        }
        let types = piece.spans.type_points.iter().enumerate();
        let mut named = types.filter(|(raw, p)| {
            **p == point
                && matches!(
                    piece.code[idx::<TypeRef>(*raw as u32)],
                    TypeRef::Path { .. }
                        | TypeRef::Builtin(_)
                        | TypeRef::Auto(_)
                        | TypeRef::DecltypeAuto(_)
                )
        });
        named
            .next_back()
            .map(|(raw, _)| Written::Type(idx(raw as u32)))
    };
    if let Some(found) = at_point(own) {
        return (Some(found), None);
    }
    // A qualifier: names follow with `::` between them.
    let (mut at, mut back) = (token, 0);
    while back < 32 {
        at = behind_arguments(tokens, at + 1);
        if tokens.word(at) != "::" {
            break;
        }
        at += 1;
        while tokens.word(at) == "template" || tokens.word(at) == "~" {
            at += 1;
        }
        back += 1;
        let found = at.checked_sub(piece.start).and_then(at_point);
        if found.is_some() {
            return (found, Some(back));
        }
    }
    // Of a declaration out of its class.
    (None, None)
}

/// The token behind the template arguments that begin at a token, if any do.
fn behind_arguments(tokens: &ItemTokens<'_>, at: u32) -> u32 {
    if tokens.word(at) != "<" {
        return at;
    }
    let (mut depth, mut next) = (0i32, at);
    while (next as usize) < tokens.lexed.len() {
        match tokens.word(next) {
            "<" => depth += 1,
            ">" => depth -= 1,
            ">>" => depth -= 2,
            ";" | "{" => return at,
            _ => {}
        }
        next += 1;
        if depth <= 0 {
            return next;
        }
    }
    at
}

/// The path that is written somewhere.
pub(crate) fn path_of(code: &Code, written: Written) -> Option<&Path> {
    match written {
        Written::Expr(e) => match &code[e] {
            Expr::Path(path) | Expr::Member { member: path, .. } => Some(path),
            _ => None,
        },
        Written::Type(t) => match &code[t] {
            TypeRef::Path { path, .. } => Some(path),
            _ => None,
        },
    }
}

/// What a qualifier of a path means, counted from its end.
fn qualifier<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    written: Written,
    back: usize,
) -> Vec<Symbol<'db>> {
    let Some(path) = path_of(piece.code, written) else {
        return Vec::new();
    };
    let Some(at) = path.qualifiers.len().checked_sub(back) else {
        return Vec::new();
    };
    let PathSegment { name, args } = path.qualifiers[at].clone();
    let shorter = Path {
        qualifiers: path.qualifiers[..at].into(),
        name: NameId::Ident(name),
        args,
        ..path.clone()
    };
    lookup(db, piece, &shorter)
}

/// What a path means where it is written, as far as names tell.
pub(crate) fn lookup<'db>(db: &'db dyn Db, piece: &Piece<'db>, path: &Path) -> Vec<Symbol<'db>> {
    let Some(mut cx) = piece.context(db) else {
        return Vec::new();
    };
    found(db, piece, cx.lookup_path(path))
}

fn found<'db>(db: &'db dyn Db, piece: &Piece<'db>, found: Found<'db>) -> Vec<Symbol<'db>> {
    match found {
        Found::Entities { set, .. } => set.into_iter().map(Symbol::Entity).collect(),
        Found::Type(ty) => vec![of_ty(db, ty)],
        Found::Namespace(scope) => vec![Symbol::Namespace(scope)],
        Found::Param { level, index, .. } => {
            let token = template_parameter(db, piece, level, index);
            token
                .into_iter()
                .map(|(item, token)| Symbol::Parameter(item, token))
                .collect()
        }
        Found::Local(_) | Found::Nothing | Found::Unknown | Found::Ambiguous => Vec::new(),
    }
}

/// The token of a template parameter of the declarations around some code.
fn template_parameter<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    level: u32,
    index: u32,
) -> Option<(ItemId<'db>, u32)> {
    let mut heads = Vec::new();
    let around = std::iter::successors(Some(piece.owner?.decl(db)), |d| d.parent(db));
    for decl in around.take(64) {
        let hir = decl.hir(db)?;
        let own = hir.heads.iter().map(|head| (decl, head));
        heads.splice(0..0, own);
    }
    let (decl, head) = heads.get(level as usize)?;
    let number = head.params.get(index as usize)?.number;
    let item = decl.code(db).item;
    let token = match decl.code(db).body {
        None => *item_spans(db, item).template_params.get(number as usize)?,
        Some(body) => {
            body_spans(db, item, body)?
                .template_params
                .get(number as usize)?
                + body_start(db, item, body)?
        }
    };
    Some((item, token))
}

fn of_ty<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Symbol<'db> {
    match ty.kind(db) {
        TyKind::Class(e) | TyKind::Enum(e) => Symbol::Entity(*e),
        _ => Symbol::Type(ty),
    }
}

/// What a name in an expression means.
fn expression<'db>(db: &'db dyn Db, piece: &Piece<'db>, expr: ExprId) -> Vec<Symbol<'db>> {
    let parent = caller(piece.code, expr);
    for (_, typed) in piece.typed(db) {
        if let Some(symbol) = typed_name(db, piece, typed, expr, parent) {
            return vec![symbol];
        }
    }
    if piece.code_ref.body.is_none()
        && let Some(path) = path_of(piece.code, Written::Expr(expr))
        && let Some(name) = path.name.ident().filter(|_| path.is_unqualified())
        && let Some(raw) = parameter_named(piece, name.as_str())
    {
        return vec![parameter(db, piece, raw)];
    }
    let Some(path) = path_of(piece.code, Written::Expr(expr)) else {
        return Vec::new();
    };
    if let Some(local) = local_named(
        db,
        piece,
        path,
        piece.spans.exprs[expr.into_raw().into_u32() as usize].start,
    ) {
        return vec![local];
    }
    if let Expr::Member { base, .. } = &piece.code[expr] {
        return member_of(db, piece, *base, path);
    }
    lookup(db, piece, path)
}

/// The parameter of a signature by its name.
fn parameter_named(piece: &Piece<'_>, name: &str) -> Option<u32> {
    let mut named = piece
        .code
        .params
        .iter()
        .filter(|(_, p)| p.name.as_ref().is_some_and(|n| n.as_str() == name));
    let (id, _) = named.next_back()?;
    Some(id.into_raw().into_u32())
}

/// The call or launch whose callee an expression is, parentheses and template arguments aside.
fn caller(code: &Code, callee: ExprId) -> Option<ExprId> {
    let calls = |e: &Expr| match e {
        Expr::Call(c, _) | Expr::Launch(c, ..) | Expr::Paren(c) => *c == callee,
        _ => false,
    };
    let (id, expr) = code.exprs.iter().find(|(_, e)| calls(e))?;
    match expr {
        Expr::Paren(_) => caller(code, id),
        _ => Some(id),
    }
}

/// What typed code says of a name.
fn typed_name<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    typed: &'db Typed<'db>,
    expr: ExprId,
    parent: Option<ExprId>,
) -> Option<Symbol<'db>> {
    let site = piece.site(expr);
    let at = |site: Site<'db>| typed.exprs.iter().filter(move |x| x.site == site);
    for x in at(site) {
        match &x.kind {
            ExprKind::Local(l) => {
                let local = typed.locals.get(l.0 as usize)?;
                let declared = local.declared.or(local.site);
                let token = declared.and_then(|s| place(db, s)).map(|p| p.0.start);
                let item = declared.map_or(piece.code_ref.item, |s| s.code.item);
                if let Some(token) = token {
                    return Some(Symbol::Local(of_local(item, local, token)));
                }
            }
            ExprKind::Static(e) | ExprKind::Function(e) => return Some(Symbol::Entity(*e)),
            ExprKind::Field(object, number) => {
                let class = typed.exprs.get(object.0 as usize)?.ty;
                let field = class_info(db, class.unqualified(db))?
                    .fields
                    .get(*number as usize)?;
                let class = class.class_entity(db);
                let env = class.and_then(|c| c.env(db));
                return Some(Symbol::Entity(Entity::new(db, field.decl, env)));
            }
            ExprKind::This => return Some(Symbol::Type(x.ty)),
            ExprKind::Call { callee, .. } => return Some(Symbol::Entity(*callee)),
            _ => {}
        }
    }
    for x in at(piece.site(parent?)) {
        match &x.kind {
            ExprKind::Call { callee, .. } | ExprKind::Construct(callee, _) => {
                return Some(Symbol::Entity(*callee));
            }
            _ => {}
        }
    }
    None
}

/// A local by its name, where no type tells: the last declaration before.
pub(crate) fn local_named<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    path: &Path,
    before: u32,
) -> Option<Symbol<'db>> {
    let name = path.name.ident().filter(|_| path.is_unqualified())?;
    piece.code_ref.body?;
    let mut of_block = piece.code.decls.iter().filter(|(id, d)| {
        let at = piece.spans.decls[id.into_raw().into_u32() as usize].start;
        at <= before
            && d.name.ident() == Some(name)
            && d.parent
                .is_none_or(|p| matches!(piece.code[p].kind, DeclKind::StructuredBinding { .. }))
    });
    if let Some((id, d)) = of_block.next_back() {
        let raw = id.into_raw().into_u32();
        return Some(match d.kind {
            DeclKind::Variable(_) | DeclKind::Binding(_) => {
                local_at(db, piece, Site::declaration(piece.code_ref, raw))
            }
            _ => Symbol::Entity(Entity::new(db, DeclRef::at(db, piece.code_ref, id), None)),
        });
    }
    let mut in_lambda = piece
        .code
        .params
        .iter()
        .filter(|(_, p)| p.name.as_ref() == Some(name));
    if let Some((id, _)) = in_lambda.next_back() {
        return Some(parameter(db, piece, id.into_raw().into_u32()));
    }
    // A parameter of the function.
    let owner = piece.owner?.decl(db);
    let function = cleave_typing::function_ref(db, owner)?;
    let signature = Piece {
        owner: piece.owner,
        ..Piece::signature(db, piece.code_ref.item)
    };
    let found = function
        .params
        .iter()
        .find(|&&p| signature.code[p].name.as_ref() == Some(name))?;
    Some(parameter(db, &signature, found.into_raw().into_u32()))
}

/// A member by its name, where the type of the object is known.
pub(crate) fn member_of<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    base: ExprId,
    path: &Path,
) -> Vec<Symbol<'db>> {
    let Some(class) = type_of(db, piece, base) else {
        return Vec::new();
    };
    let class = class
        .pointee(db)
        .unwrap_or(class)
        .strip_reference(db)
        .unqualified(db);
    let Some(mut cx) = piece.context(db) else {
        return Vec::new();
    };
    let members = cx.lookup_member(class, &path.name);
    found(db, piece, members)
}

/// The type of an expression, if it is known.
pub(crate) fn type_of<'db>(db: &'db dyn Db, piece: &Piece<'db>, expr: ExprId) -> Option<Ty<'db>> {
    let site = piece.site(expr);
    for (_, typed) in piece.typed(db) {
        let mut here = typed.exprs.iter().filter(|x| x.site == site);
        if let Some(x) = here.find(|x| !matches!(x.kind, ExprKind::Error) && !x.ty.is_error(db)) {
            return Some(x.ty);
        }
    }
    None
}

/// What a name of a type means.
fn of_type<'db>(db: &'db dyn Db, piece: &Piece<'db>, ty: cleave_hir::TypeId) -> Vec<Symbol<'db>> {
    if let Some(path) = path_of(piece.code, Written::Type(ty)) {
        let before = piece.spans.types[ty.into_raw().into_u32() as usize].start;
        if let Some(local) = local_named(db, piece, path, before) {
            return vec![local];
        }
        let named = lookup(db, piece, path);
        if !named.is_empty() {
            return named;
        }
    }
    if matches!(piece.code[ty], TypeRef::Auto(_) | TypeRef::DecltypeAuto(_)) {
        return deduced(db, piece, ty)
            .into_iter()
            .map(|ty| of_ty(db, ty))
            .collect();
    }
    let Some(mut cx) = piece.context(db) else {
        return Vec::new();
    };
    let resolved = cx.resolve_type(ty);
    match resolved.is_error(db) {
        true => Vec::new(),
        false => vec![of_ty(db, resolved)],
    }
}

/// What a placeholder of a variable or of a function stands for.
fn deduced<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    placeholder: cleave_hir::TypeId,
) -> Option<Ty<'db>> {
    let contains = |ty: cleave_hir::TypeId| {
        let mut at = ty;
        loop {
            if at == placeholder {
                return true;
            }
            at = match &piece.code[at] {
                TypeRef::Qualified(_, t)
                | TypeRef::Pointer(t)
                | TypeRef::LvalueReference(t)
                | TypeRef::RvalueReference(t)
                | TypeRef::Attributed(t, _) => *t,
                TypeRef::Function(f) => f.ret,
                _ => return false,
            };
        }
    };
    for (id, decl) in piece.code.decls.iter() {
        let raw = id.into_raw().into_u32();
        match &decl.kind {
            DeclKind::Variable(v) if contains(v.ty) => {
                if piece.code_ref.body.is_some()
                    && let Symbol::Local(local) =
                        local_at(db, piece, Site::declaration(piece.code_ref, raw))
                {
                    return local.ty;
                }
                let variable = Entity::new(db, DeclRef::at(db, piece.code_ref, id), None);
                return Some(cleave_typing::function::variable_type(db, variable));
            }
            DeclKind::Function(f) if contains(f.ty) => {
                let function = Entity::new(db, DeclRef::at(db, piece.code_ref, id), None);
                return Some(cleave_typing::check::return_type(db, function));
            }
            _ => {}
        }
    }
    None
}
