//! What a `__global__` function may look like (reference: attributes, Kernel declarations).

use cleave_base_db::{Db, StubLinkage};
use cleave_codes::codes;
use cleave_cuda::annotations;
use cleave_lang::Builtin;
use cleave_names::decl::{
    Attribute, Body, Decl, DeclKind, Function, Spec, Special, TemplateParam, Tokens,
};
use cleave_names::{Word, declarations, item_id_of_node, user_items_with};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::skeleton::Flags;
use cleave_typing::function::{canonical, declared_type, signature};
use cleave_typing::thir::ExprKind;
use cleave_typing::{DeclRef, Entity, Ty, TyKind, check, program};
use rustc_hash::FxHashMap;

use crate::Finding;
use crate::engine::entities;
use crate::engine::finding::Arg;
use crate::engine::order::{behind_declarator, where_applied};
use crate::engine::source::{Sink, Source};

/// The rules for each kernel that the item declares.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let dropped = Dropped::of(s);
    for decl in s.decls {
        let global = decl
            .attributes
            .iter()
            .find(|a| matches!(a.name.as_str(), "global" | "tile_global"))
            .filter(|a| !dropped.has(decl, a));
        let Some(function) = &decl.function else {
            if let Some(global) = global {
                by_typedef(s, decl, global, out);
            }
            continue;
        };
        if global.is_none()
            && decl.instantiation
            && entities::template_of(s, decl).is_some_and(|t| annotations(s.db, t).is_kernel())
        {
            extern_stub(s, decl, out);
        }
        let defaulted = function.body == Body::Default;
        if let Some(global) = global.filter(|_| !defaulted) {
            let inline = |d: &DeclRef<'db>| d.hir(s.db).is_some_and(|d| d.spec.any(Spec::INLINE));
            let inline = entities::earlier(s, decl).iter().any(inline);
            if decl.instantiation {
                instantiation(s, decl, global, out);
            } else {
                kernel(s, decl, function, global, inline, out);
            }
        }
        register_params(s, decl, function, out);
        main(s, decl, out);
        unusable_packs(s, decl, function, out);
        self::defaulted(s, decl, function, out);
    }
}

/// `__global__ F f;` where `F` is a function type.
fn by_typedef<'db>(s: &Source<'db>, decl: &Decl, global: &Attribute, out: &mut Sink<'db>) {
    let Some(returned) = function_type(s, decl) else {
        return;
    };
    let at = global.tokens.start;
    if is_something(s.db, returned) {
        out.push(Finding::new(codes::GLOBAL_FUNCTION_RETURN_TYPE, at));
    }
    if decl.parent.is_some() && !decl.spec.any(Spec::FRIEND) {
        out.push(Finding::new(codes::GLOBAL_CLASS_DECL, at));
    }
}

/// What the function returns that `F f;` declares where `F` is a function type ([dcl.fct]/14).
pub(crate) fn function_type<'db>(s: &Source<'db>, decl: &Decl) -> Option<Ty<'db>> {
    if decl.kind != DeclKind::Variable || decl.is_template() || !decl.shape.is_empty() {
        return None;
    }
    let ty = entities::entity(s, decl).and_then(|e| declared_type(s.db, e))?;
    match ty.kind(s.db) {
        TyKind::Function(function) => Some(function.ret),
        _ => None,
    }
}

/// The attributes that a declarator takes away from those behind it in the same declaration: they do not apply to what these declare.
///
/// One pass over the item answers for all its declarators.
#[derive(Default)]
pub(crate) struct Dropped {
    /// By an attribute's first token, the position of the first declarator that takes it away.
    first: FxHashMap<u32, u32>,
}

impl Dropped {
    pub(crate) fn of(s: &Source<'_>) -> Self {
        let mut first = FxHashMap::default();
        // What stands last takes nothing away.
        let several = |d: &&Decl| d.place.index + 1 < d.place.of && !d.attributes.is_empty();
        for decl in s.decls.iter().filter(several) {
            if decl.kind == DeclKind::Variable && function_type(s, decl).is_none() {
                for attribute in &decl.attributes {
                    let start = attribute.tokens.start;
                    first.entry(start).or_insert(decl.place.index);
                }
            }
        }
        Self { first }
    }

