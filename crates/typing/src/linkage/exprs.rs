//! Expressions in signatures (Itanium C++ ABI 5.1.6), as they are written.

use std::sync::Arc;

use cleave_hir::{
    Encoding, Expr, ExprId, FloatSuffix, Init, Literal, NameId, NamedCast, Path, TypeRef,
};
use cleave_lang::{Builtin, Operator, Qualifiers};
use cleave_mangle as m;
use cleave_mangle::{
    CastKind, FoldKind, LiteralValue, NewExpr, Unqualified, UnresolvedName, UnresolvedScope,
    WrittenScope,
};
use cleave_names::decl::Spec;

use crate::function::signature;
use crate::linkage::args::float_bytes;
use crate::linkage::dependent::elements_of;
use crate::linkage::names::Names;
use crate::lookup::Found;
use crate::lookup::qualified::Scope;
use crate::lookup::same::is_type;
use crate::resolve::packs::Expansion;
use crate::{Arg, Context, Entity, TyKind};

impl<'db> Names<'db> {
    /// An expression as written.
    pub(super) fn expr(&mut self, cx: &mut Context<'db>, id: ExprId) -> Option<m::Expr> {
        self.nested(|n| n.expr_of(cx, id))
    }

    fn boxed(&mut self, cx: &mut Context<'db>, id: ExprId) -> Option<Box<m::Expr>> {
        self.expr(cx, id).map(Box::new)
    }

    fn exprs(&mut self, cx: &mut Context<'db>, all: &[ExprId]) -> Option<Vec<m::Expr>> {
        let mut out = Vec::with_capacity(all.len());
        for &e in all {
            self.expr_into(cx, e, &mut out)?;
        }
        Some(out)
    }

    /// An expression of a list: an expansion whose packs are bound is as many as they have elements.
    fn expr_into(
        &mut self,
        cx: &mut Context<'db>,
        e: ExprId,
        out: &mut Vec<m::Expr>,
    ) -> Option<()> {
        let elements = match cx.code[e] {
            Expr::Pack(pattern) => {
                let mut names = Vec::new();
                crate::code::unexpanded::expr_names(cx.code, pattern, &mut |n| {
                    names.push(n.clone());
                });
                elements_of(cx, &names).map(|elements| (pattern, elements))
            }
            _ => None,
        };
        let Some((pattern, elements)) = elements else {
            out.push(self.expr(cx, e)?);
            return Some(());
        };
        for element in &elements {
            let before = cx.enter(element);
            let made = self.expr(cx, pattern);
            cx.leave(before);
            out.push(match element.expansion {
                true => m::Expr::PackExpansion(Box::new(made?)),
                false => made?,
            });
        }
        Some(())
    }

