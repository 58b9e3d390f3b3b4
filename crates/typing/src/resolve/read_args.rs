//! A template argument read as a type or as a template, as its parameter wants it ([temp.arg.type], [temp.arg.template]). Knows nothing
//! of the parameter.

use cleave_codes::codes;
use cleave_hir::{TemplateArgRef, TypeRef};

use crate::convert::quietly;
use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::resolve::aliased::aliased_template;
use crate::{Arg, At, Context, Fill};

impl<'db> Context<'db> {
    /// The type that an argument is ([temp.arg.type]). `None`: it is none, which is reported.
    pub(super) fn type_arg(&mut self, arg: &TemplateArgRef) -> Option<Arg<'db>> {
        match arg {
            TemplateArgRef::Type(written) => {
                let problems = self.problems.len();
                let ty = self.argument_type(*written);
                if ty.is_error(self.db) {
                    return (self.problems.len() == problems).then_some(Arg::Error);
                }
                // A template's name without arguments is no type.
                if let Some(template) =
                    (ty.class_entity(self.db)).filter(|e| e.is_template(self.db))
                {
                    let site = self.type_site(*written);
                    let fills = vec![Fill::Entity(template)];
                    self.misfit(codes::TEMPLATE_ARGUMENTS_MISSING, site, At::First, fills);
                    return None;
                }
                Some(Arg::Type(ty))
            }
            TemplateArgRef::Expr(e) => {
                // A qualified name that the grammar took for a value. `f()` it could have known.
                let code = self.code;
                let ty = match &code[*e] {
                    cleave_hir::Expr::Path(path) => {
                        let site = self.expr_site(*e);
                        self.with_mode(
                            |m| &mut m.in_argument,
                            true,
                            |cx| cx.check_typename(path, site),
                        );
                        self.path_type(path)
                    }
                    _ => None,
                };
                match ty {
                    Some(ty) if ty.is_error(self.db) => Some(Arg::Error),
                    Some(ty) => Some(Arg::Type(ty)),
                    None => {
                        self.no_type_arg(*e);
                        None
                    }
                }
            }
            TemplateArgRef::Pack(_) => Some(Arg::Error),
        }
    }

    /// The template that an argument names ([temp.arg.template]). `None`: it names none, which is reported.
    pub(crate) fn template_arg(&mut self, arg: &TemplateArgRef) -> Option<Arg<'db>> {
        let db = self.db;
        let path = match arg {
            TemplateArgRef::Type(ty) => match &self.code[*ty] {
                TypeRef::Path { path, .. } => path,
                _ => {
                    self.no_template_arg(arg, None);
                    return None;
                }
            },
            TemplateArgRef::Expr(e) => match &self.code[*e] {
                cleave_hir::Expr::Path(path) => path,
                _ => {
                    self.no_template_arg(arg, None);
                    return None;
                }
            },
            TemplateArgRef::Pack(_) => return Some(Arg::Error),
        };
        if path.args.is_some() {
            let class = quietly(self, |cx| cx.path_type(path)).and_then(|t| t.class_entity(db));
            match class {
                Some(class) => self.no_template_arg(arg, Some(class)),
                None => self.fail(),
            }
            return None;
        }
        let found = self.with_mode(
            |m| &mut m.in_type,
            true,
            |cx| match cx.lone(path) {
                Some(key) => cx.lookup_key(&key, Want::Any),
                None => cx.lookup_path(path),
            },
        );
        match found {
            Found::Param { level, index, pack } => match self.binding(level, index) {
                None => Some(Arg::Param { level, index, pack }),
                Some(Arg::Pack(all)) => match &*all {
                    [Arg::Expansion(of)] => Some((**of).clone()),
                    _ => Some(Arg::Error),
                },
                Some(arg) => Some(arg),
            },
            Found::Type(ty) => match ty.class_entity(db).and_then(|e| e.template(db)) {
                Some(template) => Some(Arg::Template(template)),
                None => {
                    self.fail();
                    None
                }
            },
            Found::Entities { set, .. } => match set[..] {
                [entity] if !entity.is_template(db) => {
                    self.no_template_arg(arg, Some(entity));
                    None
                }
                [entity] if entity.is_template(db) && !entity.is_function(db) => {
                    Some(Arg::Template(aliased_template(db, entity)))
                }
                _ => {
                    self.fail();
                    None
                }
            },
            Found::Unknown if self.is_dependent_place() => {
                let env = self.dependent_env()?;
                let site = match arg {
                    TemplateArgRef::Type(ty) => self.type_site(*ty),
                    TemplateArgRef::Expr(e) => self.expr_site(*e),
                    TemplateArgRef::Pack(_) => return Some(Arg::Error),
                };
                Some(Arg::Dependent(site, env))
            }
            Found::Unknown => {
                self.unknown = true;
                Some(Arg::Error)
            }
            _ => {
                self.fail();
                None
            }
        }
    }
}