    /// Whether an attribute does not apply to what this declarator declares.
    pub(crate) fn has(&self, decl: &Decl, attribute: &Attribute) -> bool {
        let first = self.first.get(&attribute.tokens.start);
        first.is_some_and(|first| *first < decl.place.index)
    }
}

fn kernel<'db>(
    s: &Source<'db>,
    decl: &Decl,
    f: &Function,
    global: &Attribute,
    inline_before: bool,
    out: &mut Sink<'db>,
) {
    let at = global.tokens.start;
    let mut say = |finding: Finding<'db>| out.push(behind_declarator(finding, f));
    let friend = decl.spec.any(Spec::FRIEND);
    let member = decl.parent.is_some() && !friend || is_member(s, decl);
    let defined_friend = friend && f.body.tokens().is_some();
    let inline = Spec::INLINE.with(Spec::CONSTEXPR).with(Spec::CONSTEVAL);
    // Members are inline whatever is written, and no more is said of them.
    if !member && (decl.spec.any(inline) || inline_before) || defined_friend {
        say(Finding::new(codes::GLOBAL_FUNCTION_INLINE, at).name("__global__"));
    }
    let frees = decl.name.starts_with("operator delete");
    if (!f.exception.is_empty() || frees) && specification_counts(s, decl) {
        say(Finding::new(codes::GLOBAL_EXCEPTION_SPEC, at));
    }
    if f.special == Special::Operator {
        say(Finding::new(codes::GLOBAL_OPERATOR_FUNCTION, at));
    }
    // A template's type is looked at when it is instantiated.
    let instances = instances(s, decl);
    let certain = !decl.is_template() && !s.in_template(decl) || !instances.is_empty();
    let returns =
        |e: &Entity<'db>| signature(s.db, *e).is_some_and(|sig| is_something(s.db, sig.ty.ret));
    if certain && decl.has_deduced_return() && f.special == Special::None {
        if !decl.is_template() {
            say(Finding::new(codes::GLOBAL_FUNCTION_DEDUCED_RETURN_TYPE, at));
        }
    } else if certain && (returns_something(s, decl, f) || instances.iter().any(returns)) {
        say(Finding::new(codes::GLOBAL_FUNCTION_RETURN_TYPE, at));
    }
    // `int...` declares no pack: nothing in it is one.
    let is_pack = |name: &str| {
        let params = decl.heads.iter().flat_map(|h| h.params.iter());
        params
            .filter(|p| p.pack)
            .any(|p| p.name.as_deref() == Some(name))
    };
    let expands = |i: u32| match s.kind(i) {
        AUTO_KW => true,
        IDENT => is_pack(s.word(i)),
        _ => false,
    };
    let unnamed = !s.in_template(decl)
        && (f.params.last())
            .is_some_and(|p| p.pack && !(p.tokens.start..p.tokens.end).any(expands));
    if f.variadic || unnamed {
        say(Finding::new(codes::GLOBAL_FUNCTION_HAS_ELLIPSIS, at));
    }
    if member {
        say(Finding::new(codes::GLOBAL_CLASS_DECL, at));
    }
    if defined_friend {
        let place = if decl.heads.is_empty() {
            decl.specifiers.start
        } else {
            decl.name_tokens.start
        };
        let finding = Finding::new(codes::GLOBAL_FRIEND_DEFINITION, place);
        out.push(behind_declarator(finding, f));
    }
    packs(s, decl, out);
    let end = match f.body.tokens() {
        Some(body) => Some(body.start),
        None => {
            let last = f.suffix.end.max(decl.declarator.end);
            (last..=decl.tokens.end).find(|&i| matches!(s.kind(i), SEMICOLON | COMMA))
        }
    };
    if let Some(end) = end.filter(|_| !decl.has_attribute("launch_bounds")) {
        out.push(Finding::new(codes::MISSING_LAUNCH_BOUNDS, end));
    }
}

