//! The types of expressions as they are written: names have the types of their declarations, and what is made of an operand without
//! another type being computed has that of the operand.

use cleave_hir::{Expr as H, TypeRef};
use cleave_lang::Operator;

use crate::class::class_info;
use crate::class::specialization::specialization;
use crate::convert::quietly;
use crate::lookup::Found;
use crate::thir::{Conversion, ExprId, ExprKind};
use crate::written::bound::BoundTo;
use crate::written::{DEPTH, Form, Written};
use crate::{Context, Entity, TyKind, Value};

impl<'db> Context<'db> {
    /// The type of an expression as it is written.
    pub(crate) fn written_of(&mut self, e: ExprId) -> Written<'db> {
        let ty = self.ty(e);
        self.written_expr(e, DEPTH)
            .unwrap_or_else(|| Written::plain(ty))
    }

    /// The type of an expression that is not typed here by its own: of the first that was typed for it.
    pub(super) fn written_operand(
        &mut self,
        e: cleave_hir::ExprId,
        depth: u32,
    ) -> Option<Written<'db>> {
        let mut at = e;
        while let H::Paren(inner) = &self.code[at] {
            at = *inner;
        }
        if let Some(named) = self.written_cast(at, depth) {
            return Some(named.referred(self.db));
        }
        let site = self.expr_site(at);
        match self.out.exprs.iter().position(|x| x.site == site) {
            Some(found) => self.written_expr(ExprId(found as u32), depth),
            None => match &self.code[at] {
                H::Path(path) => self.written_by_name(path, depth),
                _ => None,
            },
        }
    }

    /// The type that a cast names.
    fn written_cast(&mut self, e: cleave_hir::ExprId, depth: u32) -> Option<Written<'db>> {
        let none = BoundTo::default();
        match &self.code[e] {
            H::CStyleCast(id, _)
            | H::NamedCast(_, id, _)
            | H::Functional(id, _)
            | H::VaArg(_, id)
            | H::BitCast(id, _) => Some(self.written_type_within(*id, &none, depth)),
            // Of what is no class nothing is left of the name.
            H::Braced(id, _) => {
                let named = self.written_type_within(*id, &none, depth);
                named.ty.is_class(self.db).then_some(named)
            }
            H::Call(callee, _) => match &self.code[*callee] {
                H::Path(path) => {
                    let of = quietly(self, |cx| cx.path_type(path))?;
                    self.written_name(path, of, &none, depth)
                }
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn written_expr(&mut self, e: ExprId, depth: u32) -> Option<Written<'db>> {
        let depth = depth.checked_sub(1)?;
        let node = self.out.exprs.get(e.0 as usize)?;
        let ty = node.ty;
        let made = (self.written_by_syntax(e, depth)).or_else(|| self.written_by_kind(e, depth));
        Some(
            made.and_then(|w| w.fitted(self.db, ty))
                .unwrap_or_else(|| Written::plain(ty)),
        )
    }

    /// What casts and `new` say, which name the type.
    fn written_by_syntax(&mut self, e: ExprId, depth: u32) -> Option<Written<'db>> {
        let db = self.db;
        let node = self.out.exprs.get(e.0 as usize)?;
        let (site, ty) = (node.site, node.ty);
        let kind = node.kind.clone();
        if site.code != self.code_ref || site.is_type {
            return None;
        }
        let code = self.code;
        let mut at = crate::code::source::index(&code.exprs, site.index)?;
        let none = BoundTo::default();
        // A cast may leave nothing but what it converts.
        let mut outermost = None;
        for _ in 0..DEPTH {
            if !is_call(&kind)
                && let Some(named) = self.written_cast(at, depth)
            {
                let named = named.referred(db);
                let fits = [named.unqualified(db), named].into_iter();
                outermost = fits.into_iter().find(|w| w.ty == ty).or(outermost);
            }
            match self.shell(at) {
                Some(around) => at = around,
                None => break,
            }
        }
        if outermost.is_some() {
            return outermost;
        }
        let at = crate::code::source::index(&code.exprs, site.index)?;
        let named = match &code[at] {
            H::New { ty: id, .. } if matches!(kind, ExprKind::New { .. }) => {
                let mut id = *id;
                if let TypeRef::Array { element, .. } = &code[id] {
                    id = *element;
                }
                let made = self.written_type_within(id, &none, depth);
                let made = match made.ty.is_array(db) {
                    true => made.element(db)?,
                    false => made,
                };
                made.pointer(db)
            }
            _ => return None,
        };
        // What it is converted to has another type.
        let named = named.referred(db);
        [named.unqualified(db), named]
            .into_iter()
            .find(|w| w.ty == ty)
    }

    fn written_by_kind(&mut self, e: ExprId, depth: u32) -> Option<Written<'db>> {
        use ExprKind as K;
        let db = self.db;
        let node = self.out.exprs.get(e.0 as usize)?.clone();
        let none = BoundTo::default();
        match node.kind {
            K::Local(local) => self.written_local(local, depth),
            K::Static(variable) => self.written_variable(variable, &none, depth),
            K::Function(function) => self.written_function(function),
            K::Value(Value::Member(Some(member))) => {
                let of = match member.is_function(db) {
                    true => self.written_function(member)?,
                    false => self.written_variable(member, &none, depth)?,
                };
                let TyKind::MemberPointer { class, .. } = *node.ty.kind(db) else {
                    return None;
                };
                let form = Form::MemberPointer(Written::plain(class), of);
                Some(Written::new(node.ty, form))
            }
            K::Value(_) | K::Param { .. } => self.written_of_constant(node.site, depth),
            K::This => self.written_this(),
            K::Field(object, number) => {
                let class = self.written_expr(object, depth)?;
                let info = class_info(db, class.ty.unqualified(db))?;
                let field = info.fields.get(number as usize)?;
                let bound = class.members_see(self);
                let env = specialization(db, class.ty.unqualified(db).class_entity(db)?)?.env(db);
                let entity = Entity::new(db, field.decl, env);
                self.written_variable(entity, &bound, depth)
            }
            K::Call {
                callee,
                object,
                args,
                ..
            } => {
                let class = object.and_then(|o| self.written_expr(o, depth));
                let mut bound = class.map_or(none, |c| c.members_see(self));
                let name = (self.written(node.site)).and_then(|call| self.called_name(call));
                self.called_with(callee, name, &args, &mut bound, depth);
                self.written_return(callee, &bound, depth)
            }
            K::CallIndirect(callee, _) => self.written_expr(callee, depth)?.returned(db),
            K::CallMember(_, pointer, _) => {
                let function = self.written_expr(pointer, depth)?.member(db)?;
                function.returned(db)
            }
            K::Convert(how, operand) => match how {
                Conversion::Load
                | Conversion::Decay
                | Conversion::FunctionToPointer
                | Conversion::Noop => {
                    let of = self.written_expr(operand, depth)?;
                    of.fitted(db, node.ty)
                }
                Conversion::ToBase(_) if node.ty.is_class(db) => {
                    let of = self.written_expr(operand, depth)?;
                    let base = of.base(db, node.ty.unqualified(db), depth)?;
                    Some(base.qualified(db, node.ty.top_quals(db)))
                }
                _ => None,
            },
            K::Materialize(of)
            | K::Full(of)
            | K::Step { operand: of, .. }
            | K::Assign(of, _, _)
            | K::Compound(_, of, ..)
            | K::Comma(_, of) => self.written_expr(of, depth),
            // Arithmetic makes a type of its own ([expr.arith.conv]).
            K::Conditional(_, first, second) => match self.computes(first) || self.computes(second)
            {
                true => None,
                false => self.written_expr(first, depth),
            },
            K::Unary(operator, operand) => {
                let of = self.written_expr(operand, depth)?;
                match operator {
                    Operator::AddressOf => Some(of.pointer(db)),
                    Operator::Dereference => of.pointee(db),
                    _ => Some(of),
                }
            }
            K::Binary(operator, left, right) => {
                let computes = !node.ty.is_pointer(db)
                    && !matches!(operator, Operator::ShiftLeft | Operator::ShiftRight);
                if computes {
                    return None;
                }
                let of = match self.ty(left) == node.ty {
                    true => left,
                    false => right,
                };
                self.written_expr(of, depth)
            }
            K::Index(base, index) => {
                let of = match self.ty(base).is_pointer(db) || self.ty(base).is_array(db) {
                    true => base,
                    false => index,
                };
                let of = self.written_expr(of, depth)?;
                match of.ty.is_array(db) {
                    true => of.element(db),
                    false => of.pointee(db),
                }
            }
            K::MemberPointer(_, pointer) => self.written_expr(pointer, depth)?.member(db),
            K::Construct(_, args) if args.len() == 1 => {
                // A copy.
                let of = self.written_expr(args[0], depth)?.referred(db);
                (of.ty.unqualified(db) == node.ty).then(|| of.unqualified(db))
            }
            K::ConstructImplicit(_, args) if args.len() == 1 => {
                let of = self.written_expr(args[0], depth)?.referred(db);
                (of.ty.unqualified(db) == node.ty).then(|| of.unqualified(db))
            }
            _ => None,
        }
    }

    /// Whether an operand is converted to another arithmetic type.
    fn computes(&self, e: ExprId) -> bool {
        matches!(
            self.node(e).kind,
            ExprKind::Convert(
                Conversion::Integral
                    | Conversion::Floating
                    | Conversion::IntegralToFloating
                    | Conversion::FloatingToIntegral,
                _
            )
        )
    }

    /// A constant that stands for a variable or a template parameter.
    fn written_of_constant(&mut self, site: crate::Site<'db>, depth: u32) -> Option<Written<'db>> {
        match self.written(site)? {
            H::Path(path) => self.written_by_name(path, depth),
            _ => None,
        }
    }

    /// What a name in an expression denotes.
    fn written_by_name(&mut self, path: &cleave_hir::Path, depth: u32) -> Option<Written<'db>> {
        let db = self.db;
        let none = BoundTo::default();
        match quietly(self, |cx| cx.lookup_path(path)) {
            Found::Local(locals) => match locals[..] {
                [local] => self.written_local(local, depth),
                _ => None,
            },
            Found::Entities { set, .. } => match set[..] {
                [variable] => self.written_variable(variable, &none, depth),
                _ => None,
            },
            Found::Param { level, index, .. } => {
                let levels = crate::code::params::levels(db, self.owner.decl(db));
                let level = levels.get(level as usize)?;
                let ty = level.value_type(index)?;
                let env = self.env_of(level.decl);
                let mut cx = Context::of(db, Entity::new(db, level.decl, env))?;
                cx.modes.in_head = true;
                Some(cx.written_type_within(ty, &none, depth))
            }
            _ => None,
        }
    }

    /// `this`, which points to the class around.
    fn written_this(&mut self) -> Option<Written<'db>> {
        let class = self.scopes.this?;
        Some(Written::plain(class).pointer(self.db))
    }
}

/// Whether an expression calls something, and makes nothing of a type that is named.
fn is_call(kind: &ExprKind<'_>) -> bool {
    matches!(
        kind,
        ExprKind::Call { .. }
            | ExprKind::CallIndirect(..)
            | ExprKind::CallMember(..)
            | ExprKind::Builtin(..)
            | ExprKind::Error
    )
}
