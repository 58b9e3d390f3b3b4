//! What is said of template arguments that do not fit their parameters, and of templates without arguments ([temp.arg],
//! [temp.names]).

use cleave_codes::codes;
use cleave_hir::{DeclKind, Expr, ExprId, Path, TemplateArgRef, TemplateParamKind, TypeRef};

use crate::code::params::{ParamRef, levels};
use crate::convert::quietly;
use crate::lookup::Found;
use crate::lookup::same::is_type;
use crate::{At, Context, Entity, Fill, Problem, Site};

impl<'db> Context<'db> {
    /// Records that a template argument does not fit, and what is wrong with it where the user wrote it. In a substitution it is a
    /// failure like any other ([temp.deduct]/8).
    pub(super) fn misfit(
        &mut self,
        code: codes::Code,
        site: Site<'db>,
        at: At<'db>,
        fills: Vec<Fill<'db>>,
    ) {
        match self.is_users_own() {
            true => self.problems.push(Problem::new((code, fills), site).at(at)),
            false => self.fail(),
        }
    }

    /// Says so of an argument that leaves a placeholder without a type, where the user's own code has it.
    pub(super) fn void_argument(&mut self, problem: Problem<'db>) {
        match self.is_users_own() {
            true => self.problems.push(problem),
            false => self.fail(),
        }
    }

