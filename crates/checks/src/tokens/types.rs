//! Types as written: what a declaration's specifiers and declarator say, through the user's own typedefs and aliases.
//!
//! It answers only where the answer is certain. A name that a template parameter, a base class or a header may give another
//! meaning to is [`Base::Unknown`].

use cleave_names::ScopePath;
use cleave_names::decl::{Decl, DeclKind, Shape, Spec, Tokens};
use cleave_syntax::SyntaxKind::*;

use crate::cuda::kernels::form::group_end;
use crate::engine::nodes::is_arithmetic;
use crate::engine::source::Source;
use crate::tokens::index::{Entry, named, only_mine};

/// How many typedefs may stand behind each other.
const DEPTH: u32 = 16;

/// What a type is made of, without pointers and the like.
#[derive(Clone, Debug)]
pub(crate) enum Base<'db> {
    /// `void`
    Void,
    /// An arithmetic type.
    Fundamental(Fundamental),
    /// A class of the user's own.
    Class(Entry<'db>),
    /// An enumeration of the user's own.
    Enum,
    /// Something that depends on template parameters.
    Dependent,
    /// Not certain.
    Unknown,
}

/// A fundamental type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fundamental {
    /// Its size.
    pub(crate) bits: u32,
    /// A floating type.
    pub(crate) floating: bool,
    /// An unsigned type.
    pub(crate) unsigned: bool,
    /// `bool`
    pub(crate) boolean: bool,
    /// As messages spell it.
    pub(crate) name: &'static str,
}

const fn fundamental(name: &'static str, bits: u32) -> Fundamental {
    Fundamental {
        bits,
        floating: false,
        unsigned: false,
        boolean: false,
        name,
    }
}

const fn unsigned(name: &'static str, bits: u32) -> Fundamental {
    Fundamental {
        unsigned: true,
        ..fundamental(name, bits)
    }
}

const fn floating(name: &'static str, bits: u32) -> Fundamental {
    Fundamental {
        floating: true,
        ..fundamental(name, bits)
    }
}

/// A whole type.
#[derive(Clone, Debug)]
pub(crate) struct Type<'db> {
    pub(crate) base: Base<'db>,
    /// The declarator's operators, innermost first, those of typedefs behind.
    pub(crate) shape: Vec<Shape>,
    /// Whether the object, or an array's element, is const.
    pub(crate) constant: bool,
    /// Of one pointer or reference, whether what it points or refers to certainly is const.
    pub(crate) target: bool,
    /// Whether a typedef or a placeholder stands for all or a part of it.
    pub(crate) indirect: bool,
}

impl Type<'_> {
    /// Whether it is certainly a reference.
    pub(crate) fn is_reference(&self) -> bool {
        matches!(
            self.shape.first(),
            Some(Shape::LvalueReference | Shape::RvalueReference)
        )
    }

    /// Whether it is an object whose kind is known, that is, certainly no function and no reference.
    pub(crate) fn is_known_object(&self) -> bool {
        match self.shape.first() {
            Some(Shape::Function | Shape::LvalueReference | Shape::RvalueReference) => false,
            Some(_) => true,
            None => !matches!(self.base, Base::Unknown | Base::Dependent | Base::Void),
        }
    }

    /// Whether it may be a function, by way of a typedef.
    pub(crate) fn may_be_function(&self) -> bool {
        match self.shape.first() {
            Some(Shape::Function) => true,
            Some(_) => false,
            None => matches!(self.base, Base::Unknown | Base::Dependent),
        }
    }

    /// The arithmetic type that it is, if it is one and nothing around it.
    pub(crate) fn fundamental(&self) -> Option<Fundamental> {
        match (&self.base, self.shape.is_empty()) {
            (Base::Fundamental(f), true) => Some(*f),
            _ => None,
        }
    }
}

/// The type of a declaration's entity; of a function, its whole type with the return type's operators behind.
pub(crate) fn declared<'db>(s: &Source<'db>, decl: &Decl) -> Type<'db> {
    let place = Place::of(s, decl);
    let mut ty = read(s, decl.specifiers, &place, 0);
    ty.target = ty.constant && ty.shape.is_empty() && decl.shape.len() == 1;
    ty.constant = constant(s, decl, &ty);
    let mut shape = decl.shape.to_vec();
    shape.append(&mut ty.shape);
    ty.shape = shape;
    ty
}

/// Whether the object that a declaration declares is const: of a pointer, the pointer itself.
fn constant(s: &Source<'_>, decl: &Decl, base: &Type<'_>) -> bool {
    let object = decl
        .shape
        .iter()
        .find(|p| !matches!(p, Shape::Array { .. }));
    match object {
        None if base.shape.is_empty() || base.indirect => {
            base.constant || decl.spec.any(Spec::CONST.with(Spec::CONSTEXPR))
        }
        None => decl.spec.any(Spec::CONST.with(Spec::CONSTEXPR)),
        Some(Shape::Pointer | Shape::MemberPointer) => {
            let before = decl.name_tokens.start.checked_sub(1);
            before.is_some_and(|i| s.kind(i) == CONST_KW) || decl.spec.any(Spec::CONSTEXPR)
        }
        Some(_) => false,
    }
}

