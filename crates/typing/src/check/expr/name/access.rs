//! Member access as far as substitution wants it ([class.access], [temp.deduct]/8): an inaccessible member is a failure there.
//! Of code in bodies data members and constructors are reported; what functions it may call is another rule's business.

use cleave_codes::{Message, codes};
use cleave_hir::{Access, DeclKind};
use cleave_names::decl::Spec;

use crate::check::expr::name::friends::{has_friends, is_named_on_the_way, on_the_way};
use crate::code::source::first_token;
use crate::convert::is_base_of;
use crate::lookup::current_instantiation::qualified_in;
use crate::lookup::qualified::Scope;
use crate::thir::ExprId;
use crate::{At, Context, DeclRef, Entity, Fill, NameKey, Problem, Site, Ty, TyKind};

/// How deep classes and closures nest, at most.
pub(crate) const NESTING: u32 = 64;

impl<'db> Context<'db> {
    /// Notes a failure if a member that was named as one of `class` is certainly not accessible from here.
    pub(crate) fn check_access(
        &mut self,
        member: Entity<'db>,
        class: Option<Ty<'db>>,
        site: Site<'db>,
    ) {
        let hidden = match self.is_inaccessible(member) {
            true => !self.is_accessible_by_using(member, class),
            false => class.is_some_and(|class| self.is_inaccessible_with_base(member, class)),
        };
        if hidden {
            self.problem(codes::Code::NONE, site);
        }
    }

