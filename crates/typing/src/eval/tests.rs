//! The machine on THIR that is built by hand: what needs no declarations.

use cleave_base_db::{RootDatabase, SourceFile};
use cleave_lang::{Builtin, Operator, Qualifiers};

use crate::eval::machine::Mode;
use crate::eval::{Failure, fold, run};
use crate::thir::{
    Category, Conversion, Expr, ExprId, ExprKind, Local, LocalId, LocalKind, Stmt, StmtId, Typed,
};
use crate::{Bound, CodeRef, Site, Ty, TyKind, Value};

struct Builder<'db> {
    db: &'db RootDatabase,
    site: Site<'db>,
    typed: Typed<'db>,
}

impl<'db> Builder<'db> {
    fn new(db: &'db RootDatabase, file: SourceFile) -> Self {
        let item = cleave_names::item_id(db, file, 0);
        Builder {
            db,
            site: Site {
                code: CodeRef { item, body: None },
                index: 0,
                is_type: false,
            },
            typed: Typed::default(),
        }
    }

    fn ty(&self, b: Builtin) -> Ty<'db> {
        Ty::builtin(self.db, b)
    }

    fn int_ty(&self) -> Ty<'db> {
        self.ty(Builtin::Int)
    }

    fn expr(&mut self, kind: ExprKind<'db>, ty: Ty<'db>, category: Category) -> ExprId {
        let site = Site {
            index: self.typed.exprs.len() as u32,
            ..self.site
        };
        self.typed.exprs.push(Expr {
            kind,
            ty,
            category,
            site,
            evaluated: true,
        });
        ExprId(self.typed.exprs.len() as u32 - 1)
    }

    fn value(&mut self, kind: ExprKind<'db>, ty: Ty<'db>) -> ExprId {
        self.expr(kind, ty, Category::Prvalue)
    }

    fn int(&mut self, v: i128) -> ExprId {
        let ty = self.int_ty();
        self.value(ExprKind::Value(Value::Int(v)), ty)
    }

    fn binary(&mut self, op: Operator, a: ExprId, b: ExprId) -> ExprId {
        let ty = self.typed.exprs[a.0 as usize].ty;
        self.value(ExprKind::Binary(op, a, b), ty)
    }

    fn local(&mut self, ty: Ty<'db>) -> LocalId {
        self.typed.locals.push(Local {
            name: "x".into(),
            ty,
            kind: LocalKind::Automatic,
            site: None,
            is_constexpr: false,
            init: None,
            value: None,
            declared: None,
        });
        LocalId(self.typed.locals.len() as u32 - 1)
    }

    fn name(&mut self, l: LocalId) -> ExprId {
        let ty = self.typed.locals[l.0 as usize].ty;
        self.expr(ExprKind::Local(l), ty, Category::Lvalue)
    }

    fn load(&mut self, e: ExprId) -> ExprId {
        let ty = self.typed.exprs[e.0 as usize].ty;
        self.value(ExprKind::Convert(Conversion::Load, e), ty)
    }

    fn stmt(&mut self, stmt: Stmt) -> StmtId {
        self.typed.stmts.push(stmt);
        StmtId(self.typed.stmts.len() as u32 - 1)
    }

    fn text(&self, e: ExprId) -> String {
        let evaluated = run(self.db, &self.typed, e, None, None, Mode::Constant);
        let mut text = match evaluated.value {
            Ok(value) => format!("{:?}", value.value(self.db)),
            Err(Failure::Unknown) => "unknown".into(),
            Err(Failure::NotConstant(problems)) => {
                let numbers: Vec<_> = (problems.iter())
                    .flat_map(|p| std::iter::once(p).chain(&p.notes))
                    .map(|p| p.code.internal())
                    .collect();
                format!("not constant: {numbers:?}")
            }
        };
        for w in evaluated.warnings {
            text += &format!(" warning {}", w.code);
        }
        text
    }
}

fn with<T>(f: impl for<'db> FnOnce(Builder<'db>) -> T) -> T {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), "int x;\n".into());
    f(Builder::new(&db, file))
}