/// Where a type is written, for the lookup of names.
pub(crate) struct Place<'db> {
    pub(crate) scope: ScopePath<'db>,
    /// Template parameters in scope.
    pub(crate) parameters: Vec<String>,
    /// In a class, or in a member defined outside of one.
    pub(crate) member: bool,
}

impl<'db> Place<'db> {
    /// The place of a declaration.
    pub(crate) fn of(s: &Source<'db>, decl: &Decl) -> Place<'db> {
        let mut parameters = Vec::new();
        let mut at = Some(decl);
        while let Some(d) = at {
            for head in &d.heads {
                parameters.extend(head.params.iter().filter_map(|p| p.name.clone()));
            }
            at = d.parent.map(|p| &s.decls[p as usize]);
        }
        Place {
            scope: s.item.scope(s.db),
            parameters,
            member: decl.parent.is_some() || !decl.qualifier.is_empty(),
        }
    }
}

fn unknown<'db>() -> Type<'db> {
    Type {
        base: Base::Unknown,
        shape: Vec::new(),
        constant: false,
        target: false,
        indirect: false,
    }
}

/// The type that specifiers name.
pub(crate) fn read<'db>(s: &Source<'db>, t: Tokens, place: &Place<'db>, depth: u32) -> Type<'db> {
    let mut words: Vec<&str> = Vec::new();
    let mut path: Vec<&str> = Vec::new();
    let mut out = unknown();
    let (mut void, mut rooted, mut angles) = (false, false, false);
    let mut i = t.start;
    while i < t.end {
        match s.kind(i) {
            ATTRIBUTE_KW | ALIGNAS_KW => {
                i = group_end(s, i + 1, t.end);
                continue;
            }
            L_BRACK if s.kind(i + 1) == L_BRACK => {
                i = group_end(s, i, t.end);
                continue;
            }
            VOID_KW => void = true,
            kind if is_arithmetic(kind) => words.push(s.word(i)),
            CONST_KW => out.constant = true,
            CLASS_KW | STRUCT_KW | UNION_KW | ENUM_KW => {
                // A definition in place; its name is enough to find it.
                let brace = (i..t.end).find(|&j| s.kind(j) == L_BRACE);
                if brace.is_some() {
                    return defined_here(s, i, out);
                }
            }
            COLON2 => rooted |= path.is_empty(),
            IDENT => path.push(s.word(i)),
            LT => {
                angles = true;
                break;
            }
            STAR | AMP | AMP2 => break,
            INLINE_KW | STATIC_KW | EXTERN_KW | VOLATILE_KW | FRIEND_KW | CONSTEXPR_KW
            | VIRTUAL_KW | TYPEDEF_KW | THREAD_LOCAL_KW | MUTABLE_KW | REGISTER_KW
            | REGISTER_PARAMS_KW | EXPLICIT_KW | CONSTEVAL_KW | CONSTINIT_KW | THREAD_KW => {}
            _ => return out,
        }
        i += 1;
    }
    if void {
        out.base = Base::Void;
        return out;
    }
    if !words.is_empty() {
        out.base = arithmetic(&words).map_or(Base::Unknown, Base::Fundamental);
        return out;
    }
    let Some(name) = path.pop() else { return out };
    if path.is_empty() && !rooted && place.parameters.iter().any(|p| p == name) {
        out.base = Base::Dependent;
        return out;
    }
    if angles && !place.parameters.is_empty() {
        return out;
    }
    let Some(e) = lookup(s, name, &path, rooted, place) else {
        return out;
    };
    match e.kind {
        DeclKind::Class if e.template == angles => out.base = Base::Class(e),
        DeclKind::Enum if !angles => out.base = Base::Enum,
        DeclKind::Type if !angles && !e.template && depth < DEPTH => {
            let theirs = Source::new(s.db, s.file, e.item, s.settings);
            let Some(decl) = theirs.decls.get(e.decl as usize) else {
                return out;
            };
            let place = Place::of(&theirs, decl);
            let mut ty = read(&theirs, decl.specifiers, &place, depth + 1);
            ty.constant = constant(&theirs, decl, &ty) || out.constant;
            let mut shape = decl.shape.to_vec();
            shape.append(&mut ty.shape);
            ty.shape = shape;
            ty.indirect = true;
            return ty;
        }
        _ => {}
    }
    out
}

/// A class or enumeration that is defined among the specifiers.
fn defined_here<'db>(s: &Source<'db>, at: u32, mut out: Type<'db>) -> Type<'db> {
    let index = s.decls.iter().position(|d| {
        matches!(d.kind, DeclKind::Class | DeclKind::Enum) && d.declarator.start == at
    });
    let Some(index) = index else { return out };
    if s.decls[index].kind == DeclKind::Enum {
        out.base = Base::Enum;
        return out;
    }
    let found = named(s.db, s.file, &s.decls[index].name)
        .iter()
        .find(|e| e.item == s.item && e.decl as usize == index);
    if let Some(e) = found {
        out.base = Base::Class(e.clone());
    }
    out
}

/// The one type that a name can mean.
fn lookup<'db>(
    s: &Source<'db>,
    name: &str,
    path: &[&str],
    rooted: bool,
    place: &Place<'db>,
) -> Option<Entry<'db>> {
    let all = only_mine(s.db, s.file, name);
    let types = |e: &&Entry<'db>| {
        matches!(e.kind, DeclKind::Class | DeclKind::Enum | DeclKind::Type) && !e.specialization
    };
    let mut best: Option<(&Entry<'db>, usize)> = None;
    for e in all.iter().filter(types) {
        if let Some(class) = &e.class {
            // A member: certain only where the class is named.
            if path.last() == Some(&class.as_str()) {
                return None;
            }
            if path.is_empty() && place.member {
                return None;
            }
            continue;
        }
        let Some(distance) = reached(s, e.scope, path, rooted, place.scope) else {
            continue;
        };
        if best.is_none_or(|b| distance < b.1) {
            best = Some((e, distance));
        }
    }
    let (first, distance) = best?;
    // Something else of the name nearby, or two things as near: not certain.
    let clear = all.iter().filter(|e| e.class.is_none()).all(|e| {
        e.scope == first.scope && e.kind == first.kind
            || e.specialization
            || e.kind == DeclKind::Function && first.kind == DeclKind::Class
            || reached(s, e.scope, path, rooted, place.scope).is_none_or(|d| d > distance)
    });
    clear.then(|| first.clone())
}

