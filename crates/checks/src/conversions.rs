//! Values that no implicit conversion takes to where they are wanted ([conv], [over.best.ics]): between arithmetic types, plain
//! pointers to such, and the user's own classes that declare nothing that could convert.

use cleave_names::decl::{DeclKind, Param, Shape, Spec, Special};
use cleave_names::declarations;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::SyntaxNode;

use crate::Finding;
use crate::attributes::child;
use crate::bodies::{Context, Walk, has};
use crate::finding::Arg;
use crate::index::Entry;
use crate::locals::{innermost, named};
use crate::operands;
use crate::source::Source;
use crate::types::{self, Base, Type};

/// A type as far as conversions are certain about it.
#[derive(Clone, Debug)]
enum Plain<'db> {
    Arithmetic(&'static str),
    /// What it points to, `void` included, and whether that is const.
    Pointer(&'static str, bool),
    Class(Entry<'db>),
    /// A string literal.
    String,
    /// An integer literal that is zero.
    Zero,
    /// `nullptr`
    Null,
}

/// What is wrong with a conversion.
enum Wrong {
    /// No conversion between types that are no classes.
    Types,
    /// A class has no conversion function for it.
    NoFunction,
    /// A class has no constructor for it.
    NoConstructor,
    /// Two classes have nothing to do with each other.
    Unrelated,
}

impl<'db> Plain<'db> {
    fn of_type(ty: &Type<'db>) -> Option<Plain<'db>> {
        if ty.indirect {
            return None;
        }
        match (&ty.base, &ty.shape[..]) {
            (Base::Fundamental(f), []) => Some(Plain::Arithmetic(f.name)),
            (Base::Fundamental(f), [Shape::Pointer]) => Some(Plain::Pointer(f.name, ty.target)),
            (Base::Void, [Shape::Pointer]) => Some(Plain::Pointer("void", ty.target)),
            (Base::Class(e), []) => Some(Plain::Class(e.clone())),
            _ => None,
        }
    }

    fn of_value(w: &Walk<'_, 'db>, node: &SyntaxNode) -> Option<Plain<'db>> {
        let t = w.s.tokens(node);
        let word = w.s.word(t.start);
        if node.kind() == STRING_EXPRESSION {
            let plain = t.end == t.start + 1 && word.starts_with('"') && word.ends_with('"');
            return plain.then_some(Plain::String);
        }
        if node.kind() != LITERAL {
            let mut ty = operands::of(w, node)?;
            // A constant may be zero, which older standards make a null pointer of.
            if ty.constant && ty.fundamental().is_some() {
                return None;
            }
            if ty.is_reference() {
                ty.shape.remove(0);
                ty.target = false;
                // What it refers to may be a const pointer, or a pointer to const.
                if !ty.shape.is_empty() {
                    return None;
                }
            }
            return Plain::of_type(&ty);
        }
        Some(match w.s.kind(t.start) {
            NULLPTR_KW => Plain::Null,
            INT_LITERAL if crate::source::literal(word) == Some(0) => Plain::Zero,
            _ => Plain::Arithmetic(crate::calls::argument(w, node)?),
        })
    }

    fn shown(&self, s: &Source<'db>) -> String {
        match self {
            Plain::Arithmetic(name) => (*name).to_owned(),
            Plain::Pointer(name, constant) => {
                format!("{}{name} *", if *constant { "const " } else { "" })
            }
            Plain::Class(e) => {
                let theirs = Source::new(s.db, s.file, e.item, s.settings);
                crate::redeclared::qualified(&theirs, &e.name)
            }
            Plain::String => "const char *".to_owned(),
            Plain::Zero => "int".to_owned(),
            Plain::Null => "std::nullptr_t".to_owned(),
        }
    }
}

/// Whether a class of the user's has no bases and declares nothing of a kind.
fn declares_no(s: &Source<'_>, e: &Entry<'_>, special: Special) -> bool {
    let decls = declarations(s.db, e.item);
    let Some(class) = decls.get(e.decl as usize) else {
        return false;
    };
    let theirs = Source::new(s.db, s.file, e.item, s.settings);
    let plain = !e.template
        && !e.specialization
        && !e.derived
        && e.class.is_none()
        && class.heads.is_empty()
        && matches!(theirs.kind(class.declarator.start), CLASS_KW | STRUCT_KW);
    plain
        && !decls.iter().any(|d| {
            d.parent == Some(e.decl) && d.function.as_ref().is_some_and(|f| f.special == special)
        })
        // A member template, or what a using-declaration brings, is not thought about.
        && !decls.iter().any(|d| d.parent == Some(e.decl) && !d.heads.is_empty())
}

/// What is wrong with converting a value, if something certainly is.
fn wrong(s: &Source<'_>, from: &Plain<'_>, to: &Plain<'_>) -> Option<Wrong> {
    use Plain::*;
    let types = |bad: bool| bad.then_some(Wrong::Types);
    match (from, to) {
        (Class(a), Class(b)) => {
            let apart = (a.item, a.decl) != (b.item, b.decl)
                && declares_no(s, a, Special::Conversion)
                && declares_no(s, b, Special::Constructor);
            apart.then_some(Wrong::Unrelated)
        }
        (Class(a), _) => declares_no(s, a, Special::Conversion).then_some(Wrong::NoFunction),
        (_, Class(b)) => declares_no(s, b, Special::Constructor).then_some(Wrong::NoConstructor),
        (_, Arithmetic("bool")) => None,
        (Arithmetic(_) | Zero, Arithmetic(_)) => None,
        (Pointer(..) | String | Null, Arithmetic(_)) => Some(Wrong::Types),
        (Arithmetic(_), Pointer(..)) => Some(Wrong::Types),
        (Pointer(a, from), Pointer(b, to)) => types(*from && !*to || a != b && *b != "void"),
        (String, Pointer("char" | "void", _)) => None,
        (String, Pointer(..)) => Some(Wrong::Types),
        _ => None,
    }
}

/// Says what is wrong with a value at a place where a type is wanted. `number` is for what concerns no class.
fn convert<'db>(
    w: &mut Walk<'_, 'db>,
    value: &SyntaxNode,
    to: &Plain<'db>,
    (number, at): (u16, u32),
    c: &Context,
) {
    // Names in a template may mean its parameters.
    let literal = matches!(value.kind(), LITERAL | STRING_EXPRESSION);
    if c.dependent && (!literal || matches!(to, Plain::Class(_))) {
        return;
    }
    let Some(from) = Plain::of_value(w, value) else {
        return;
    };
    // So may `'\0'` and `false`.
    let zero = [CHAR_LITERAL, TRUE_KW, FALSE_KW];
    if matches!(to, Plain::Pointer(..)) && zero.contains(&w.s.kind(w.s.tokens(value).start)) {
        return;
    }
    let Some(wrong) = wrong(w.s, &from, to) else {
        return;
    };
    let own = w.s.tokens(value).start;
    let (number, at) = match wrong {
        Wrong::Types => (number, at),
        Wrong::NoFunction => (413, own),
        Wrong::NoConstructor => (415, own),
        Wrong::Unrelated => (312, own),
    };
    let mut finding = Finding::new(number, at);
    if number != RETURNED {
        finding = finding
            .arg(Arg::Type(from.shown(w.s)))
            .arg(Arg::Type(to.shown(w.s)));
    }
    w.out.push(finding);
}

/// `return value type does not match the function type`
const RETURNED: u16 = 120;

/// `T x = …;`
pub(crate) fn initializers(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let s = w.s;
    let Some(seq) = child(node, DECL_SPECIFIER_SEQ) else {
        return;
    };
    if has(&seq, AUTO_KW) || has(&seq, TYPEDEF_KW) {
        return;
    }
    for init in node.children().filter(|n| n.kind() == INIT_DECLARATOR) {
        let value = child(&init, EQUAL_INITIALIZER).and_then(|e| e.children().next());
        let declarator = innermost(&init);
        let nested = child(&init, DECLARATOR) != declarator;
        let (Some(value), Some(declarator)) = (value, declarator.filter(|_| !nested)) else {
            continue;
        };
        let Some((_, ty)) = named(s, &seq, &declarator) else {
            continue;
        };
        if let Base::Class(e) = &ty.base
            && w.declared_outside_classes(&e.name)
        {
            continue;
        }
        if let Some(to) = Plain::of_type(&ty) {
            let at = s.tokens(&value).start;
            convert(w, &value, &to, (144, at), c);
        }
    }
}

/// `x = …`
pub(crate) fn assignment(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let mut parts = node.children();
    let (Some(target), Some(value)) = (parts.next(), parts.next()) else {
        return;
    };
    let s = w.s;
    let at = s.tokens(&target).end;
    if s.kind(at) != EQ || c.dependent || c.unevaluated || target.kind() == PREFIX_EXPRESSION {
        return;
    }
    let Some(mut ty) = operands::of(w, &target) else {
        return;
    };
    if ty.constant {
        return;
    }
    if ty.shape[..] == [Shape::LvalueReference] && !ty.target {
        ty.shape.clear();
    }
    match Plain::of_type(&ty) {
        // A class may have operators of its own.
        Some(Plain::Class(_)) | None => {}
        Some(to) => convert(w, &value, &to, (513, at), c),
    }
}

/// The arguments of a function that certainly is the one that is called.
pub(crate) fn arguments<'db>(
    w: &mut Walk<'_, 'db>,
    function: &Entry<'db>,
    list: &SyntaxNode,
    c: &Context,
) {
    let theirs = Source::new(w.s.db, w.s.file, function.item, w.s.settings);
    let Some(decl) = theirs.decls.get(function.decl as usize) else {
        return;
    };
    let Some(f) = &decl.function else { return };
    let place = types::Place::of(&theirs, decl);
    let wanted = |p: &Param| {
        let mut ty = types::read(&theirs, p.specifiers, &place, 0);
        ty.target = ty.constant && ty.shape.is_empty() && p.shape.len() == 1;
        let mut shape = p.shape.to_vec();
        shape.append(&mut ty.shape);
        ty.shape = shape;
        (!p.pack).then(|| Plain::of_type(&ty)).flatten()
    };
    for (value, p) in list.children().zip(&f.params) {
        if let Some(to) = wanted(p) {
            let at = w.s.tokens(&value).start;
            convert(w, &value, &to, (167, at), c);
        }
    }
}

