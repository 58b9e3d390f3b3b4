//! What may not stand in the body of a constexpr function ([dcl.constexpr]/3): variables that last, that are not initialised or are of
//! no literal type, jumps, labels, handlers and assembly. In a template the reference is milder, as it may never be asked for a
//! constant.

use cleave_base_db::Db;
use cleave_codes::{Message as _, codes};
use cleave_hir::{DeclKind, Init};
use cleave_names::decl::Spec;
use cleave_syntax::Standard;

use crate::class::{Special, class_info, special};
use crate::flow::functions::OwnFunction;
use crate::function::signature;
use crate::thir::{ExprId, ExprKind, Implicit, Local, LocalId, LocalKind, Stmt, StmtId, Typed};
use crate::{At, Context, Entity, Fill, Problem, Site, Ty, TyKind, check, display};

/// How deep statements may nest.
const DEPTH: u32 = 200;

/// What is wrong in those of some functions that are constexpr.
pub(crate) fn problems<'db>(db: &'db dyn Db, functions: &[OwnFunction<'db>]) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for &OwnFunction {
        function,
        in_template,
    } in functions
    {
        let standard = function.decl(db).code(db).file(db).dialect(db).standard;
        // C++23 allows most of it.
        if !(Standard::Cpp14..=Standard::Cpp20).contains(&standard) {
            return out;
        }
        if !is_constexpr(db, function, standard) {
            continue;
        }
        let Some(typed) = check::body(db, function) else {
            continue;
        };
        let mut body = Body {
            db,
            function,
            typed,
            standard,
            in_template,
            stopped: false,
            out: &mut out,
        };
        body.subobjects();
        if let Some(block) = typed.block {
            body.statement(block, DEPTH);
        }
    }
    out
}

fn is_constexpr<'db>(db: &'db dyn Db, function: Entity<'db>, standard: Standard) -> bool {
    let spec = match function.decl(db).closure(db) {
        Some(_) if standard < Standard::Cpp17 => None,
        Some(closure) => closure.hir(db).map(|l| l.spec),
        None => function.hir(db).map(|d| d.spec),
    };
    spec.is_some_and(|s| s.any(Spec::CONSTEXPR.with(Spec::CONSTEVAL)))
}

