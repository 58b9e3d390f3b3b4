//! What a token of an item means: from spans of HIR to typed code, and to name lookup where code depends on template parameters. It knows
//! no files and no text but the tokens of the item.

mod bare;
mod blocks;
mod declared;
mod dependent;
mod guess;
mod instances;
mod written;

use cleave_base_db::Db;
use cleave_hir::{
    BodyRoot, Code, DeclKind, Expr, ExprId, NameId, Path, PathParts, PathSegment, TypeId, TypeRef,
    body_hir,
};
use cleave_names::{ItemId, ScopePath};
use cleave_syntax::skeleton::ItemKind;
use cleave_typing::class::class_info;
use cleave_typing::function::{canonical, class_of};
use cleave_typing::lookup::Found;
use cleave_typing::program::place;
use cleave_typing::thir::{ExprKind, Typed};
use cleave_typing::{Const, DeclRef, Entity, Site, Ty, TyKind};

use crate::analysis::{ItemTokens, Token};
use crate::piece::Piece;

pub(crate) use declared::local_named;
use declared::{
    capture_named, declared, local_at, of_local, parameter, parameter_named, template_parameter,
};
pub(crate) use guess::is_dependent;
pub(crate) use written::{Written, path_of, unqualified, written};
use written::{behind_arguments, path_before};

/// What a name means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Symbol<'db> {
    /// A declaration under template arguments.
    Entity(Entity<'db>),
    /// A local variable, parameter, binding or capture, by the token that declares it.
    Local(Local<'db>),
    /// A template parameter, by the token that declares it.
    Parameter(ItemId<'db>, u32),
    /// A label, by the token that declares it.
    Label(ItemId<'db>, u32),
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

/// What a token means; several for an overload set that nothing is chosen from.
pub(crate) fn meaning<'db>(
    db: &'db dyn Db,
    tokens: &ItemTokens<'db>,
    token: Token<'db>,
) -> Vec<Symbol<'db>> {
    if let Some(scope) = opened(db, tokens, token) {
        return vec![Symbol::Namespace(scope)];
    }
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
    if let Some(target) = member_init(db, &piece, tokens, token.number) {
        return initialized(db, &piece, &target);
    }
    let (Some(written), at) = written(&piece, tokens, token.number) else {
        let piece = piece.around_member(db, token.number);
        let bare = bare::bare(db, &piece, tokens, token.number);
        if !bare.is_empty() {
            return bare;
        }
        let path = qualifier_of_declarator(tokens, token.number);
        return path.map_or(Vec::new(), |path| lookup(db, &piece, &path));
    };
    let piece = piece.around_member(db, token.number);
    let found = match at {
        Some(back) => qualifier(db, &piece, written, back, token.number),
        None => match written {
            Written::Expr(e) => expression(db, &piece, e),
            Written::Type(t) => of_type(db, &piece, t),
        },
    };
    match found.is_empty() {
        true => bare::bare(db, &piece, tokens, token.number),
        false => found,
    }
}

/// What a qualifier of a path means, counted from its end.
fn qualifier<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    written: Written,
    back: usize,
    token: u32,
) -> Vec<Symbol<'db>> {
    let Some(path) = path_of(piece.code, written) else {
        return Vec::new();
    };
    let Some(at) = path.qualifiers.len().checked_sub(back) else {
        return Vec::new();
    };
    let PathSegment { name, args } = path.qualifiers[at].clone();
    let shorter = Path::new(
        NameId::Ident(name),
        PathParts {
            qualifiers: path.qualifiers[..at].into(),
            args,
            ..path.parts().clone()
        },
    );
    // A local class or alias hides others.
    let before = token.saturating_sub(piece.start);
    if let Some(local) = local_named(db, piece, &shorter, before) {
        return vec![local];
    }
    lookup(db, piece, &shorter)
}

/// The namespace that a token opens: its name, or one of those in front of it (`namespace a::b {`).
fn opened<'db>(
    db: &'db dyn Db,
    tokens: &ItemTokens<'db>,
    token: Token<'db>,
) -> Option<ScopePath<'db>> {
    if token.item.kind(db) != ItemKind::NamespaceOpen {
        return None;
    }
    let word = tokens.word(token.number);
    std::iter::successors(Some(token.item.scope(db)), |s| s.parent(db))
        .take(64)
        .find(|s| !word.is_empty() && s.name(db) == word)
}