    fn expr_of(&mut self, cx: &mut Context<'db>, id: ExprId) -> Option<m::Expr> {
        let code = cx.code;
        Some(match &code[id] {
            Expr::Literal(literal) => m::Expr::Literal(literal_of(self.db, literal)?),
            Expr::Path(path) => self.path_expr(cx, path)?,
            Expr::This => m::Expr::This,
            Expr::Paren(e) => self.expr(cx, *e)?,
            Expr::Prefix(op, e) => m::Expr::Unary(*op, Box::new(self.operand(cx, *op, *e)?)),
            Expr::Postfix(op, e) => m::Expr::Postfix(*op, self.boxed(cx, *e)?),
            Expr::Binary(op, a, b) => {
                let first = self.operand_beside(cx, *op, *a, *b)?;
                let second = self.operand_beside(cx, *op, *b, *a)?;
                m::Expr::Binary(*op, Box::new(first), Box::new(second))
            }
            Expr::Conditional(c, Some(a), b) => {
                let condition = self.operand(cx, Operator::Not, *c)?;
                let first = self.operand_beside(cx, Operator::Comma, *a, *b)?;
                let second = self.operand_beside(cx, Operator::Comma, *b, *a)?;
                m::Expr::Conditional(Box::new(condition), Box::new(first), Box::new(second))
            }
            Expr::Call(callee, args) => self.call(cx, *callee, args)?,
            Expr::Index(base, indices) => {
                let [index] = indices[..] else { return None };
                let (base, index) = (self.boxed(cx, *base)?, self.boxed(cx, index)?);
                m::Expr::Binary(Operator::Subscript, base, index)
            }
            Expr::Member {
                base,
                arrow,
                member,
                ..
            } => m::Expr::Member {
                object: self.boxed(cx, *base)?,
                arrow: *arrow,
                name: Box::new(self.unresolved(cx, member)?),
            },
            Expr::CStyleCast(ty, e) => {
                let ty = Box::new(self.written_type(cx, *ty)?);
                m::Expr::Conversion(ty, vec![self.expr(cx, *e)?])
            }
            Expr::Functional(ty, args) => {
                let ty = Box::new(self.written_type(cx, *ty)?);
                m::Expr::Conversion(ty, self.exprs(cx, args)?)
            }
            Expr::Braced(ty, list) => {
                let ty = Box::new(self.written_type(cx, *ty)?);
                m::Expr::InitList(Some(ty), self.list(cx, *list)?)
            }
            Expr::List(_) => m::Expr::InitList(None, self.list(cx, id)?),
            Expr::NamedCast(cast, ty, e) => {
                let kind = match cast {
                    NamedCast::Static => CastKind::Static,
                    NamedCast::Const => CastKind::Const,
                    NamedCast::Dynamic => CastKind::Dynamic,
                    NamedCast::Reinterpret => CastKind::Reinterpret,
                };
                let ty = Box::new(self.written_type(cx, *ty)?);
                m::Expr::Cast(kind, ty, self.boxed(cx, *e)?)
            }
            Expr::SizeofType(ty) => m::Expr::SizeofType(Box::new(self.written_type(cx, *ty)?)),
            Expr::SizeofExpr(e) => match self.named_type(cx, *e) {
                Some(ty) => m::Expr::SizeofType(Box::new(ty)),
                None => m::Expr::SizeofExpr(self.as_constant(false, |n| n.boxed(cx, *e))?),
            },
            Expr::AlignofType(ty) => m::Expr::AlignofType(Box::new(self.written_type(cx, *ty)?)),
            Expr::AlignofExpr(e) => match self.named_type(cx, *e) {
                Some(ty) => m::Expr::AlignofType(Box::new(ty)),
                None => m::Expr::AlignofExpr(self.boxed(cx, *e)?),
            },
            Expr::TypeidType(ty) => m::Expr::TypeidType(Box::new(self.written_type(cx, *ty)?)),
            Expr::TypeidExpr(e) => m::Expr::TypeidExpr(self.boxed(cx, *e)?),
            Expr::Noexcept(e) => m::Expr::Noexcept(self.as_constant(false, |n| n.boxed(cx, *e))?),
            Expr::SizeofPack(name) => {
                let path = Path::unqualified(NameId::Ident(name.clone()));
                let pack = match cx.lookup_path(&path) {
                    Found::Param { level, index, .. } => self.own_param(cx, level, index)?,
                    _ => self.path_expr(cx, &path)?,
                };
                match pack {
                    m::Expr::TemplateParam(_) | m::Expr::FunctionParam { .. } => {
                        m::Expr::SizeofPack(Box::new(pack))
                    }
                    _ => return None,
                }
            }
            Expr::Pack(e) => m::Expr::PackExpansion(self.boxed(cx, *e)?),
            Expr::Fold {
                op,
                left,
                right,
                is_left,
            } => self.fold(cx, *op, *left, *right, *is_left)?,
            Expr::New {
                global,
                placement,
                ty,
                init,
            } => {
                let init = match init {
                    Init::None => None,
                    Init::Paren(args) => Some(self.exprs(cx, args)?),
                    _ => return None,
                };
                let ty = self.written_type(cx, *ty)?;
                m::Expr::New(Box::new(NewExpr {
                    global: *global,
                    array: matches!(ty, m::Type::Array(..)),
                    placement: self.exprs(cx, placement)?,
                    ty,
                    init,
                }))
            }
            Expr::Delete {
                global,
                array,
                operand,
            } => m::Expr::Delete {
                global: *global,
                array: *array,
                operand: self.boxed(cx, *operand)?,
            },
            Expr::Throw(Some(e)) => m::Expr::Throw(self.boxed(cx, *e)?),
            Expr::Throw(None) => m::Expr::Rethrow,
            // No encoding of the ABI, or none that compilers agree on.
            _ => return None,
        })
    }