/// The instances of a function template that the user's code certainly makes: explicit ones, specialisations, which look at
/// the template's type as well, and what is launched.
fn instances<'db>(s: &Source<'db>, decl: &Decl) -> Vec<Entity<'db>> {
    let db = s.db;
    let mut out = Vec::new();
    let Some(template) = entities::first(s, decl).filter(|_| decl.is_template()) else {
        return out;
    };
    let is_it = |e: &Entity<'db>| canonical(db, e.decl(db)) == template.decl(db);
    for &item in user_items_with(db, s.file, Word::new(db, decl.name.as_str())) {
        let theirs = Source::new(db, s.file, item, s.settings);
        let named = |d: &&Decl| d.name == decl.name && (d.instantiation || d.is_specialization());
        let special = theirs.decls.iter().filter(named);
        out.extend(
            special
                .filter_map(|d| entities::template_of(&theirs, d))
                .filter(is_it),
        );
        if !item.flags(db).has(Flags::LAUNCH) {
            continue;
        }
        for body in program::bodies(db, item_id_of_node(db, item)) {
            let typed = check::body(db, body).filter(|t| !t.dependent);
            out.extend(
                typed
                    .iter()
                    .flat_map(|t| &t.exprs)
                    .filter_map(|x| match x.kind {
                        ExprKind::Function(f) if is_it(&f) => Some(f),
                        _ => None,
                    }),
            );
        }
    }
    out
}

/// A member function that is defined outside of its class.
pub(crate) fn is_member(s: &Source<'_>, decl: &Decl) -> bool {
    decl.parent.is_none()
        && !decl.qualifier.is_empty()
        && entities::first(s, decl).is_some_and(|e| e.decl(s.db).parent_class(s.db).is_some())
}

/// Whether an exception specification is the function's own: a specialisation takes its template's.
fn specification_counts(s: &Source<'_>, decl: &Decl) -> bool {
    if !decl.is_specialization() {
        return true;
    }
    let template = entities::template_of(s, decl).and_then(|t| entities::node(s, t));
    template.is_some_and(|(item, index)| {
        let decl = declarations(s.db, item).get(index as usize);
        let function = decl.and_then(|d| d.function.as_ref());
        function.is_some_and(|f| !f.exception.is_empty())
    })
}

/// Whether the return type is certainly something else than void.
fn returns_something(s: &Source<'_>, decl: &Decl, f: &Function) -> bool {
    let makes = matches!(f.special, Special::Constructor | Special::Destructor);
    // Of a function whose parameters are wrong there is no signature.
    let written = || f.trailing.is_empty() && decl.shape.len() == 1;
    let plain = || builtin(s, decl.specifiers).filter(|_| written());
    !makes
        && match returned(s, decl) {
            Some(ty) => is_something(s.db, ty),
            None => f.implicit_int || plain() == Some(false),
        }
}

/// The return type of a function as this declaration has it.
fn returned<'db>(s: &Source<'db>, decl: &Decl) -> Option<Ty<'db>> {
    let own = entities::entity(s, decl)?;
    Some(signature(s.db, own)?.ty.ret)
}

/// Whether a type is known, and not void.
fn is_something<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    is_known(db, ty) && !ty.is_void(db)
}

fn is_known<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    !ty.is_unknown(db) && !ty.is_dependent(db) && !ty.has_auto(db)
}

/// For specifiers that name a fundamental type and nothing else: whether it is void.
pub(crate) fn builtin(s: &Source<'_>, t: Tokens) -> Option<bool> {
    let mut void = None;
    let mut i = t.start;
    while i < t.end {
        match s.kind(i) {
            ATTRIBUTE_KW => {
                i = group_end(s, i + 1, t.end);
                continue;
            }
            L_BRACK if s.kind(i + 1) == L_BRACK => {
                i = group_end(s, i, t.end);
                continue;
            }
            VOID_KW => void = Some(true),
            kind if is_fundamental(kind) => void = Some(false),
            INLINE_KW | STATIC_KW | EXTERN_KW | CONST_KW | VOLATILE_KW | FRIEND_KW
            | CONSTEXPR_KW | VIRTUAL_KW => {}
            _ => return None,
        }
        i += 1;
    }
    void
}