/// The member or base whose initializer a token names ([class.base.init]).
fn member_init<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    tokens: &ItemTokens<'db>,
    token: u32,
) -> Option<Path> {
    let own = token.checked_sub(piece.start)?;
    let body = body_hir(db, piece.code_ref.item, piece.code_ref.body?);
    let body = body.as_ref()?;
    let inits = match &body.root {
        BodyRoot::Function { inits, .. } => &inits[..],
        _ => &[],
    };
    // Constructors of local classes have theirs beside their bodies.
    let of_local = body.code.decls.iter().flat_map(|(_, d)| match &d.kind {
        DeclKind::Function(f) => &f.inline_inits[..],
        _ => &[],
    });
    let mut targets = inits.iter().chain(of_local).filter(|init| {
        let span = piece
            .spans
            .exprs
            .get(u32::from(init.at.into_raw()) as usize);
        let name = init.target.name.ident();
        span.is_some_and(|t| t.start <= own && own < t.end)
            && name.is_some_and(|name| name.as_str() == tokens.word(token))
    });
    Some(targets.next()?.target.clone())
}

/// What an initializer of a constructor initialises: its name is looked up in the class first, where no parameter hides it.
fn initialized<'db>(db: &'db dyn Db, piece: &Piece<'db>, target: &Path) -> Vec<Symbol<'db>> {
    let class = piece.owner.and_then(|owner| class_of(db, owner));
    if let (Some(class), true, Some(mut cx)) = (class, target.is_unqualified(), piece.context(db)) {
        let member = found(db, piece, cx.lookup_member(class, &target.name));
        if !member.is_empty() {
            return member;
        }
    }
    // A member of a local class.
    if let Some(name) = target.name.ident() {
        let fields = piece.code.decls.iter().filter(|(_, d)| {
            let of_class = d
                .parent
                .is_some_and(|p| matches!(piece.code[p].kind, DeclKind::Class(_)));
            of_class && d.name.ident() == Some(name) && matches!(d.kind, DeclKind::Variable(_))
        });
        let mut fields = fields.map(|(id, _)| DeclRef::at(db, piece.code_ref, id));
        if let Some(field) = fields.next() {
            return vec![Symbol::Entity(Entity::new(db, field, None))];
        }
    }
    lookup(db, piece, target)
}

/// The path up to a token that `::` follows, in the name of a declaration out of its class. Template arguments are left out: they choose
/// a specialisation, and the template is what the name means.
fn qualifier_of_declarator(tokens: &ItemTokens<'_>, token: u32) -> Option<Path> {
    let behind = behind_arguments(tokens, token + 1);
    (tokens.word(behind) == "::").then(|| path_before(tokens, token))?
}

/// What a path means where it is written, as far as names tell.
pub(crate) fn lookup<'db>(db: &'db dyn Db, piece: &Piece<'db>, path: &Path) -> Vec<Symbol<'db>> {
    let Some(mut cx) = piece.context(db) else {
        return Vec::new();
    };
    let named = found(db, piece, cx.lookup_path(path));
    if dependent::is_known(db, &named) {
        return named;
    }
    let block = blocks::named(db, piece, path);
    match block.is_empty() {
        true => dependent::of_path(db, piece, path)
            .or_else(|| instances::of_path(db, piece, path))
            .unwrap_or(named),
        false => block,
    }
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

fn of_ty<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Symbol<'db> {
    match ty.kind(db) {
        TyKind::Class(e) | TyKind::Enum(e) => Symbol::Entity(*e),
        _ => Symbol::Type(ty),
    }
}

/// What a name in an expression means.
fn expression<'db>(db: &'db dyn Db, piece: &Piece<'db>, expr: ExprId) -> Vec<Symbol<'db>> {
    let parent = caller(piece.code, expr);
    let typed = piece.typed(db);
    let mut all = typed.iter();
    let typed = all.find_map(|(_, typed)| typed_name(db, piece, typed, expr, parent));
    // What is called of a lambda has no name: the variable has.
    let is_closure = |symbol: &Symbol<'db>| match symbol {
        Symbol::Entity(e) => e.decl(db).closure(db).is_some(),
        _ => false,
    };
    if let Some(symbol) = &typed
        && !is_closure(symbol)
    {
        return vec![symbol.clone()];
    }
    if piece.code_ref.body.is_none()
        && let Some(path) = path_of(piece.code, Written::Expr(expr))
        && let Some(name) = path.name.ident().filter(|_| path.is_unqualified())
        && let Some(raw) = parameter_named(piece, name.as_str())
    {
        return vec![parameter(db, piece, raw)];
    }
    let pack = match &piece.code[expr] {
        Expr::SizeofPack(name) => Some(unqualified(name.as_str())),
        _ => None,
    };
    let written = path_of(piece.code, Written::Expr(expr));
    let Some(path) = pack.as_ref().or(written) else {
        return Vec::new();
    };
    if let Expr::Member { base, .. } = &piece.code[expr] {
        let members = member_of(db, piece, *base, path);
        return match members.is_empty() {
            true => instances::of_name(db, piece, expr, parent),
            false => members,
        };
    }
    let before = piece.spans.exprs[expr.into_raw().into_u32() as usize].start;
    if let Some(local) = local_named(db, piece, path, before) {
        return vec![local];
    }
    if let Some(symbol) = typed {
        return vec![symbol];
    }
    let named = lookup(db, piece, path);
    match named.len() == 1 && dependent::is_known(db, &named) {
        true => named,
        // Of several functions instances call some.
        false => {
            let of_instances = instances::of_name(db, piece, expr, parent);
            if of_instances.is_empty() {
                named
            } else {
                of_instances
            }
        }
    }
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
                // What a lambda declares itself has no other place.
                let before = piece.spans.exprs[expr.into_raw().into_u32() as usize].start;
                if let Some(token) = capture_named(piece, &local.name, before) {
                    let item = piece.code_ref.item;
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
            // A member's name has it as well, where it is not written.
            ExprKind::This if piece.code[expr] == Expr::This => return Some(Symbol::Type(x.ty)),
            // What `->` of a class calls, or a conversion, is not what the name behind or before it means.
            ExprKind::Call { callee, .. } if is_implied(db, &piece.code[expr], *callee) => {}
            ExprKind::Call { callee, .. } => return Some(Symbol::Entity(*callee)),
            _ => {}
        }
    }
    for x in at(piece.site(parent?)) {
        match &x.kind {
            // The name of an object is not that of its call operator.
            ExprKind::Call { callee, .. } if is_implied(db, &piece.code[expr], *callee) => {}
            ExprKind::Call { callee, .. } | ExprKind::Construct(callee, _) => {
                return Some(Symbol::Entity(*callee));
            }
            _ => {}
        }
    }
    None
}