    fn list(&mut self, cx: &mut Context<'db>, list: ExprId) -> Option<Vec<m::Expr>> {
        let code = cx.code;
        let Expr::List(items) = &code[list] else {
            return None;
        };
        let mut out = Vec::new();
        for item in items {
            if !item.designators.is_empty() {
                return None;
            }
            self.expr_into(cx, item.value, &mut out)?;
        }
        Some(out)
    }

    fn fold(
        &mut self,
        cx: &mut Context<'db>,
        op: Operator,
        left: Option<ExprId>,
        right: Option<ExprId>,
        is_left: bool,
    ) -> Option<m::Expr> {
        if let Some(expanded) = self.expanded_fold(cx, op, left, right, is_left) {
            return expanded;
        }
        let (kind, operands) = match (left, right) {
            (None, Some(e)) if is_left => (FoldKind::UnaryLeft, vec![self.expr(cx, e)?]),
            (Some(e), None) => (FoldKind::UnaryRight, vec![self.expr(cx, e)?]),
            (Some(a), Some(b)) => {
                // The operand that mentions a pack is the one that is expanded.
                let (a, b) = (self.expr(cx, a)?, self.expr(cx, b)?);
                let kind = match (self.has_pack(cx, left?), self.has_pack(cx, right?)) {
                    (true, false) => FoldKind::BinaryRight,
                    (false, true) => FoldKind::BinaryLeft,
                    _ => return None,
                };
                (kind, vec![a, b])
            }
            _ => return None,
        };
        Some(m::Expr::Fold(kind, op, operands))
    }

    /// A fold of one operand whose packs are bound, as those of an alias are: the operators between their elements.
    fn expanded_fold(
        &mut self,
        cx: &mut Context<'db>,
        op: Operator,
        left: Option<ExprId>,
        right: Option<ExprId>,
        is_left: bool,
    ) -> Option<Option<m::Expr>> {
        let ((Some(pattern), None) | (None, Some(pattern))) = (left, right) else {
            return None;
        };
        let mut names = Vec::new();
        crate::code::unexpanded::expr_names(cx.code, pattern, &mut |n| names.push(n.clone()));
        let Expansion::Elements(elements) = cx.expansion_of(&names) else {
            return None;
        };
        if elements.is_empty() || elements.iter().any(|element| element.expansion) {
            return None;
        }
        let mut operands = Vec::new();
        for element in &elements {
            let before = cx.enter(element);
            let operand = self.expr(cx, pattern);
            cx.leave(before);
            match operand {
                Some(operand) => operands.push(operand),
                None => return Some(None),
            }
        }
        let between = |a, b| m::Expr::Binary(op, Box::new(a), Box::new(b));
        Some(match is_left {
            true => operands.into_iter().reduce(between),
            false => operands.into_iter().rev().reduce(|b, a| between(a, b)),
        })
    }

    /// Whether an expression mentions a pack outside of an expansion.
    fn has_pack(&mut self, cx: &mut Context<'db>, e: ExprId) -> bool {
        let mut names = Vec::new();
        crate::code::unexpanded::expr_names(cx.code, e, &mut |n| names.push(n.clone()));
        names.into_iter().any(|name| {
            self.function_param(cx, &name).is_some_and(|(_, pack)| pack)
                || matches!(
                    cx.lookup(&NameId::Ident(name)),
                    Found::Param { pack: true, .. }
                )
        })
    }

    /// The type that a lone name or template-id denotes.
    fn named_type(&mut self, cx: &mut Context<'db>, e: ExprId) -> Option<m::Type> {
        let code = cx.code;
        let Expr::Path(path) = &code[e] else {
            return None;
        };
        self.path_type(cx, path)
    }

    fn path_type(&mut self, cx: &mut Context<'db>, path: &Path) -> Option<m::Type> {
        if let NameId::Ident(name) = &path.name
            && path.is_unqualified()
            && self.function_param(cx, name).is_some()
        {
            return None;
        }
        let found = cx.lookup_path(path);
        let is_type = match &found {
            Found::Type(_) => true,
            Found::Param { level, index, .. } => {
                let arg = cx.env.and_then(|e| e.arg(self.db, *level, *index));
                matches!(arg, Some(Arg::Type(_)))
                    || matches!(arg, Some(Arg::Pack(of)) if of.iter().all(is_type_arg))
            }
            Found::Entities { set, .. } => set.iter().any(|e| is_type(self.db, e.decl(self.db))),
            _ => false,
        };
        if !is_type {
            return None;
        }
        let ty = cx.found_type(found, path.args.as_deref())?;
        self.ty(ty)
    }

