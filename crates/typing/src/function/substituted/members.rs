//! The functions that the members of a class call as they are declared: in their types and exception specifications, in the
//! initialisers of data members, and in the bases of the class ([temp.inst]/3). The reference keeps them where it makes a member
//! function of the class (reference: device-half, Uses).

use cleave_base_db::Db;
use cleave_hir::{Code, Decl, DeclId, DeclKind, Init, Name, NameId, Node, Path, children};
use cleave_names::decl::Spec;
use rustc_hash::FxHashSet;

use super::{Calls, DEPTH, Reader, calls, has_call_in, is_template};
use crate::check::initializer;
use crate::function::{definition, signature_context};
use crate::{CodeRef, Context, DeclRef, Entity};

/// The functions that the declarations of a class template's members call, for the class that an instance of it is defined by. Each
/// once. Nothing for a class that is no instance, and for one that is local to a function.
#[salsa::tracked(returns(deref))]
pub fn called_in_members<'db>(db: &'db dyn Db, class: Entity<'db>) -> Box<[Entity<'db>]> {
    let (decl, env) = (class.decl(db), class.env(db));
    if env.is_none_or(|env| env.is_dependent(db)) || decl.code(db).body.is_some() {
        return Box::default();
    }
    let calling = calling(db, Entity::new(db, decl, None));
    let mut out = Calls::default();
    for part in &calling.parts {
        match part {
            Part::Bases => bases(db, class, &mut out),
            Part::Member(id) => {
                let member = Entity::new(db, DeclRef::at(db, decl.code(db), *id), env);
                declared(db, member, &mut out);
            }
        }
    }
    out.functions.into()
}

/// A part of a class that calls something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Its bases.
    Bases,
    /// A member.
    Member(DeclId),
}

/// What a class calls something in.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
struct Calling {
    parts: Box<[Part]>,
    /// Aliases that are members of it or of a class around, and stand for something with a call.
    aliases: Box<[Name]>,
}

/// What the bases of a class call.
fn bases<'db>(db: &'db dyn Db, class: Entity<'db>, out: &mut Calls<'db>) {
    let (Some((code, _)), Some(definition)) =
        (class.decl(db).in_code(db), class.decl(db).class(db))
    else {
        return;
    };
    let context = |of| Context::of(db, of);
    if let Some(mut reader) = Reader::of_member(class, code, context, out) {
        for base in &definition.bases {
            reader.part(Node::Type(base.ty), false, DEPTH);
        }
    }
}

/// What a member calls as it is declared.
fn declared<'db>(db: &'db dyn Db, member: Entity<'db>, out: &mut Calls<'db>) {
    let Some((code, hir)) = member.decl(db).in_code(db) else {
        return;
    };
    let context = |of| match hir.kind {
        DeclKind::Function(_) => signature_context(db, of),
        _ => Context::of(db, of),
    };
    if let Some(mut reader) = Reader::of_member(member, code, context, out) {
        for part in types(hir) {
            reader.part(part, matches!(part, Node::Expr(_)), DEPTH);
        }
    }
    if !matches!(hir.kind, DeclKind::Variable(_)) {
        return;
    }
    let Some((owner, code_ref, init)) = initial(db, member) else {
        return;
    };
    let Some(code) = code_ref.code(db) else {
        return;
    };
    let context = |of: Entity<'db>| Some(Context::new(db, of, code_ref, code, of.env(db)));
    if let Some(mut reader) = Reader::of_member(owner, code, context, out) {
        for part in operands(init) {
            // What a constexpr member is initialised with is a value at once where it can be.
            let is_value = hir.spec.any(Spec::CONSTEXPR)
                && matches!(part, Node::Expr(e) if !reader.depends(e));
            reader.independent = !is_value;
            reader.part(part, true, DEPTH);
        }
    }
}