/// Whether a call at a name is not of what has the name: an operator `->`, a conversion function.
fn is_implied<'db>(db: &'db dyn Db, expr: &Expr, callee: Entity<'db>) -> bool {
    let name = callee.decl(db).hir(db).map(|d| &d.name);
    let written = match expr {
        Expr::Path(path) | Expr::Member { member: path, .. } => Some(&path.name),
        _ => None,
    };
    matches!(name, Some(NameId::Operator(_) | NameId::Conversion(_))) && written != name
}

/// A member by its name, where the type of the object is known.
pub(crate) fn member_of<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    base: ExprId,
    path: &Path,
) -> Vec<Symbol<'db>> {
    if let Some(class) = type_of(db, piece, base) {
        let class = class
            .pointee(db)
            .unwrap_or(class)
            .strip_reference(db)
            .unqualified(db);
        let members = match piece.context(db) {
            Some(mut cx) => found(db, piece, cx.lookup_member(class, &path.name)),
            None => Vec::new(),
        };
        if !members.is_empty() {
            return members;
        }
    }
    match guess::class_of_expression(db, piece, base) {
        Some(class) => dependent::member(db, class, &path.name),
        None => Vec::new(),
    }
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
fn of_type<'db>(db: &'db dyn Db, piece: &Piece<'db>, ty: TypeId) -> Vec<Symbol<'db>> {
    if let Some(path) = path_of(piece.code, Written::Type(ty)) {
        let before = piece.spans.types[ty.into_raw().into_u32() as usize].start;
        if let Some(local) = local_named(db, piece, path, before) {
            return vec![local];
        }
        let named = lookup(db, piece, path);
        if !named.is_empty() {
            return specialized(db, piece, ty, path, &named).map_or(named, |class| vec![class]);
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

/// The class that a template's name with arguments means: a specialisation may define it.
fn specialized<'db>(
    db: &'db dyn Db,
    piece: &Piece<'db>,
    ty: TypeId,
    path: &Path,
    named: &[Symbol<'db>],
) -> Option<Symbol<'db>> {
    path.args.as_ref()?;
    let [Symbol::Entity(template)] = named else {
        return None;
    };
    let class = piece.context(db)?.resolve_type(ty).unqualified(db);
    let own = class.class_entity(db).filter(|_| !class.is_dependent(db))?;
    let is_it = canonical(db, own.decl(db)) == canonical(db, template.decl(db));
    is_it.then_some(Symbol::Entity(own))
}

/// What a placeholder of a variable or of a function stands for.
fn deduced<'db>(db: &'db dyn Db, piece: &Piece<'db>, placeholder: TypeId) -> Option<Ty<'db>> {
    let contains = |ty| placeholder_of(piece.code, ty) == Some(placeholder);
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

/// The `auto` or `decltype(auto)` in a declared type, if there is one.
pub(crate) fn placeholder_of(code: &Code, ty: TypeId) -> Option<TypeId> {
    let mut at = ty;
    loop {
        at = match &code[at] {
            TypeRef::Auto(_) | TypeRef::DecltypeAuto(_) => return Some(at),
            TypeRef::Qualified(_, t)
            | TypeRef::Pointer(t)
            | TypeRef::LvalueReference(t)
            | TypeRef::RvalueReference(t)
            | TypeRef::Attributed(t, _) => *t,
            TypeRef::Function(f) => f.ret,
            _ => return None,
        };
    }
}
