//! What `new` and `delete` find of a class to allocate, to free and to copy with ([class.free], [expr.new], [expr.delete]).

use cleave_codes::{Message as _, codes};
use cleave_hir::NameId;
use cleave_lang::Operator;

use crate::lookup::Found;
use crate::overload::{Choice, select};
use crate::thir::{self, Category};
use crate::{At, Context, Entity, Fill, Problem, Site, Ty};

impl<'db> Context<'db> {
    /// Says so if the only function of a class that frees memory is certainly not accessible from here.
    pub(super) fn check_freeing(
        &mut self,
        class: Ty<'db>,
        global: bool,
        array: bool,
        site: Site<'db>,
    ) {
        let name = match array {
            true => Operator::DeleteArray,
            false => Operator::Delete,
        };
        if global || !class.is_class(self.db) || class.is_unknown(self.db) {
            return;
        }
        match self.lookup_member(class, &NameId::Operator(name)) {
            Found::Entities { set, .. } => match set[..] {
                [only] => self.check_allocating(only, site),
                _ => self.check_destroying(&set, site),
            },
            Found::Ambiguous => self.ambiguous_allocation(class, name, site),
            _ => {}
        }
    }

    /// Functions of several bases allocate or free objects of a class ([class.member.lookup]).
    pub(super) fn ambiguous_allocation(&mut self, class: Ty<'db>, name: Operator, site: Site<'db>) {
        if self.in_template() || self.is_instantiation() || self.is_substitution() {
            return;
        }
        let class = crate::display::type_text(self.db, class);
        let name = format!("{class}::operator {}", name.spelling().trim());
        let name = Fill::Name(name.into());
        self.problems
            .push(Problem::new(codes::AMBIGUOUS_NAME { name }, site).at(At::First));
    }

    /// A function that destroys is taken before all others ([expr.delete]/10).
    fn check_destroying(&mut self, set: &[Entity<'db>], site: Site<'db>) {
        let db = self.db;
        let signature = |f: &&Entity<'db>| crate::function::signature(db, **f);
        let mut all = set.iter().filter(|f| {
            let tag = signature(f).and_then(|s| s.ty.params.get(1).copied());
            let tag = tag.and_then(|t| t.unqualified(db).class_entity(db));
            tag.is_some_and(|t| crate::display::qualified_name(db, t) == "std::destroying_delete_t")
        });
        if let (Some(only), None) = (all.next(), all.next())
            && signature(&only).is_some_and(|s| s.is_deleted)
            && !self.in_template()
            && !self.is_instantiation()
        {
            let entity = Fill::DeclaredSignature(*only);
            let problem = Problem::new(codes::DELETED_FUNCTION_REFERENCED { entity }, site);
            self.problems.push(problem.at(At::First));
        }
    }

    /// What would free the memory of a placement allocation function of a class may not be a usual deallocation function
    /// ([expr.new]/28).
    pub(super) fn check_placement_delete(
        &mut self,
        element: Ty<'db>,
        allocator: Entity<'db>,
        array: bool,
        site: Site<'db>,
    ) {
        let db = self.db;
        let class = element.innermost_element(db).unqualified(db);
        let name = match array {
            true => Operator::DeleteArray,
            false => Operator::Delete,
        };
        let own = crate::function::class_of(db, allocator).map(|c| c.unqualified(db));
        if own != Some(class) || !class.is_class(db) || !self.reports_access() {
            return;
        }
        let Found::Entities { set, .. } = self.lookup_member(class, &NameId::Operator(name)) else {
            return;
        };
        let [only] = set[..] else { return };
        let params = |f| crate::function::signature(db, f).map(|s| s.ty.params.clone());
        let (Some(allocates), Some(frees)) = (params(allocator), params(only)) else {
            return;
        };
        let size = Ty::builtin(db, crate::ty::classify::size_type(db));
        let same = matches!(*allocates, [_, a] if a.unqualified(db) == size)
            && matches!(*frees, [_, b] if b.unqualified(db) == size);
        if same && !only.is_template(db) {
            let function = Fill::Declared(only);
            let problem = Problem::new(codes::PLACEMENT_NEW_WITH_USUAL_DELETE { function }, site);
            self.problems.push(problem.at(At::First));
        }
    }

    /// The reference wants a constructor for what parentheses copy to the heap, although nothing is copied ([dcl.init]/17.6.1).
    pub(super) fn check_copied(&mut self, class: Ty<'db>, args: &[thir::ExprId], site: Site<'db>) {
        let db = self.db;
        let &[e] = args else { return };
        let same = crate::convert::is_same_class(db, self.ty(e), class);
        let made = self.category(e) == Category::Prvalue && !self.is_bad(e);
        if !same || !made || self.in_template() || self.is_instantiation() {
            return;
        }
        let class = class.unqualified(db);
        let operands = self.operands(args);
        let options = crate::convert::Options::COPY;
        let pool = crate::convert::constructor_candidates(self, class, &operands, true, options);
        let Choice::One(best) = select(self, pool, 1) else {
            return;
        };
        let Some(f) = best.function() else { return };
        let deleted = crate::function::signature(db, f).is_some_and(|s| s.is_deleted);
        let entity = Fill::DeclaredSignature(f);
        let code = match deleted {
            true => codes::DELETED_FUNCTION_REFERENCED { entity }.filled(),
            false if self.reports_access() && self.is_inaccessible(f) => {
                codes::INACCESSIBLE_CONSTRUCTOR_OR_DESTRUCTOR { entity }.filled()
            }
            false => return,
        };
        self.problems.push(Problem::new(code, site));
    }
}