/// `return …;`
pub(crate) fn returned(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let s = w.s;
    // `co_return` hands its operand to the promise ([stmt.return.coroutine]).
    if s.kind(s.tokens(node).start) == CO_RETURN_KW {
        return;
    }
    let function = node
        .ancestors()
        .find(|n| matches!(n.kind(), LAMBDA_EXPRESSION | FUNCTION_DEFINITION));
    let Some(function) = function.filter(|f| f.kind() == FUNCTION_DEFINITION) else {
        return;
    };
    let declarator = child(&function, DECLARATOR).map(|d| s.tokens(&d));
    let decl = s.decls.iter().find(|d| {
        d.kind == DeclKind::Function && d.function.is_some() && Some(d.declarator) == declarator
    });
    let Some(decl) = decl.filter(|d| !d.spec.any(Spec::AUTO)) else {
        return;
    };
    let Some(f) = decl
        .function
        .as_ref()
        .filter(|f| f.special == Special::None)
    else {
        return;
    };
    let value = node.children().next().filter(|_| f.trailing.is_empty());
    let Some(value) = value.filter(|v| v.kind() != BRACED_INIT_LIST) else {
        return;
    };
    let at = s.tokens(&value).start;
    let Some(mut ty) = types::returned(s, decl) else {
        return;
    };
    if matches!(ty.base, Base::Void) && ty.shape.is_empty() && !ty.indirect {
        if !c.dependent && Plain::of_value(w, &value).is_some() {
            w.out.push(Finding::new(RETURNED, at));
        }
        return;
    }
    ty.target = decl.spec.any(Spec::CONST) && ty.shape.len() == 1;
    if let Some(to) = Plain::of_type(&ty) {
        convert(w, &value, &to, (RETURNED, at), c);
    }
}