/// A keyword that names a fundamental type other than void, or a part of its name.
pub(crate) fn is_fundamental(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        INT_KW
            | UNSIGNED_KW
            | SIGNED_KW
            | LONG_KW
            | SHORT_KW
            | CHAR_KW
            | BOOL_KW
            | FLOAT_KW
            | DOUBLE_KW
    )
}

/// The token after the bracket that closes the one at `open`, at most `end`.
pub(crate) fn group_end(s: &Source<'_>, open: u32, end: u32) -> u32 {
    let mut depth = 0i32;
    for i in open..end {
        match s.kind(i) {
            L_PAREN | L_BRACK | L_BRACE => depth += 1,
            R_PAREN | R_BRACK | R_BRACE => {
                depth -= 1;
                if depth <= 0 {
                    return i + 1;
                }
            }
            _ => {}
        }
    }
    end
}

/// Template parameter packs: one at most, and the last one.
fn packs<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let Some(head) = decl.heads.last() else {
        return;
    };
    let last = head.params.len().saturating_sub(1);
    let all = head.params.iter().enumerate().filter(|(_, p)| p.pack);
    for (n, (i, p)) in all.take(2).enumerate() {
        let at = parameter_name(s, p);
        if n == 0 && i != last {
            out.push(Finding::new(codes::GLOBAL_FUNCTION_PACK_NOT_LAST, at));
        }
        if n == 1 {
            out.push(Finding::new(codes::GLOBAL_FUNCTION_MULTIPLE_PACKS, at));
        }
    }
}

fn parameter_name(s: &Source<'_>, p: &TemplateParam) -> u32 {
    p.name_at + u32::from(s.kind(p.name_at) == ELLIPSIS)
}

/// Template parameters behind a pack that nothing can ever be given for.
fn unusable_packs<'db>(s: &Source<'db>, decl: &Decl, f: &Function, out: &mut Sink<'db>) {
    let [head] = &*decl.heads else { return };
    let Some(first) = head.params.iter().position(|p| p.pack) else {
        return;
    };
    if decl.instantiation || f.special == Special::Constructor {
        return;
    }
    for p in &head.params[first + 1..] {
        let Some(name) = p.name.as_deref().filter(|_| p.default.is_empty()) else {
            continue;
        };
        let mentioned = f
            .clause
            .range()
            .chain(f.suffix.range())
            .chain(decl.specifiers.range())
            .any(|i| s.word(i as u32) == name);
        let kind = match s.kind(p.tokens.start) {
            CLASS_KW | TYPENAME_KW => "template parameter",
            TEMPLATE_KW => continue,
            kind if is_fundamental(kind) => "constant",
            _ => continue,
        };
        if !mentioned {
            let function = crate::cuda::spaces::redeclared::qualified(s, &decl.name);
            out.push(Finding::new(
                codes::PARAMETER_AFTER_PACK_NOT_DEDUCIBLE {
                    parameter: Arg::Entity {
                        kind,
                        name: name.to_owned(),
                    },
                    template: Arg::Entity {
                        kind: "function template",
                        name: function,
                    },
                },
                parameter_name(s, p),
            ));
        }
    }
}

/// An explicit instantiation of a kernel: what its type says, and that one of a kernel whose host function is static cannot be
/// `extern`.
fn instantiation<'db>(s: &Source<'db>, decl: &Decl, global: &Attribute, out: &mut Sink<'db>) {
    extern_stub(s, decl, out);
    let returns = decl
        .function
        .as_ref()
        .is_some_and(|f| returns_something(s, decl, f));
    if returns {
        out.push(Finding::new(
            codes::GLOBAL_FUNCTION_RETURN_TYPE,
            global.tokens.start,
        ));
    }
}

