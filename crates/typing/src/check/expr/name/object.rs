//! Objects that are less qualified than the member functions called on them want ([over.match.funcs.general]/5).

use cleave_codes::codes;
use cleave_hir::{Expr as H, NameId, TemplateArgRef};
use cleave_lang::Operator;

use crate::convert::Options;
use crate::function::signature;
use crate::overload::{Call, Choice, Pool, add_function, object_sequence, select};
use crate::problem::Detail;
use crate::thir::{Category, ExprId};
use crate::{At, Context, Entity, Fill, Problem, Site};

impl<'db> Context<'db> {
    /// The call of the only function of a name on an object that it does not take: what is wrong with the arguments is reported first.
    /// `None`: the object is not to blame.
    pub(crate) fn wrong_object(
        &mut self,
        only: Entity<'db>,
        object: ExprId,
        args: &[ExprId],
        site: Site<'db>,
    ) -> Option<ExprId> {
        let db = self.db;
        let sig = signature(db, only)?;
        let operator = match only.hir(db)?.name {
            NameId::Operator(Operator::Call) => true,
            NameId::Operator(_) | NameId::Conversion(_) => return None,
            _ => false,
        };
        let called = matches!(self.written(site), Some(H::Call(..)));
        if only.is_template(db) || !sig.has_object || !called {
            return None;
        }
        let operand = self.operand(object);
        if operator {
            let prevented = object_sequence(self, &sig.ty, sig.class, &operand).is_none()
                && self.is_prevented(&[only], object, args, None);
            let mut problem = Problem::new(
                codes::NO_OVERLOAD_FOR_QUALIFIED_OBJECT {
                    entity: Fill::Entity(only),
                },
                site,
            )
            .at(At::First);
            if let Some(types) = self.shown_arguments(args).filter(|t| !t.is_empty()) {
                problem = problem.detail(Detail::ArgumentTypes(types));
            }
            let problem = problem.detail(Detail::ObjectType(self.shown(object, operand.ty)));
            return prevented.then(|| self.report(problem));
        }
        if object_sequence(self, &sig.ty, sig.class, &operand).is_some() {
            return None;
        }
        let (own, wanted) = (operand.ty.top_quals(db), sig.ty.quals);
        let lost = own.is_const && !wanted.is_const || own.is_volatile && !wanted.is_volatile;
        self.wrong_arguments(only, Some(object), args, site);
        // Access is looked at where the name is read.
        if self.reports_access()
            && self.is_inaccessible(only)
            && let Some(problem) = self.inaccessible_call(only, Some(object), site)
        {
            self.problems.push(problem);
        }
        let (number, fill) = match (lost, operand.category) {
            (true, _) => (codes::OBJECT_QUALIFIERS_INCOMPATIBLE, Fill::Entity(only)),
            (false, Category::Lvalue) => (codes::NOT_CALLABLE_ON_LVALUE, Fill::Declared(only)),
            (false, _) => (codes::NOT_CALLABLE_ON_RVALUE, Fill::Declared(only)),
        };
        let mut problem = Problem::new((number, vec![fill]), site).at(At::First);
        if lost {
            // It is converted to the class that has the function before that.
            let base = sig
                .class
                .filter(|class| *class != operand.ty.unqualified(db));
            let shown = match base {
                Some(base) => Fill::Type(base.qualified(db, own)),
                None => self.shown(object, operand.ty),
            };
            problem = problem.detail(Detail::ObjectType(shown));
        }
        Some(self.report(problem))
    }

    /// Whether a function would be viable for an object without qualifiers.
    pub(crate) fn is_prevented(
        &mut self,
        set: &[Entity<'db>],
        object: ExprId,
        args: &[ExprId],
        explicit: Option<&[TemplateArgRef]>,
    ) -> bool {
        let db = self.db;
        let operands = self.operands(args);
        let mut operand = self.operand(object);
        operand.ty = operand.ty.unqualified(db);
        [Category::Lvalue, Category::Xvalue]
            .into_iter()
            .any(|category| {
                operand.category = category;
                let call = Call {
                    object: Some(&operand),
                    args: &operands,
                    options: Options::COPY,
                    explicit_args: explicit,
                    skip_explicit: false,
                    constructs: None,
                    filter: false,
                };
                let mut pool = Pool::default();
                for &f in set {
                    add_function(self, &mut pool, f, &call);
                }
                matches!(
                    select(self, pool, args.len()),
                    Choice::One(_) | Choice::Ambiguous(_)
                )
            })
    }
}