    /// Notes a failure if a function that is called is certainly not accessible from here.
    pub(crate) fn check_called_access(
        &mut self,
        function: Entity<'db>,
        object: Option<ExprId>,
        site: Site<'db>,
    ) {
        if !self.is_inaccessible(function) {
            return;
        }
        let class = match (object, self.written(site)) {
            (Some(object), _) => Some(self.ty(object)),
            (None, Some(cleave_hir::Expr::Call(callee, _))) => match &self.code[*callee] {
                cleave_hir::Expr::Path(path) => match self.scope_of(path) {
                    Scope::Type(ty) => Some(ty),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        if self.is_accessible_by_using(function, class) {
            return;
        }
        match self.inaccessible_call(function, object, site) {
            Some(problem) if self.reports_access() => self.problems.push(problem),
            _ => self.problem(codes::Code::NONE, site),
        }
    }

    /// Whether a using-declaration of the class that a member of a base is named in, or of a class between them, gives it an access
    /// that the code at hand has ([namespace.udecl]/19).
    pub(super) fn is_accessible_by_using(
        &self,
        member: Entity<'db>,
        class: Option<Ty<'db>>,
    ) -> bool {
        let db = self.db;
        let own = crate::function::class_of(db, member).map(|t| t.unqualified(db));
        let named = class.map(|c| c.strip_reference(db).unqualified(db));
        let (Some(own), Some(named), Some(key)) = (own, named, member.decl(db).key(db)) else {
            return false;
        };
        on_the_way(db, named, own).into_iter().any(|class| {
            let definition = crate::class::class_info(db, class).and_then(|i| i.definition);
            definition.is_some_and(|definition| {
                let declared = crate::class::members::members(db, definition.decl(db)).get(&key);
                declared.iter().any(|d| {
                    d.hir(db).is_some_and(|h| {
                        let definition = definition.decl(db);
                        let open = || {
                            h.access == Access::Public
                                || has_friends(db, definition)
                                || self.is_inside(definition, class, h.access)
                        };
                        matches!(h.kind, DeclKind::Using { .. }) && open()
                    })
                })
            })
        })
    }

    /// Says so if a data member that was found in `class` is certainly not accessible from here.
    pub(crate) fn check_data_access(
        &mut self,
        member: Entity<'db>,
        class: Option<Ty<'db>>,
        site: Site<'db>,
    ) {
        let db = self.db;
        let union = crate::class::members::anonymous_around(db, member);
        let bearer = union.unwrap_or(member);
        if !self.is_inaccessible(bearer) || self.is_accessible_by_using(member, class) {
            return;
        }
        // What a using-declaration names has the access of that ([namespace.udecl]/19).
        let own = bearer.decl(db).parent_class(db);
        let named = class.and_then(|c| c.unqualified(db).class_entity(db));
        let named = named.and_then(|e| crate::class::specialization::specialization(db, e));
        let direct = named.is_none_or(|e| Some(e.decl(db)) == own);
        match direct && self.reports_access() {
            true => self.problem(
                codes::INACCESSIBLE_ENTITY {
                    entity: Fill::DeclaredMember(member),
                },
                site,
            ),
            false => self.problem(codes::Code::NONE, site),
        }
    }

    /// Says so if a member of a base class is certainly not accessible through the class of the object.
    pub(crate) fn check_inherited_access(
        &mut self,
        member: Entity<'db>,
        object: Ty<'db>,
        site: Site<'db>,
    ) {
        if self.is_inaccessible(member) {
            return;
        }
        if !self.is_inaccessible_with_base(member, object) {
            return self.check_protected(member, object, site);
        }
        let overloaded = || crate::display::is_overloaded(self.db, member);
        let fill = match member.is_function(self.db) {
            false => Fill::DeclaredMember(member),
            true if overloaded() => Fill::DeclaredSignature(member),
            true => Fill::Declared(member),
        };
        match self.reports_access() {
            true => self.problem(codes::INACCESSIBLE_ENTITY { entity: fill }, site),
            false => self.problem(codes::Code::NONE, site),
        }
    }

    /// Says so if a protected member may be named here because of a class derived from its own, but not through an object that
    /// is none of that class ([class.protected]/1).
    pub(crate) fn check_protected(
        &mut self,
        member: Entity<'db>,
        object: Ty<'db>,
        site: Site<'db>,
    ) {
        let db = self.db;
        let object = object.strip_reference(db).unqualified(db);
        if !self.is_protected_elsewhere(member, object) {
            return;
        }
        let is_constructor = || {
            let key = member.decl(db).key(db);
            matches!(key, Some(NameKey::Constructor))
        };
        let fill = match member.is_function(db) {
            false => Fill::DeclaredMember(member),
            true if is_constructor() || crate::display::is_overloaded(db, member) => {
                Fill::DeclaredSignature(member)
            }
            true => Fill::Declared(member),
        };
        self.problem(
            codes::PROTECTED_MEMBER_NOT_ACCESSIBLE {
                member: fill,
                ty: Fill::Type(object),
            },
            site,
        );
    }

    /// Whether a protected member may be named here because of a class derived from its own, but not through an object of
    /// some class.
    pub(super) fn is_protected_elsewhere(&self, member: Entity<'db>, object: Ty<'db>) -> bool {
        let db = self.db;
        let (Some(decl), Some(own)) = (member.hir(db), crate::function::class_of(db, member))
        else {
            return false;
        };
        let plain = decl.access == Access::Protected
            && decl.parent.is_some()
            && !decl.spec.any(Spec::STATIC.with(Spec::FRIEND))
            && matches!(decl.kind, DeclKind::Variable(_) | DeclKind::Function(_));
        if !plain
            || !self.reports_access()
            || !object.is_class(db)
            || object.is_dependent(db)
            || member
                .decl(db)
                .parent_class(db)
                .is_none_or(|c| self.may_be_friend(c))
        {
            return false;
        }
        let Some(around) = self.classes_around() else {
            return false;
        };
        let own = own.unqualified(db);
        let may = |class: &Ty<'db>| {
            let class = *class;
            class == own
                || class.is_dependent(db)
                || crate::class::class_info(db, class).is_none()
                || is_base_of(db, own, class) && (class == object || is_base_of(db, class, object))
        };
        !around.iter().any(may) && around.iter().any(|c| is_base_of(db, own, *c))
    }

    /// The classes around the code at hand, innermost first; `None`: they are not all known.
    fn classes_around(&self) -> Option<Vec<Ty<'db>>> {
        let db = self.db;
        let mut owner = self.owner;
        for _ in 0..NESTING {
            match owner.decl(db).closure(db) {
                Some(closure) => owner = closure.owner,
                None => break,
            }
        }
        let first = crate::function::class_of(db, owner).or(self.scopes.this)?;
        let mut out = vec![first.unqualified(db)];
        let mut inner = first.class_entity(db)?.decl(db);
        for _ in 0..NESTING {
            let Some(outer) = inner.parent_class(db) else {
                // What is local to a function may do what the function may.
                return inner.code(db).body.is_none().then_some(out);
            };
            let outer = crate::function::canonical(db, outer);
            out.push(Ty::of(db, TyKind::Class(Entity::new(db, outer, None))));
            inner = outer;
        }
        None
    }

    /// Says so if a function that the class of the object has or inherits is certainly not accessible from here.
    pub(crate) fn check_inherited_function(
        &mut self,
        function: Entity<'db>,
        object: Option<ExprId>,
        site: Site<'db>,
    ) {
        let db = self.db;
        let Some(object) = object.filter(|_| self.reports_access()) else {
            return;
        };
        let Some(cleave_hir::Expr::Call(callee, _)) = self.written(site) else {
            return;
        };
        let cleave_hir::Expr::Member { .. } = &self.code[*callee] else {
            return;
        };
        let named = self.ty(object).strip_reference(db).unqualified(db);
        let own = crate::function::class_of(db, function).map(|t| t.unqualified(db));
        let key = function.decl(db).key(db);
        let (Some(own), Some(key)) = (own, key) else {
            return;
        };
        let overloaded = crate::display::is_overloaded(db, function);
        let inherited = own != named && !is_named_on_the_way(db, named, own, &key);
        let reported_here = inherited || own == named;
        if !reported_here || !named.is_class(db) || !self.is_inaccessible(function) {
            return;
        }
        let fill = match overloaded {
            true => Fill::DeclaredSignature(function),
            false => Fill::Declared(function),
        };
        let at = self.site(*callee);
        self.problem(codes::INACCESSIBLE_ENTITY { entity: fill }, at);
    }

    /// Whether a member was found in a base of the class it is named in, and that base is certainly not accessible from here
    /// ([class.access.base]/5).
    pub(crate) fn is_inaccessible_with_base(&self, member: Entity<'db>, named: Ty<'db>) -> bool {
        let db = self.db;
        let named = named.strip_reference(db).unqualified(db);
        let own = crate::function::class_of(db, member).map(|t| t.unqualified(db));
        let (Some(own), Some(key)) = (own, member.decl(db).key(db)) else {
            return false;
        };
        !self.modes.any_access
            && named != own
            && named.is_class(db)
            && !named.is_dependent(db)
            && is_base_of(db, own, named)
            && !self.is_base_accessible(named, own, 0)
            && (!is_named_on_the_way(db, named, own, &key)
                || self.is_hidden_by_using(member, named, own))
    }

    /// Whether only using-declarations that are not accessible from here name a member of a base ([namespace.udecl]/19).
    fn is_hidden_by_using(&self, member: Entity<'db>, named: Ty<'db>, own: Ty<'db>) -> bool {
        let db = self.db;
        let Some(key) = member.decl(db).key(db) else {
            return false;
        };
        let using = |class: Ty<'db>| {
            let definition = crate::class::class_info(db, class).and_then(|i| i.definition);
            definition.is_some_and(|d| {
                let declared = crate::class::members::members(db, d.decl(db)).get(&key);
                let is_using = |d: &DeclRef<'db>| {
                    d.hir(db)
                        .is_some_and(|h| matches!(h.kind, DeclKind::Using { .. }))
                };
                declared.iter().all(is_using)
            })
        };
        on_the_way(db, named, own).into_iter().all(using)
            && !self.is_accessible_by_using(member, Some(named))
    }

    /// Says so if a static member of a base class, or one that is named without an object, is certainly not accessible through the
    /// class that it is named in: the qualifier's, or the class around ([class.access.base]/5).
    pub(crate) fn check_access_in_naming_class(
        &mut self,
        member: Entity<'db>,
        path: &cleave_hir::Path,
        site: Site<'db>,
    ) {
        let is_checked = self.reports_access() || self.is_substitution();
        if member.hir(self.db).is_none_or(|d| d.parent.is_none()) || !is_checked {
            return;
        }
        let named = match path.is_unqualified() {
            true => self.scopes.this,
            false => match crate::convert::quietly(self, |cx| cx.scope_of(path)) {
                Scope::Type(ty) => Some(ty),
                _ => None,
            },
        };
        if let Some(named) = named.filter(|t| t.is_class(self.db)) {
            self.check_inherited_access(member, named, site);
        }
    }

    /// Whether access is reported: templates are checked when they are instantiated. In a substitution it is a failure like others.
    pub(crate) fn reports_access(&self) -> bool {
        !self.in_template() && !self.modes.substitution
    }

    /// Says so if a constructor is certainly not accessible from here.
    pub(crate) fn check_constructor_access(&mut self, constructor: Entity<'db>, site: Site<'db>) {
        if !self.is_inaccessible(constructor) {
            if !self.modes.of_base
                && let Some(class) = crate::function::class_of(self.db, constructor)
            {
                self.check_protected(constructor, class, site);
            }
            return;
        }
        match self.reports_access() {
            true => self.problem(
                codes::INACCESSIBLE_CONSTRUCTOR_OR_DESTRUCTOR {
                    entity: Fill::DeclaredSignature(constructor),
                },
                site,
            ),
            false => self.problem(codes::Code::NONE, site),
        }
    }

    /// Says so if a base class is certainly not accessible from here ([conv.ptr], [class.access.base]/4).
    pub(crate) fn check_base_access(&mut self, e: ExprId, derived: Ty<'db>, base: Ty<'db>) {
        let class = Fill::Type(self.closed_base(derived, base));
        let (code, fills) = (codes::CONVERSION_TO_INACCESSIBLE_BASE { class }).filled();
        self.check_conversion_access(e, (derived, base), (code, fills));
    }

    /// The same of a pointer to a member of the base that becomes one of the derived class ([conv.mem]/2).
    pub(crate) fn check_member_pointer_access(
        &mut self,
        e: ExprId,
        derived: Ty<'db>,
        base: Ty<'db>,
    ) {
        let class = Fill::Type(self.closed_base(derived, base));
        let (code, fills) = (codes::CONVERSION_FROM_INACCESSIBLE_BASE { class }).filled();
        self.check_conversion_access(e, (derived, base), (code, fills));
    }

    fn check_conversion_access(
        &mut self,
        e: ExprId,
        (derived, base): (Ty<'db>, Ty<'db>),
        said: (codes::Code, Vec<Fill<'db>>),
    ) {
        let db = self.db;
        let substitution = self.is_substitution();
        if self.modes.any_access || !(self.reports_access() || substitution) || self.is_implicit(e)
        {
            return;
        }
        let base = base.unqualified(db);
        if self.is_base_accessible(derived.unqualified(db), base, 0) {
            return;
        }
        let at = self.start_of(e);
        if substitution {
            return self.problem(codes::Code::NONE, at);
        }
        self.problems.push(Problem::new(said, at).at(At::First));
    }

    /// The same of a `static_cast` the other way ([expr.static.cast]/11).
    pub(crate) fn check_inaccessible_downcast(&mut self, to: Ty<'db>, e: ExprId, site: Site<'db>) {
        let db = self.db;
        let from = self.ty(e);
        let classes = match to.is_reference(db) {
            true => Some((to.strip_reference(db), from)),
            false => to.pointee(db).zip(from.decayed(db).pointee(db)),
        };
        let Some((derived, base)) = classes.filter(|_| self.reports_access()) else {
            return;
        };
        let (derived, base) = (derived.unqualified(db), base.unqualified(db));
        let related = derived.is_class(db)
            && base.is_class(db)
            && derived != base
            && is_base_of(db, base, derived);
        if related && !self.is_base_accessible(derived, base, 0) {
            let at = first_token(db, site);
            self.problems.push(
                Problem::new(
                    codes::CONVERSION_FROM_INACCESSIBLE_BASE {
                        class: Fill::Type(base),
                    },
                    at,
                )
                .at(At::First),
            );
        }
    }

    /// Whether `to` is a base class of `from`, or a reference or pointer to one, that is certainly not accessible from here.
    pub(crate) fn is_base_inaccessible(&self, from: Ty<'db>, to: Ty<'db>) -> bool {
        let db = self.db;
        let class = |ty: Ty<'db>| {
            let ty = ty.strip_reference(db);
            ty.pointee(db).unwrap_or(ty).unqualified(db)
        };
        let (derived, base) = (class(from), class(to));
        derived != base
            && derived.is_class(db)
            && base.is_class(db)
            && is_base_of(db, base, derived)
            && !self.is_base_accessible(derived, base, 0)
    }

    /// The first class on the way from a class to its base that is not accessible from here.
    fn closed_base(&self, derived: Ty<'db>, base: Ty<'db>) -> Ty<'db> {
        let db = self.db;
        let (mut at, base) = (derived.unqualified(db), base.unqualified(db));
        for _ in 0..NESTING {
            let bases = crate::class::class_info(db, at).map_or(&[][..], |i| &i.bases);
            let way = |ty: &Ty<'db>| *ty == base || is_base_of(db, base, *ty);
            let mut next = bases.iter().map(|b| b.ty.unqualified(db)).filter(way);
            match next.next() {
                Some(ty) if ty != base && self.is_base_accessible(at, ty, 0) => at = ty,
                Some(ty) => return ty,
                None => break,
            }
        }
        base
    }

    /// Whether some way from a class to its base may be gone from here; what is not known may.
    fn is_base_accessible(&self, class: Ty<'db>, base: Ty<'db>, depth: u32) -> bool {
        self.is_base_open(class, base, false, depth)
    }

    /// The same. `of_derived`: a class derived from `class` has made the code at hand its friend, so what is protected is open to it
    /// ([class.access.base]/5).
    fn is_base_open(&self, class: Ty<'db>, base: Ty<'db>, of_derived: bool, depth: u32) -> bool {
        let db = self.db;
        let Some(info) = crate::class::class_info(db, class) else {
            return true;
        };
        if class == base || depth > NESTING {
            return true;
        }
        let definition = info.definition.map(|d| d.decl(db));
        // Which function is called may itself not be known for certain: what is wrong is reported where nobody is a friend.
        let friend = || {
            definition.is_some_and(|class| match self.is_substitution() {
                true => self.may_be_friend(class),
                false => has_friends(db, class),
            })
        };
        let open = |access: Access| {
            of_derived && access != Access::Private
                || friend()
                || definition.is_none_or(|decl| self.is_inside(decl, class, access))
        };
        info.bases.iter().any(|b| {
            let ty = b.ty.unqualified(db);
            (ty == base || is_base_of(db, base, ty))
                && (b.access == Access::Public || open(b.access))
                && (ty == base || self.is_base_open(ty, base, of_derived || friend(), depth + 1))
        })
    }

    /// Whether the code at hand may belong to a class, to one in it, or, for what is not private, to one derived from it.
    fn is_inside(&self, class: DeclRef<'db>, ty: Ty<'db>, access: Access) -> bool {
        let db = self.db;
        let mut at = self.owner;
        for _ in 0..NESTING {
            match at.decl(db).closure(db) {
                Some(closure) => at = closure.owner,
                None => break,
            }
        }
        // Friends declared in a class, and what is local to a function, are not followed.
        if at.decl(db).code(db).body.is_some() {
            return true;
        }
        if let Some(own) = crate::function::class_of(db, at).or(self.scopes.this) {
            let own = own.unqualified(db);
            let derived = || access != Access::Private && is_base_of(db, ty, own);
            if own == ty || derived() || crate::class::class_info(db, own).is_none() {
                return true;
            }
        }
        let mut around = at.decl(db).parent_class(db);
        for _ in 0..NESTING {
            let Some(inner) = around else { return false };
            let first = crate::function::canonical(db, inner);
            if inner == class || first == class {
                return true;
            }
            around = inner.parent_class(db).or_else(|| first.parent_class(db));
        }
        true
    }

    pub(crate) fn is_inaccessible(&self, member: Entity<'db>) -> bool {
        let db = self.db;
        let Some(decl) = member.hir(db) else {
            return false;
        };
        // A friend is no member.
        if decl.access == Access::Public || decl.parent.is_none() || decl.spec.any(Spec::FRIEND) {
            return false;
        }
        let Some(class) = member.decl(db).parent_class(db) else {
            return false;
        };
        if self.may_be_friend(class)
            || decl.access == Access::Protected && self.is_friend_of_derived(class)
        {
            return false;
        }
        let mut at = Some(self.owner);
        for _ in 0..NESTING {
            let Some(owner) = at else { break };
            if let Some(closure) = owner.decl(db).closure(db) {
                at = Some(closure.owner);
                continue;
            }
            // The value of an enumerator is its enumeration's code.
            let own = match owner.kind(db) {
                Some(DeclKind::Enumerator(_)) => owner.decl(db).parent(db),
                _ => Some(owner.decl(db)),
            };
            // Of a specialisation the declaration that was chosen, which is where its members are.
            let mut around = own.and_then(|d| d.parent_class(db)).or_else(|| {
                let class = crate::function::class_of(db, owner)?.class_entity(db)?;
                Some(crate::class::specialization::specialization(db, class)?.decl(db))
            });
            if matches!(owner.kind(db), Some(DeclKind::Class(_))) {
                around = Some(owner.decl(db));
            }
            let mut steps = 0;
            while let Some(inner) = around {
                // One that is defined outside of the class it belongs to was declared there.
                let first = crate::function::canonical(db, inner);
                if inner == class
                    || first == class
                    || self.derives(inner, owner, member, decl.access)
                {
                    return false;
                }
                around = (inner.parent_class(db))
                    .or_else(|| first.parent_class(db))
                    .or_else(|| Some(qualified_in(db, inner, None)?.class_entity(db)?.decl(db)));
                steps += 1;
                if steps > NESTING {
                    return false;
                }
            }
            // A local class or block-scope declaration has the access of what is around it.
            if owner.decl(db).code(db).body.is_some() {
                return false;
            }
            at = None;
        }
        if let Some(this) = self.scopes.this
            && this
                .class_entity(db)
                .and_then(|e| crate::class::specialization::specialization(db, e))
                .is_some_and(|e| e.decl(db) == class)
        {
            return false;
        }
        true
    }
}
