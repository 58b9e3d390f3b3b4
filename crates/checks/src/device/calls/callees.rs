//! Functions that code of the device calls: whether the host alone has them, and their names.

use cleave_base_db::Db;
use cleave_cuda::ExecutionSpace;
use cleave_typing::thir::{LocalKind, Stmt};
use cleave_typing::{Entity, Ty, check, display};

use crate::engine::entities::execution_space;
use crate::engine::source::Source;

/// The first standard that makes call operators of closures constexpr, and the one that lets their variables be without values.
const CONSTEXPR_LAMBDAS: (u32, u32) = (201_703, 202_002);

/// Whether the reference takes a function of the standard library for one of both sides, which no annotation says.
pub(crate) fn is_of_both_sides<'db>(s: &Source<'db>, function: Entity<'db>) -> bool {
    let shared = cleave_cuda::SharedLibrary {
        initializer_list: s.settings.shared_initializer_list,
        move_forward: s.settings.shared_move_forward,
    };
    cleave_cuda::is_of_both_sides(s.db, function, shared)
}

/// A function's own name.
pub(crate) fn bare<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<String> {
    if function.decl(db).closure(db).is_some() {
        return Some("operator()".into());
    }
    let name = display::qualified_name(db, Entity::new(db, function.decl(db), None));
    let last = match name.find("operator") {
        Some(at) => &name[at..],
        None => name.rsplit("::").next().unwrap_or(&name),
    };
    Some(last.to_owned())
}

/// Whether a closure's call operator is constexpr without saying so ([expr.prim.lambda.closure]); nothing where that is not known.
pub(super) fn is_constexpr_closure<'db>(s: &Source<'db>, operator: Entity<'db>) -> Option<bool> {
    let typed = check::body(s.db, operator).filter(|t| !t.dependent)?;
    if s.settings.standard < CONSTEXPR_LAMBDAS.0 {
        return Some(false);
    }
    let fixed = |l: &cleave_typing::thir::Local<'db>| matches!(l.kind, LocalKind::Static(_));
    let jumps = typed.stmts.iter().any(|s| {
        matches!(
            s,
            Stmt::Goto(_) | Stmt::Label(..) | Stmt::Try(..) | Stmt::Asm(_) | Stmt::Error
        )
    });
    if typed.locals.iter().any(fixed) {
        return Some(false);
    }
    let unset = typed
        .stmts
        .iter()
        .any(|s| matches!(s, Stmt::Local(_, None)));
    let objects = typed
        .locals
        .iter()
        .filter(|l| matches!(l.kind, LocalKind::Param(_) | LocalKind::Automatic))
        .any(|l| l.ty.is_class(s.db));
    let returned = typed.ret.is_some_and(|t| t.is_class(s.db));
    let certain = !jumps && !unset && !objects && !returned;
    certain.then_some(true)
}

/// Conversion functions by their types, allocation functions with a blank behind the word.
pub(super) fn spelled<'db>(db: &'db dyn Db, function: Entity<'db>, result: Ty<'db>) -> String {
    let mut text = display::function_text(db, function, true);
    if is_conversion(db, function) {
        text = text.replacen("<type>", &display::type_text(db, result), 1);
    }
    for word in ["new", "delete", "new[]", "delete[]"] {
        text = text.replace(&format!("operator {word}("), &format!("operator {word} ("));
    }
    text
}

pub(crate) fn is_conversion<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    match function.decl(db).hir(db).map(|d| &d.kind) {
        Some(cleave_hir::DeclKind::Function(f)) => {
            f.special == cleave_names::decl::Special::Conversion
        }
        _ => false,
    }
}

pub(super) fn is_constructor_or_destructor(decl: &cleave_hir::Decl) -> bool {
    use cleave_names::decl::Special;
    match &decl.kind {
        cleave_hir::DeclKind::Function(f) => {
            matches!(f.special, Special::Constructor | Special::Destructor)
        }
        _ => false,
    }
}

/// Whether the host alone has a function.
pub(crate) fn is_host<'db>(s: &Source<'db>, function: Entity<'db>) -> bool {
    let space = execution_space(s, function);
    space.is_unannotated() || space == ExecutionSpace::HOST
}

/// `H::g(int) const` without `(int)`.
pub(super) fn without_parameters(text: &str) -> String {
    let Some(end) = text.rfind(')') else {
        return text.to_owned();
    };
    let mut depth = 0i32;
    for (i, c) in text[..=end].char_indices().rev() {
        depth += i32::from(c == ')') - i32::from(c == '(');
        if depth == 0 {
            return format!("{}{}", &text[..i], &text[end + 1..]);
        }
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn parameters_go() {
        let cut = super::without_parameters;
        assert_eq!(cut("H::g(int, A::B) const"), "H::g const");
        assert_eq!(cut("H::operator ()(int (*)(int))"), "H::operator ()");
        assert_eq!(cut("ec"), "ec");
    }
}