    fn call(&mut self, cx: &mut Context<'db>, callee: ExprId, args: &[ExprId]) -> Option<m::Expr> {
        let code = cx.code;
        if let Expr::Path(path) = &code[callee] {
            if let Some(ty) = self.path_type(cx, path) {
                return Some(m::Expr::Conversion(Box::new(ty), self.exprs(cx, args)?));
            }
            if let Some(named) = self.callee(cx, path) {
                return Some(m::Expr::Call(Box::new(named), self.exprs(cx, args)?));
            }
        }
        let mut named = self.boxed(cx, callee)?;
        if let Expr::Path(path) = &code[callee]
            && let m::Expr::Unresolved(name) = &mut *named
        {
            name.written = self.written_scope(cx, path);
        }
        Some(m::Expr::Call(named, self.exprs(cx, args)?))
    }

    /// The function that a call names, to be looked up again when its arguments are known. Nothing for what is no function.
    fn callee(&mut self, cx: &mut Context<'db>, path: &Path) -> Option<m::Expr> {
        if let NameId::Ident(name) = &path.name
            && path.is_unqualified()
            && self.function_param(cx, name).is_some()
        {
            return None;
        }
        // A member of the object at hand, if there is one of the name.
        let is_member = match cx.lookup_path(path) {
            Found::Entities { set, .. } if set.iter().all(|e| e.is_function(self.db)) => {
                let only = match set[..] {
                    [only] if path.is_unqualified() && !only.is_template(self.db) => Some(only),
                    _ => None,
                };
                only.and_then(|e| signature(self.db, e))
                    .is_some_and(|s| s.has_object)
            }
            Found::Nothing if path.is_unqualified() => false,
            _ => return None,
        };
        let mut name = Box::new(self.unresolved(cx, path)?);
        name.written = self.written_scope(cx, path);
        Some(match is_member {
            true => m::Expr::Member {
                object: Box::new(m::Expr::This),
                arrow: true,
                name,
            },
            false => m::Expr::Unresolved(name),
        })
    }

    /// How the qualifiers of a path are written.
    fn written_scope(&mut self, cx: &mut Context<'db>, path: &Path) -> Option<WrittenScope> {
        let count = path.qualifiers.len();
        let is_namespace = |n: &usize| matches!(self.prefix(cx, path, *n), Scope::Namespace(_));
        let namespaces = (1..=count).take_while(is_namespace).count();
        (count > 0).then(|| WrittenScope {
            namespaces: path.qualifiers[..namespaces]
                .iter()
                .map(|q| q.name.as_str().into())
                .collect(),
            classes: count - namespaces,
        })
    }

    /// A name whose meaning waits for instantiation.
    fn unresolved(&mut self, cx: &mut Context<'db>, path: &Path) -> Option<UnresolvedName> {
        let scope = match path.qualifiers.len() {
            0 => match path.decltype {
                Some(ty) => UnresolvedScope::Type(self.written_type(cx, ty)?),
                None => UnresolvedScope::None,
            },
            count => match self.prefix(cx, path, count) {
                Scope::Namespace(namespace) => {
                    let decl = cx.owner.decl(self.db);
                    match self.written_namespace(decl, namespace)? {
                        m::Scope::In(name) => UnresolvedScope::Namespace(name),
                        _ => UnresolvedScope::None,
                    }
                }
                Scope::Type(ty) => {
                    let dependent = ty.is_dependent(self.db);
                    unresolved_scope(self.ty(ty)?, dependent)?
                }
                Scope::Unknown => match self.qualifier(cx, path, count)? {
                    m::Scope::In(name) => unresolved_scope(m::Type::Named(name), true)?,
                    m::Scope::Dependent(ty) => unresolved_scope((*ty).clone(), true)?,
                    _ => return None,
                },
                Scope::Nothing => return None,
            },
        };
        let (id, destroyed) = match &path.name {
            NameId::Ident(name) => (Unqualified::Identifier(name.as_str().into()), None),
            NameId::Operator(op) => (Unqualified::Operator(*op), None),
            NameId::Literal(suffix) => (Unqualified::LiteralOperator(suffix.as_str().into()), None),
            NameId::Conversion(ty) => {
                let ty = self.written_type(cx, *ty)?;
                (Unqualified::Conversion(Box::new(ty)), None)
            }
            NameId::Destructor(ty) => {
                let ty = self.written_type(cx, *ty)?;
                (Unqualified::Identifier(String::new()), Some(ty))
            }
            NameId::None => return None,
        };
        let args = match &path.args {
            Some(args) => Some(self.written_args(cx, args)?),
            None => None,
        };
        Some(UnresolvedName {
            global: path.global,
            scope,
            written: None,
            id,
            destroyed,
            args,
        })
    }

