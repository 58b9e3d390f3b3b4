//! How functions are spelled that are declared implicitly ([special], [class.compare.default]/6).

use cleave_base_db::Db;

use crate::Entity;
use crate::display::bindings::bindings;
use crate::display::entity::spelled;
use crate::display::{function_text, type_text};

/// A member function that nothing declares, by its name and parameters: `C<T>::operator=(const C<int> &) [with T=int]`.
pub(crate) fn implicit_member_text<'db>(
    db: &'db dyn Db,
    class: Entity<'db>,
    member: &str,
) -> String {
    let pattern = Entity::new(db, class.decl(db), None);
    let class_name = spelled(db, pattern, false);
    let bound = bindings(db, class);
    match bound.is_empty() {
        true => format!("{class_name}::{member}"),
        false => format!("{class_name}::{member} [with {}]", bound.join(", ")),
    }
}

/// The `operator==` that a defaulted `operator<=>` implies: by its class as it was written, and by the types of its parameters.
pub fn implied_text<'db>(db: &'db dyn Db, function: Entity<'db>, parameters: bool) -> String {
    let class = function.decl(db).parent_class(db);
    let Some((sig, class)) = crate::function::signature(db, function).zip(class) else {
        return function_text(db, function, parameters);
    };
    let mut member = String::from("operator==");
    if parameters {
        let params: Vec<String> = sig.declared.iter().map(|ty| type_text(db, *ty)).collect();
        let quals = if sig.ty.quals.is_const { " const" } else { "" };
        member = format!("{member}({}){quals}", params.join(", "));
    }
    match sig.has_object {
        true => implicit_member_text(db, Entity::new(db, class, function.env(db)), &member),
        false => member,
    }
}
