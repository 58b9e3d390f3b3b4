//! Which bodies of an item the device pass reads where they stand, and which of them are code of the device.

use cleave_base_db::{Db, HostOptions, SourceFile};
use cleave_names::decl::{Decl, Function, Param, Spec, Tokens};
use cleave_names::{ItemNode, declarations, item_id_of_node, lexed};
use cleave_syntax::SyntaxKind::AUTO_KW;

use crate::device::unused::emitted;
use crate::engine::source::Source;

/// The bodies in an item that are device code for certain.
pub fn device_bodies<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
) -> Vec<Tokens> {
    read_bodies(db, file, item, options, |_, _, device| device)
}

/// The bodies in an item that are code of the host alone, and read where they stand.
pub fn host_bodies<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
) -> Vec<Tokens> {
    read_bodies(db, file, item, options, |s, decl, device| {
        !device && !in_template(s, decl)
    })
}

/// The bodies in an item that the device pass reads and `wanted` takes. `wanted` gets whether a body is device code.
fn read_bodies<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    item: ItemNode<'db>,
    options: HostOptions,
    wanted: impl Fn(&Source<'db>, &Decl, bool) -> bool,
) -> Vec<Tokens> {
    let s = Source::new(db, file, item, options.settings(db));
    let mut bodies: Vec<Tokens> = (s.decls.iter().enumerate())
        .filter_map(|(i, d)| Some((i, d, d.function.as_ref()?.body.tokens()?)))
        .filter(|(i, d, _)| wanted(&s, d, s.merged(*i).space.on_device()))
        .map(|(_, _, body)| body)
        .collect();
    let unread = unread_bodies(db, item, |body| bodies.contains(&body));
    bodies.retain(|body| !unread.contains(body));
    bodies
}

/// The bodies in an item that the device pass reads when they are instantiated, without those that certainly are: bodies of
/// templates and of members of class templates. Friends of class templates are read where they stand. Only those that
/// `asked` takes: what is instantiated is found out where a body of a template is among them.
pub fn unread_bodies<'db>(
    db: &'db dyn Db,
    item: ItemNode<'db>,
    asked: impl Fn(Tokens) -> bool,
) -> Vec<Tokens> {
    let decls = declarations(db, item);
    let tokens = lexed(db, item);
    let is_auto = |p: &Param| p.specifiers.range().any(|i| tokens.kind(i) == AUTO_KW);
    let waits = |d: &Decl| {
        let mut around = d.parent.filter(|_| !d.spec.any(Spec::FRIEND));
        let generic = |f: &Function| f.params.iter().any(is_auto);
        let mut template = d.is_template() || d.function.as_ref().is_some_and(generic);
        let mut steps = decls.len();
        while let (Some(class), false, true) = (
            around.and_then(|p| decls.get(p as usize)),
            template,
            steps > 0,
        ) {
            template = class.is_template();
            around = class.parent;
            steps -= 1;
        }
        template
    };
    let bodies = decls
        .iter()
        .filter_map(|d| Some((d, d.function.as_ref()?.body.tokens()?)));
    let mut out: Vec<(&Decl, Tokens)> = bodies.filter(|(d, b)| asked(*b) && waits(d)).collect();
    if !out.is_empty() {
        let asked: Vec<&Decl> = out.iter().map(|(d, _)| *d).collect();
        let instantiated = emitted::instantiated(db, item_id_of_node(db, item), decls, &asked);
        out.retain(|(d, _)| !instantiated.contains(&d.name_tokens.start));
    }
    out.into_iter().map(|(_, body)| body).collect()
}

/// Whether a declaration stands in a template or is one.
pub(super) fn in_template(s: &Source<'_>, decl: &Decl) -> bool {
    let mut next = Some(decl);
    let mut steps = s.decls.len();
    while let (Some(d), true) = (next, steps > 0) {
        if !d.heads.is_empty() {
            return true;
        }
        steps -= 1;
        next = d.parent.and_then(|p| s.decls.get(p as usize));
    }
    false
}