    /// Where a template argument stands.
    pub(crate) fn arg_site(&self, arg: &TemplateArgRef) -> Site<'db> {
        match arg {
            TemplateArgRef::Type(ty) => self.type_site(*ty),
            TemplateArgRef::Expr(e) => self.expr_site(*e),
            TemplateArgRef::Pack(of) => self.arg_site(of),
        }
    }

    /// An argument too many ([temp.arg]/1).
    pub(super) fn too_many_args(&mut self, template: Entity<'db>, extra: &TemplateArgRef) {
        let site = self.arg_site(extra);
        let fills = vec![Fill::Entity(template)];
        self.misfit(codes::TOO_MANY_TEMPLATE_ARGUMENTS, site, At::First, fills);
    }

    /// A parameter without argument and default argument ([temp.arg]/1). It is reported at the end of the list.
    pub(super) fn too_few_args(&mut self, template: Entity<'db>, written: &[TemplateArgRef]) {
        let (site, at) = match written.last() {
            Some(last) => (self.arg_site(last), At::After),
            None => (self.at.unwrap_or(self.owner_site()), At::Last),
        };
        let fills = vec![Fill::Entity(template)];
        self.misfit(codes::TOO_FEW_TEMPLATE_ARGUMENTS, site, at, fills);
    }

    /// An expression where a type is wanted ([temp.arg.type]).
    pub(super) fn no_type_arg(&mut self, e: ExprId) {
        let site = self.expr_site(e);
        let named = match &self.code[e] {
            Expr::Path(path) => {
                let found = quietly(self, |cx| cx.lookup_path(path));
                let named = self.named_by(path, &found);
                if named.is_none() && matches!(found, Found::Unknown) {
                    self.fail();
                    return;
                }
                named
            }
            _ => None,
        };
        if let Some((code, what)) = named {
            self.misfit(code, site, At::First, vec![what]);
            return;
        }
        self.misfit(codes::EXP_TYPE_SPECIFIER, site, At::First, Vec::new());
    }

    /// What is said of a name that is no type's, and what it names.
    fn named_by(&mut self, path: &Path, found: &Found<'db>) -> Option<(codes::Code, Fill<'db>)> {
        match found {
            Found::Entities { set, .. } => {
                let first = *set.first()?;
                if first.is_concept(self.db) {
                    let name = crate::display::qualified_name(self.db, first);
                    let concept = Fill::Kind("concept template", name.into());
                    return Some((codes::NOT_A_TYPE_NAME, concept));
                }
                let code = match first.is_template(self.db) && !first.is_function(self.db) {
                    true => codes::TEMPLATE_ARGUMENTS_MISSING,
                    false => codes::NOT_A_TYPE_NAME,
                };
                Some((code, Fill::Entity(first)))
            }
            Found::Param { level, index, .. } => {
                let all = levels(self.db, self.owner.decl(self.db));
                let level = all.get(*level as usize)?;
                let param = level.params(self.db).get(*index as usize).copied()?;
                let value = matches!(param, ParamRef::Written(p)
                    if matches!(p.kind, TemplateParamKind::Value { .. }));
                let open = value && self.env.is_none() && path.args.is_none();
                let name = Fill::Kind("constant", path.name.ident()?.as_str().into());
                open.then_some((codes::NOT_A_TYPE_NAME, name))
            }
            // `T::v` without `typename` ([temp.res]/5).
            Found::Unknown if self.is_dependent_place() && path.args.is_none() => {
                let mut words = Vec::new();
                for segment in &path.qualifiers {
                    if segment.args.is_some() {
                        return None;
                    }
                    words.push(segment.name.as_str());
                }
                words.push(path.name.ident()?.as_str());
                let kind = Fill::Kind("nontype", words.join("::").into());
                Some((codes::NOT_A_TYPE_NAME, kind))
            }
            _ => None,
        }
    }

    /// A type where a value is wanted ([temp.arg.nontype]), if the grammar knew it for one.
    pub(super) fn no_value_arg(&mut self, ty: cleave_hir::TypeId) {
        let site = self.type_site(ty);
        let code = match &self.code[ty] {
            // A qualifier and a class key begin no expression; a type could be the start of a conversion.
            TypeRef::Qualified(..)
            | TypeRef::Path {
                elaborated: Some(_),
                ..
            } => codes::EXP_PRIMARY_EXPR,
            _ => codes::TYPE_NAME_NOT_ALLOWED,
        };
        self.misfit(code, site, At::First, Vec::new());
    }

    /// Whether a name that was found where a value is wanted is a type's or a template's, which is recorded.
    pub(super) fn is_no_value(&mut self, found: &Found<'db>, path: &Path, site: Site<'db>) -> bool {
        let db = self.db;
        let fills = match found {
            Found::Type(_) => Vec::new(),
            Found::Entities { set, .. } => match set[..] {
                [only] if is_type(db, only.decl(db)) => {
                    let bare = path.args.is_none() && only.is_template(db);
                    match bare {
                        true => vec![Fill::Entity(only)],
                        false => Vec::new(),
                    }
                }
                _ => return false,
            },
            Found::Param { level, index, .. } => {
                let all = levels(db, self.owner.decl(db));
                let param = (all.get(*level as usize))
                    .and_then(|l| l.params(db).get(*index as usize).copied());
                match param.is_some_and(|p| p.is_type()) && self.binding(*level, *index).is_none() {
                    true => Vec::new(),
                    false => return false,
                }
            }
            _ => return false,
        };
        let code = match fills.is_empty() {
            true => codes::TYPE_NAME_NOT_ALLOWED,
            false => codes::TEMPLATE_ARGUMENTS_MISSING,
        };
        self.misfit(code, site, At::First, fills);
        true
    }

    /// Whether the name before `::` is certainly that of a class template without arguments, which is recorded.
    pub(crate) fn is_bare_scope(&mut self, found: &Found<'db>) -> bool {
        let db = self.db;
        let Found::Entities { set, .. } = found else {
            return false;
        };
        let [only] = set[..] else { return false };
        if self.modes.in_qualifier || self.modes.in_head || !self.is_users_own() {
            return false;
        }
        let bare = only.is_template(db)
            && matches!(only.kind(db), Some(DeclKind::Class(_)))
            && self.injected(only).is_none();
        if !bare {
            return false;
        }
        let site = self.at.unwrap_or(self.owner_site());
        let fills = vec![Fill::Entity(only)];
        self.misfit(codes::TEMPLATE_ARGUMENTS_MISSING, site, At::First, fills);
        true
    }

    /// What is no template's name where one is wanted ([temp.arg.template]).
    pub(super) fn no_template_arg(&mut self, arg: &TemplateArgRef, found: Option<Entity<'db>>) {
        let site = self.arg_site(arg);
        match found {
            Some(entity) => {
                let fills = vec![Fill::Entity(entity)];
                self.misfit(codes::ENTITY_NOT_A_CLASS_TEMPLATE, site, At::First, fills);
            }
            None => self.misfit(codes::EXP_IDENTIFIER, site, At::First, Vec::new()),
        }
    }
}