#[test]
fn operators() {
    with(|mut b| {
        let (max, one, zero) = (b.int(i32::MAX.into()), b.int(1), b.int(0));
        let sum = b.binary(Operator::Plus, max, one);
        assert_eq!(b.text(sum), "Int(-2147483648) warning 61");
        let quotient = b.binary(Operator::Divide, one, zero);
        assert_eq!(b.text(quotient), "not constant: [39]");
        let count = b.int(40);
        let shift = b.binary(Operator::ShiftLeft, one, count);
        assert_eq!(b.text(shift), "Int(0) warning 63");
        assert!(fold(b.db, &b.typed, quotient).is_none());
        let ty = b.ty(Builtin::UnsignedChar);
        let narrow = b.value(ExprKind::Convert(Conversion::Integral, max), ty);
        assert_eq!(b.text(narrow), "Int(255)");
    });
}

/// `({ int x[8]; for (int i = 0; i < 8; ++i) x[i] = i * i; x[6] + x[n]; })`
fn squares(b: &mut Builder<'_>, n: i128) -> ExprId {
    let int = b.int_ty();
    let array = Ty::new(b.db, TyKind::Array(int, Bound::Known(8)), Qualifiers::NONE);
    let (x, i) = (b.local(array), b.local(int));
    let zero = b.int(0);
    let declared = b.stmt(Stmt::Local(x, None));
    let counter = b.stmt(Stmt::Local(i, Some(zero)));
    let name = b.name(i);
    let value = b.load(name);
    let eight = b.int(8);
    let boolean = b.ty(Builtin::Bool);
    let condition = b.value(ExprKind::Binary(Operator::Less, value, eight), boolean);
    let step = b.expr(
        ExprKind::Step {
            increment: true,
            prefix: true,
            operand: name,
        },
        int,
        Category::Lvalue,
    );
    let index = |b: &mut Builder<'_>, e| {
        let name = b.name(x);
        let int = b.int_ty();
        b.expr(ExprKind::Index(name, e), int, Category::Lvalue)
    };
    let target = index(b, value);
    let square = b.binary(Operator::Multiply, value, value);
    let assignment = b.expr(
        ExprKind::Assign(target, square, false),
        int,
        Category::Lvalue,
    );
    let body = b.stmt(Stmt::Expr(assignment));
    let looping = b.stmt(Stmt::Loop {
        declaration: None,
        condition: Some(condition),
        step: Some(step),
        body,
        test_after: false,
        unroll: None,
    });
    let (six, n) = (b.int(6), b.int(n));
    let (first, second) = (index(b, six), index(b, n));
    let (first, second) = (b.load(first), b.load(second));
    let sum = b.binary(Operator::Plus, first, second);
    let last = b.stmt(Stmt::Expr(sum));
    let block = b.stmt(Stmt::Block([declared, counter, looping, last].into()));
    b.value(ExprKind::Statements(block), int)
}

#[test]
fn loops_and_arrays() {
    with(|mut b| {
        let e = squares(&mut b, 7);
        assert_eq!(b.text(e), "Int(85)");
    });
    with(|mut b| {
        let e = squares(&mut b, 8);
        assert_eq!(b.text(e), "not constant: [28, 2699]");
    });
    with(|mut b| {
        let e = squares(&mut b, -1);
        assert_eq!(b.text(e), "not constant: [28, 2692]");
    });
}

#[test]
fn no_end() {
    with(|mut b| {
        let body = b.stmt(Stmt::Empty);
        let looping = b.stmt(Stmt::Loop {
            declaration: None,
            condition: None,
            step: None,
            body,
            test_after: false,
            unroll: None,
        });
        let block = b.stmt(Stmt::Block([looping].into()));
        let int = b.int_ty();
        let e = b.value(ExprKind::Statements(block), int);
        assert_eq!(b.text(e), "not constant: [28, 2431]");
    });
}

#[test]
fn deep_nesting() {
    with(|mut b| {
        let one = b.int(1);
        let mut e = one;
        for _ in 0..20_000 {
            e = b.binary(Operator::Plus, e, one);
        }
        assert_eq!(b.text(e), "Int(20001)");
    });
}