    /// An id-expression that is not called.
    pub(super) fn path_expr(&mut self, cx: &mut Context<'db>, path: &Path) -> Option<m::Expr> {
        if let NameId::Ident(name) = &path.name
            && path.is_unqualified()
            && let Some((param, _)) = self.function_param(cx, name)
        {
            return Some(param);
        }
        match cx.lookup_path(path) {
            Found::Param { level, index, .. } => self.own_param(cx, level, index),
            Found::Entities { set, .. } => {
                let [entity] = set[..] else {
                    return self
                        .unresolved(cx, path)
                        .map(|n| m::Expr::Unresolved(n.into()));
                };
                self.named_entity(cx, path, entity)
            }
            Found::Unknown if !path.is_unqualified() => self
                .unresolved(cx, path)
                .map(|n| m::Expr::Unresolved(n.into())),
            _ => None,
        }
    }

    fn named_entity(
        &mut self,
        cx: &mut Context<'db>,
        path: &Path,
        entity: Entity<'db>,
    ) -> Option<m::Expr> {
        let db = self.db;
        let depends = entity.env(db).is_some_and(|e| e.is_dependent(db));
        let is_variable = matches!(entity.kind(db), Some(cleave_hir::DeclKind::Variable(_)));
        // The reference names a variable template alone, whatever its arguments.
        if is_variable && entity.is_template(db) {
            let name = self.plain_name(entity)?;
            let linkage = m::Linkage::External;
            let variable = m::Entity::Variable(m::Variable { name, linkage });
            return Some(m::Expr::Entity(Box::new(variable)));
        }
        // Nor does it say whose a data member is that is named alone.
        let is_field = is_variable
            && entity.decl(db).parent_class(db).is_some()
            && entity.hir(db).is_some_and(|h| !h.spec.any(Spec::STATIC));
        if depends || entity.is_template(db) || path.args.is_some() || is_field {
            return self
                .unresolved(cx, path)
                .map(|n| m::Expr::Unresolved(n.into()));
        }
        if let Some(cleave_hir::DeclKind::Enumerator(_)) = entity.kind(db) {
            let value = crate::eval::constant_value(db, entity)?;
            return self.value(value.ty(db), value.value(db));
        }
        self.entity(entity)
    }