/// The host function of a kernel that is static cannot be in another translation unit.
fn extern_stub<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let stubs = s.settings.stub_linkage == StubLinkage::Static && !s.settings.relocatable;
    if stubs && s.kind(decl.tokens.start) == EXTERN_KW {
        out.push(Finding::new(
            codes::EXTERN_KERNEL_TEMPLATE,
            decl.name_tokens.start,
        ));
    }
}

fn register_params<'db>(s: &Source<'db>, decl: &Decl, f: &Function, out: &mut Sink<'db>) {
    let keyword = decl
        .specifiers
        .range()
        .chain(f.suffix.range())
        .map(|i| i as u32)
        .find(|&i| s.kind(i) == REGISTER_PARAMS_KW);
    let attribute = decl
        .attributes
        .iter()
        .find(|a| a.name == "nv_register_params")
        .map(|a| a.tokens.start);
    if let Some(at) = keyword.or(attribute) {
        out.push(Finding::new(codes::REGISTER_PARAMS_NOT_ENABLED, at));
        if f.variadic {
            out.push(Finding::new(codes::REGISTER_PARAMS_ELLIPSIS_FUNCTION, at));
        }
    }
}

/// `main` is an ordinary host function that returns int.
fn main<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    let global_scope = s.item.scope(s.db).is_global(s.db) && decl.parent.is_none();
    if decl.name != "main" || !global_scope || !decl.qualifier.is_empty() {
        return;
    }
    let at = decl.name_tokens.start;
    if !decl.heads.is_empty() {
        if decl.is_template() {
            out.push(Finding::new(codes::NOT_A_FUNCTION_TEMPLATE_NAME, at).name("main"));
        }
        return;
    }
    let int = |ty: Ty<'db>| ty.is_builtin(s.db, Builtin::Int);
    let known = returned(s, decl).filter(|ty| is_known(s.db, *ty));
    if known.is_some_and(|ty| !int(ty)) && !decl.has_deduced_return() {
        out.push(Finding::new(codes::MAIN_RETURN_TYPE_NOT_INT, at));
    }
    for a in &decl.attributes {
        if matches!(a.name.as_str(), "global" | "device") {
            let finding = Finding::new(codes::MAIN_IN_DEVICE_SPACE, a.tokens.start);
            out.push(where_applied(finding, decl));
        }
    }
    if decl.spec.any(Spec::STATIC) {
        out.push(Finding::new(codes::STATIC_NOT_ALLOWED, at));
    }
    let entity = || Arg::Entity {
        kind: "function",
        name: "main".into(),
    };
    if decl.spec.any(Spec::INLINE) {
        out.push(Finding::new(
            codes::FUNCTION_MAY_NOT_BE_INLINE { function: entity() },
            at,
        ));
    }
    if decl.spec.any(Spec::CONSTEXPR) {
        out.push(Finding::new(
            codes::FUNCTION_MAY_NOT_BE_CONSTEXPR { function: entity() },
            at,
        ));
    }
    if decl.linkage_c || s.item.flags(s.db).has(Flags::EXTERN_C) {
        out.push(Finding::new(
            codes::NOT_ALLOWED_IN_LINKAGE_SPECIFICATION { function: entity() },
            at,
        ));
    }
}

/// Execution spaces of a function that is defaulted where it is first declared follow from its class.
fn defaulted<'db>(s: &Source<'db>, decl: &Decl, f: &Function, out: &mut Sink<'db>) {
    let certain = decl.parent.is_some()
        && f.body == Body::Default
        && !f.is_virtual
        && !decl.spec.any(Spec::FRIEND);
    if !certain || crate::cuda::spaces::overriding::may_be_virtual(s, decl) {
        return;
    }
    for a in &decl.attributes {
        if matches!(a.name.as_str(), "host" | "device" | "global") {
            out.push(
                Finding::new(codes::ESA_ON_DEFAULTED_FUNCTION_IGNORED, a.tokens.start)
                    .text(crate::cuda::attributes::known::shown(&a.name))
                    .name(decl.name.clone()),
            );
        }
    }
}
