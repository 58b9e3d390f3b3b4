//! Variables and members that need a value and are given none: references and constants ([dcl.init]/7, [dcl.init.ref]/3,
//! [class.base.init]/9); and members that are initialised in another order than written ([class.base.init]/13).

use cleave_codes::codes;
use cleave_hir::{Stmt, StmtId};
use cleave_names::decl::Spec;
use cleave_syntax::Standard;

use crate::class::{ClassInfo, Field, class_info};
use crate::{At, Context, Detail, Fill, Problem, Site, Step, Ty, display};

/// Whether an object is constant, or all its elements are.
fn is_constant<'db>(cx: &Context<'db>, ty: Ty<'db>) -> bool {
    ty.innermost_element(cx.db).top_quals(cx.db).is_const
}

/// Whether an object of a type needs an initialiser whatever its class says.
pub(crate) fn is_needed<'db>(
    db: &'db dyn cleave_base_db::Db,
    ty: Ty<'db>,
    constexpr: bool,
) -> bool {
    let element = ty.innermost_element(db);
    let constant = constexpr || element.top_quals(db).is_const;
    ty.is_reference(db)
        || constant
            && !element.is_class(db)
            && !element.is_unknown(db)
            && !element.is_dependent(db)
            && !element.has_auto(db)
}

impl<'db> Context<'db> {
    /// A variable without an initialiser. Whether it needs one.
    pub(crate) fn missing_initializer(
        &mut self,
        ty: Ty<'db>,
        constexpr: bool,
        name: Fill<'db>,
        site: Site<'db>,
    ) -> bool {
        let db = self.db;
        if !is_needed(db, ty, constexpr) {
            self.check_constant_default(ty, constexpr, name, site);
            return false;
        }
        let (code, fills) = match (constexpr, ty.is_reference(db)) {
            (true, _) => (codes::CONSTEXPR_WITHOUT_INITIALIZER, Vec::new()),
            (false, true) => (codes::MISSING_INITIALIZER_ON_REFERENCE, vec![name]),
            (false, false) => (codes::MISSING_INITIALIZER_ON_CONST, vec![name]),
        };
        let soft = code == codes::MISSING_INITIALIZER_ON_CONST && self.in_template();
        // What is an error in the template is not reported of its instances.
        if self.is_instantiation() && code != codes::MISSING_INITIALIZER_ON_CONST {
            return true;
        }
        let mut problem = Problem::new((code, fills), site).at(At::Declarator);
        problem.soft = soft;
        self.problems.push(problem);
        true
    }

    /// The same of a variable of a type that nothing declares: what is written around the name says what it needs.
    pub(crate) fn missing_for_undefined(
        &mut self,
        code: &cleave_hir::Code,
        ty: cleave_hir::TypeId,
        constexpr: bool,
        name: Fill<'db>,
        site: Site<'db>,
    ) {
        use cleave_hir::TypeRef as T;
        let mut at = ty;
        while let T::Array { element, .. } = &code[at] {
            at = *element;
        }
        let (code, fills) = match &code[at] {
            _ if self.in_template() || self.is_instantiation() => return,
            _ if constexpr => (codes::CONSTEXPR_WITHOUT_INITIALIZER, Vec::new()),
            T::LvalueReference(_) | T::RvalueReference(_) => {
                (codes::MISSING_INITIALIZER_ON_REFERENCE, vec![name])
            }
            T::Qualified(quals, _) if quals.is_const => {
                (codes::MISSING_INITIALIZER_ON_CONST, vec![name])
            }
            _ => return,
        };
        self.problems
            .push(Problem::new((code, fills), site).at(At::Declarator));
    }

    /// An aggregate that leaves a reference without a value is reported by its name where it has one.
    pub(crate) fn name_unbound_references(
        &mut self,
        from: usize,
        name: &Fill<'db>,
        site: Site<'db>,
    ) {
        for problem in self.problems.iter_mut().skip(from) {
            if problem.code == codes::MISSING_INITIALIZER_ON_REFERENCE && problem.fills.is_empty() {
                let code = codes::UNINITIALIZED_CONST_OR_REFERENCE_MEMBER;
                *problem = Problem::new((code, vec![name.clone()]), site);
            }
        }
    }

    /// The members that a constructor with a body leaves without a value although they need one.
    pub(super) fn missing_members(
        &mut self,
        class: &ClassInfo<'db>,
        given: &[Step],
        block: StmtId,
    ) {
        let db = self.db;
        if class.is_union || self.in_template() {
            return;
        }
        let constexpr = self
            .owner
            .hir(db)
            .is_some_and(|d| d.spec.any(Spec::CONSTEXPR));
        // Until C++20 a constexpr constructor initialises all members ([dcl.constexpr]/4).
        let standard = self.code_ref.item.file(db).dialect(db).standard;
        let all = constexpr && standard < Standard::Cpp20 && !self.is_instantiation();
        let mut missing = Vec::new();
        for (i, field) in class.fields.iter().enumerate() {
            if !given.contains(&Step::Field(i as u32)) {
                self.missing_member(field, 0, all, &mut missing);
            }
        }
        if missing.is_empty() {
            return;
        }
        // Out of its class a constructor is written without what is around it.
        let first = crate::function::canonical(db, self.owner.decl(db));
        let owner = crate::Entity::new(db, first, self.owner.env(db));
        let name = match self.is_instantiation() {
            true => display::template_text(db, owner),
            false => display::function_text(db, owner, true),
        };
        let code = match constexpr {
            true => codes::CONSTEXPR_CONSTRUCTOR_INITIALIZER_MISSING,
            false => codes::CONSTRUCTOR_INITIALIZER_MISSING,
        };
        // Of a function-try-block it is the block.
        let block = match self.code[block] {
            Stmt::Try { body, .. } => body,
            _ => block,
        };
        let site = Site {
            code: self.code_ref,
            index: 0,
            is_type: false,
        };
        let name = Fill::Kind("", name.into());
        let mut problem = Problem::new((code, vec![name]), site)
            .at(At::Statement(u32::from(block.into_raw()), 0));
        problem.details = missing;
        self.problems.push(problem);
    }

    fn missing_member(
        &self,
        field: &Field<'db>,
        depth: u32,
        all: bool,
        out: &mut Vec<Detail<'db>>,
    ) {
        let db = self.db;
        if field.has_default || depth > NESTING {
            return;
        }
        if field.name.is_empty() {
            let inner = class_info(db, field.ty.unqualified(db));
            for inner in inner.iter().filter(|c| !c.is_union).flat_map(|c| &c.fields) {
                self.missing_member(inner, depth + 1, all, out);
            }
            return;
        }
        let plain = field.ty.innermost_element(db).unqualified(db).is_scalar(db);
        let kind = match is_needed(db, field.ty, false) {
            true if is_constant(self, field.ty) && !field.ty.is_reference(db) => "const ",
            true => "reference ",
            false if all && plain => "",
            false => return,
        };
        let name = display::qualified_name(db, crate::Entity::new(db, field.decl, None));
        out.push(Detail::Text(format!("{kind}member \"{name}\"").into()));
    }
}

/// How deep anonymous classes may nest.
pub(crate) const NESTING: u32 = 32;