    /// A template parameter that is a value.
    fn own_param(&mut self, cx: &mut Context<'db>, level: u32, index: u32) -> Option<m::Expr> {
        let db = self.db;
        let element = cx.scopes.packs.iter().rev().find(|p| p.0 == (level, index));
        let element = element.map(|p| p.1.clone());
        let mut arg = match &element {
            Some(element) => element,
            None => cx.env?.arg(db, level, index)?,
        };
        // A pack that stands for itself.
        if let Arg::Pack(elements) = arg {
            let [Arg::Expansion(of)] = &elements[..] else {
                return None;
            };
            arg = of;
        }
        match arg {
            Arg::Param { level, index, .. } => {
                Some(m::Expr::TemplateParam(self.template_param(*level, *index)?))
            }
            Arg::Value(value) => self.value(value.ty(db), value.value(db)),
            Arg::Dependent(site, env) => self.dependent_expr(*site, *env),
            // Only the operand of `sizeof...` may be one of types.
            Arg::Type(ty) => match ty.kind(db) {
                TyKind::Param { level, index, .. } => {
                    Some(m::Expr::TemplateParam(self.template_param(*level, *index)?))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A parameter of the function at hand, and whether it is a pack.
    fn function_param(
        &mut self,
        cx: &Context<'db>,
        name: &cleave_hir::Name,
    ) -> Option<(m::Expr, bool)> {
        let db = self.db;
        let decl = self.prototype?.decl(db);
        if decl.code(db) != cx.code_ref || cx.owner.decl(db) != decl {
            return None;
        }
        let function = crate::code::params::function_ref(db, decl)?;
        let mut params = function.params.iter().map(|p| &cx.code[*p]);
        let index = params.position(|p| p.name.as_ref() == Some(name))?;
        let param = &cx.code[function.params[index]];
        let (mut quals, mut pack) = (Qualifiers::NONE, false);
        let mut ty = param.ty;
        if let TypeRef::Pack(of) = &cx.code[ty] {
            pack = true;
            ty = *of;
        }
        while let TypeRef::Qualified(more, of) = &cx.code[ty] {
            quals = quals.union(*more);
            ty = *of;
        }
        let param = m::Expr::FunctionParam {
            level: self.prototypes,
            index: index as u32,
            quals,
        };
        Some((param, pack))
    }
}

fn is_type_arg(arg: &Arg<'_>) -> bool {
    match arg {
        Arg::Type(_) => true,
        Arg::Expansion(of) => matches!(&**of, Arg::Type(_)),
        _ => false,
    }
}

/// A type as the qualifier of a name that is not resolved.
fn unresolved_scope(ty: m::Type, dependent: bool) -> Option<UnresolvedScope> {
    let m::Type::Named(name) = &ty else {
        return Some(UnresolvedScope::Type(ty));
    };
    let outermost = name.enclosing().last().unwrap_or(name);
    let m::Scope::Dependent(base) = &outermost.scope else {
        let name = Arc::clone(name);
        return Some(UnresolvedScope::Class { name, dependent });
    };
    let mut levels = Vec::new();
    for name in std::iter::once(&**name).chain(name.enclosing()) {
        let Unqualified::Identifier(id) = &name.id else {
            return None;
        };
        levels.push((id.clone(), name.args.clone()));
    }
    levels.reverse();
    Some(UnresolvedScope::Nested((**base).clone(), levels))
}

/// A literal by its type and value ([lex.literal]).
fn literal_of(db: &dyn cleave_base_db::Db, literal: &Literal) -> Option<m::Literal> {
    let typed = |b, value| m::Literal {
        ty: m::Type::Builtin(b),
        value,
    };
    let integer = |b, value: u128| {
        let value = LiteralValue::Integer {
            negative: false,
            magnitude: value,
        };
        typed(b, value)
    };
    Some(match literal {
        Literal::Int {
            value,
            suffix,
            decimal,
        } => {
            let b = crate::check::integer_type(db, *value, *suffix, *decimal);
            integer(b, u128::from(*value))
        }
        Literal::Float { text, suffix } => {
            let b = match suffix {
                FloatSuffix::Double => Builtin::Double,
                FloatSuffix::Float => Builtin::Float,
                _ => return None,
            };
            // Hexadecimal ones are rare enough to go without.
            let value: f64 = match b {
                Builtin::Float => text.parse::<f32>().ok()?.into(),
                _ => text.parse().ok()?,
            };
            typed(b, LiteralValue::Float(float_bytes(b, value.to_bits())?))
        }
        Literal::Char {
            value,
            encoding,
            multi,
        } => {
            let b = match (encoding, multi) {
                (Encoding::Ordinary, true) => Builtin::Int,
                (Encoding::Ordinary, false) => Builtin::Char,
                (Encoding::Wide, _) => Builtin::WChar,
                (Encoding::Utf8, _) => Builtin::Char8,
                (Encoding::Utf16, _) => Builtin::Char16,
                (Encoding::Utf32, _) => Builtin::Char32,
            };
            if *encoding == Encoding::Ordinary && !multi && *value >= 0x80 {
                return None;
            }
            integer(b, (*value).into())
        }
        Literal::Bool(b) => integer(Builtin::Bool, (*b).into()),
        Literal::Nullptr => typed(Builtin::Nullptr, LiteralValue::Nullptr),
        Literal::String { .. } | Literal::GnuNull | Literal::User(_) => return None,
    })
}