/// How far away a namespace is in which a name is looked up; none where it is not.
pub(crate) fn reached<'db>(
    s: &Source<'db>,
    declared: ScopePath<'db>,
    path: &[&str],
    rooted: bool,
    from: ScopePath<'db>,
) -> Option<usize> {
    let mut scope = declared;
    let mut path = path;
    loop {
        // What an inline or unnamed namespace declares is visible around it.
        let open = scope.inline(s.db) || scope.name(s.db).is_empty() && !scope.is_global(s.db);
        let last = path.last();
        if last.is_some_and(|l| *l == scope.name(s.db)) {
            path = &path[..path.len() - 1];
            scope = scope.parent(s.db)?;
            continue;
        }
        if !open {
            break;
        }
        scope = scope.parent(s.db)?;
    }
    if !path.is_empty() {
        return None;
    }
    if rooted {
        return scope.is_global(s.db).then_some(0);
    }
    let mut at = Some(from);
    let mut distance = 0;
    while let Some(a) = at {
        if a == scope {
            return Some(distance);
        }
        distance += 1;
        at = a.parent(s.db);
    }
    None
}

/// The arithmetic type that words name.
pub(crate) fn arithmetic(words: &[&str]) -> Option<Fundamental> {
    let count = |w: &str| words.iter().filter(|&&x| x == w).count();
    let has = |w: &str| count(w) > 0;
    let u = has("unsigned") || has("__unsigned__");
    let pick = |plain, other| if u { other } else { plain };
    Some(if has("float") {
        floating("float", 32)
    } else if has("double") {
        match count("long") {
            0 => floating("double", 64),
            _ => floating("long double", 128),
        }
    } else if has("bool") {
        Fundamental {
            boolean: true,
            unsigned: true,
            ..fundamental("bool", 8)
        }
    } else if has("char") {
        match (u, has("signed")) {
            (true, _) => unsigned("unsigned char", 8),
            (_, true) => fundamental("signed char", 8),
            _ => fundamental("char", 8),
        }
    } else if has("short") {
        pick(fundamental("short", 16), unsigned("unsigned short", 16))
    } else if has("wchar_t") {
        fundamental("wchar_t", 32)
    } else if has("char8_t") {
        unsigned("char8_t", 8)
    } else if has("char16_t") {
        unsigned("char16_t", 16)
    } else if has("char32_t") {
        unsigned("char32_t", 32)
    } else {
        match count("long") {
            0 => pick(fundamental("int", 32), unsigned("unsigned int", 32)),
            1 => pick(fundamental("long", 64), unsigned("unsigned long", 64)),
            _ => pick(
                fundamental("long long", 64),
                unsigned("unsigned long long", 64),
            ),
        }
    })
}