/// A constructor.
enum Maker<'db> {
    Declared(Entity<'db>),
    /// The default constructor that nobody has declared.
    Implicit(Ty<'db>),
}

struct Body<'a, 'db> {
    db: &'db dyn Db,
    function: Entity<'db>,
    typed: &'db Typed<'db>,
    standard: Standard,
    in_template: bool,
    /// A variable is wrong: of what follows the reference looks at labels only.
    stopped: bool,
    out: &'a mut Vec<Problem<'db>>,
}

impl<'db> Body<'_, 'db> {
    /// What a constructor makes bases and members by is constexpr as well ([dcl.constexpr]/5).
    fn subobjects(&mut self) {
        if self.in_template {
            return;
        }
        let db = self.db;
        for init in &self.typed.inits {
            let Some(made) = self.maker(init.value, DEPTH) else {
                continue;
            };
            if let Some(site) = init.written {
                let problem = Problem::new(codes::CONSTEXPR_CONSTRUCTOR_MAKES_SUBOBJECT, site);
                self.out.push(problem);
                continue;
            }
            let name = match made {
                Maker::Declared(f) => display::function_text(db, f, true),
                Maker::Implicit(class) => {
                    let Some(entity) = class.class_entity(db).filter(|e| e.env(db).is_none())
                    else {
                        continue;
                    };
                    let own = entity.decl(db).ident(db);
                    format!("{}::{own}()", display::qualified_name(db, entity))
                }
            };
            let function = Fill::Kind("function", name.into());
            let code = codes::CONSTEXPR_CONSTRUCTOR_CALLS_FUNCTION { function }.filled();
            if let (Some(block), Some(code_ref)) = (self.typed.block, self.typed.code)
                && let Some(written) = self.typed.written(block)
            {
                let site = Site {
                    code: code_ref,
                    index: 0,
                    is_type: false,
                };
                self.out
                    .push(Problem::new(code, site).at(At::Statement(written, 0)));
            }
        }
    }

    /// The constructor, not constexpr, that makes an object.
    fn maker(&self, e: ExprId, depth: u32) -> Option<Maker<'db>> {
        let db = self.db;
        let x = self.typed.exprs.get(e.0 as usize).filter(|_| depth > 0)?;
        match &x.kind {
            ExprKind::Full(of) | ExprKind::Array(_, Some(of)) => self.maker(*of, depth - 1),
            ExprKind::Construct(f, _) => {
                let sig = signature(db, *f)?;
                let plain = f.env(db).is_none() && !sig.is_constexpr && !sig.is_defaulted;
                plain.then_some(Maker::Declared(*f))
            }
            ExprKind::ConstructImplicit(Implicit::Default, _) => {
                let class = x.ty.innermost_element(db).unqualified(db);
                let state = special(db, class, Special::Default)?;
                let certain = !state.constexpr && !state.trivial && state.declared.is_none();
                certain.then_some(Maker::Implicit(class))
            }
            _ => None,
        }
    }

    fn statement(&mut self, s: StmtId, depth: u32) {
        let Some(stmt) = self.typed.stmts.get(s.0 as usize).filter(|_| depth > 0) else {
            return;
        };
        match stmt {
            Stmt::Local(l, value) if !self.stopped => self.variable(*l, *value),
            Stmt::Goto(_) => self.forbidden(s, false),
            Stmt::Asm(_) if self.standard < Standard::Cpp20 => self.forbidden(s, true),
            Stmt::Label(..) => {
                self.report(codes::LABEL_IN_CONSTEXPR_FUNCTION, s, |p| p);
            }
            _ => {}
        }
        let mut inner = Vec::new();
        stmt.parts(&mut inner, &mut Vec::new());
        for s in inner {
            self.statement(s, depth - 1);
        }
        // It is known at its end.
        if let (Stmt::Try(..), true) = (stmt, self.standard < Standard::Cpp20) {
            self.forbidden(s, false);
        }
    }

    /// A statement that may not stand there. `soft`: the reference warns only.
    fn forbidden(&mut self, s: StmtId, soft: bool) {
        if self.stopped {
            return;
        }
        let soft = soft || self.in_template;
        self.report(codes::STATEMENT_IN_CONSTEXPR_FUNCTION, s, |p| Problem {
            hard: !soft,
            soft,
            ..p
        });
    }

    fn report(
        &mut self,
        number: codes::Code,
        s: StmtId,
        change: impl FnOnce(Problem<'db>) -> Problem<'db>,
    ) {
        let (Some(code), Some(written)) = (self.typed.code, self.typed.written(s)) else {
            return;
        };
        let site = Site {
            code,
            index: 0,
            is_type: false,
        };
        let problem = Problem::new(number, site).at(At::Statement(written, 0));
        self.out.push(change(problem));
    }

    fn variable(&mut self, l: LocalId, value: Option<ExprId>) {
        let Some(local) = self.typed.locals.get(l.0 as usize) else {
            return;
        };
        let Some(site) = local.declared else { return };
        let (number, fills) = if matches!(local.kind, LocalKind::Static(_)) {
            (codes::CONSTEXPR_LOCAL_NOT_AUTOMATIC, Vec::new())
        } else if self.in_template {
            return;
        } else if self.is_not_literal(local.ty) {
            let fills = vec![Fill::Type(local.ty)];
            (codes::CONSTEXPR_LOCAL_NOT_LITERAL, fills)
        } else if self.standard < Standard::Cpp20
            && is_uninitialized(self.db, self.typed, local, site, value)
        {
            (codes::CONSTEXPR_LOCAL_UNINITIALIZED, Vec::new())
        } else {
            return;
        };
        self.stopped = true;
        self.out.push(Problem::new((number, fills), site));
    }

    /// Whether a variable certainly is of a class that is no literal type.
    fn is_not_literal(&self, ty: Ty<'db>) -> bool {
        let element = ty.innermost_element(self.db).unqualified(self.db);
        // Closures have literal types since C++17 ([expr.prim.lambda.closure]/1).
        if let TyKind::Closure(_) = element.kind(self.db) {
            return self.standard < Standard::Cpp17;
        }
        element.is_class(self.db)
            && Context::of(self.db, self.function).and_then(|cx| cx.is_literal(ty)) == Some(false)
    }
}

/// Whether a variable has no initialiser and certainly no value. `declared`: where; `value`: what its statement initialises it with.
pub(super) fn is_uninitialized<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    local: &Local<'db>,
    declared: Site<'db>,
    value: Option<ExprId>,
) -> bool {
    // The variable of a range-based loop has a value that is not written with it.
    if value.is_some_and(|e| !is_default(typed, e)) {
        return false;
    }
    let (Some(decl), Some(code)) = (declared.as_declaration(), declared.code.code(db)) else {
        return false;
    };
    let decl: cleave_hir::DeclId = la_arena::Idx::from_raw(la_arena::RawIdx::from_u32(decl));
    if !matches!(&code[decl].kind, DeclKind::Variable(v) if v.init == Init::None) {
        return false;
    }
    let ty = local.ty.innermost_element(db).unqualified(db);
    if ty.is_class(db) {
        let trivial = special(db, ty, Special::Default).is_some_and(|s| s.trivial);
        return trivial && class_info(db, ty).is_some_and(|i| !i.fields.is_empty());
    }
    ty.is_scalar(db)
}

/// Whether an initialiser is what stands for none.
fn is_default(typed: &Typed<'_>, e: ExprId) -> bool {
    match typed.exprs.get(e.0 as usize).map(|e| &e.kind) {
        Some(ExprKind::Full(e) | ExprKind::Array(_, Some(e))) => is_default(typed, *e),
        Some(ExprKind::Uninitialized | ExprKind::ConstructImplicit(Implicit::Default, _)) => true,
        _ => false,
    }
}