/// Which parts of a class may call something, its template's parameters standing for themselves. Few classes have any.
#[salsa::tracked(returns(ref))]
fn calling<'db>(db: &'db dyn Db, class: Entity<'db>) -> Calling {
    let decl = class.decl(db);
    let (Some((code, _)), Some(definition)) = (decl.in_code(db), decl.class(db)) else {
        return Calling::default();
    };
    let around = decl.parent_class(db);
    let around = around.map(|c| calling(db, Entity::new(db, c, None)));
    let around = around.map_or(&[][..], |c| &c.aliases);
    let mut aliases: FxHashSet<Name> = around.iter().cloned().collect();
    let mut parts = Vec::new();
    let bases = definition.bases.iter().map(|b| Node::Type(b.ty)).collect();
    if may_call(db, class, code, bases, &aliases) {
        parts.push(Part::Bases);
    }
    for id in &definition.members {
        let hir = &code[*id];
        if is_template(hir) || hir.spec.any(Spec::FRIEND) {
            continue;
        }
        let member = Entity::new(db, DeclRef::at(db, decl.code(db), *id), None);
        let calls = may_call(db, member, code, types(hir), &aliases)
            || matches!(hir.kind, DeclKind::Variable(_))
                && initial(db, member).is_some_and(|(owner, code_ref, init)| {
                    let code = code_ref.code(db);
                    code.is_some_and(|code| may_call(db, owner, code, operands(init), &aliases))
                });
        match (&hir.kind, &hir.name) {
            _ if !calls => {}
            (DeclKind::Alias(_), NameId::Ident(name)) => aliases.extend([name.clone()]),
            _ => parts.push(Part::Member(*id)),
        }
    }
    Calling {
        parts: parts.into(),
        aliases: aliases.into_iter().collect(),
    }
}

/// Whether parts of a declaration have a call, or name an alias that has one.
fn may_call<'a, 'db>(
    db: &'db dyn Db,
    of: Entity<'db>,
    code: &'a Code,
    parts: Vec<Node<'a>>,
    aliases: &FxHashSet<Name>,
) -> bool {
    let mut templates = Vec::new();
    !parts.is_empty()
        && (has_call_in(db, of, code, parts.clone(), &mut templates)
            || !aliases.is_empty() && names_any(code, parts, aliases)
            || templates.into_iter().any(|alias| calls(db, alias)))
}

/// Whether parts of some code name one of some aliases, alone or in front of `::`.
fn names_any<'a>(code: &'a Code, mut todo: Vec<Node<'a>>, aliases: &FxHashSet<Name>) -> bool {
    let names = |path: &Path| match (path.qualifiers.first(), &path.name) {
        (Some(first), _) => aliases.contains(&first.name),
        (None, NameId::Ident(name)) => aliases.contains(name),
        _ => false,
    };
    while let Some(node) = todo.pop() {
        match node {
            Node::Path(path) if names(path) => return true,
            Node::Stmt(_) | Node::Decl(_) => continue,
            _ => {}
        }
        children(code, node, &mut |part| todo.push(part));
    }
    false
}

/// The types of a member, and the width of a bit-field.
fn types(hir: &Decl) -> Vec<Node<'_>> {
    match &hir.kind {
        DeclKind::Function(f) => vec![Node::Type(f.ty)],
        DeclKind::Alias(ty) => vec![Node::Type(*ty)],
        DeclKind::Variable(v) => {
            let width = v.width.map(Node::Expr);
            [Node::Type(v.ty)].into_iter().chain(width).collect()
        }
        _ => Vec::new(),
    }
}

/// What a data member is initialised with, and the declaration that says so.
fn initial<'db>(
    db: &'db dyn Db,
    member: Entity<'db>,
) -> Option<(Entity<'db>, CodeRef<'db>, &'db Init)> {
    let of = |owner| initializer(db, owner).map(|(code, init)| (owner, code, init));
    of(member).or_else(|| of(definition(db, member)?))
}

/// The operands of an initialiser.
fn operands(init: &Init) -> Vec<Node<'_>> {
    match init {
        Init::Equal(e) | Init::Brace(e) => vec![Node::Expr(*e)],
        Init::Paren(all) => all.iter().copied().map(Node::Expr).collect(),
        Init::None | Init::Elsewhere => Vec::new(),
    }
}
