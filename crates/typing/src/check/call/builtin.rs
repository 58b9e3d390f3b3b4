//! Calls of the compiler's builtin functions, and names that only the compiler knows.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::ExprId;
use cleave_lang::{Builtin, Operator, Qualifiers};
use cleave_names::ItemId;

use crate::check::call::builtin_table::{FLOATING, PLAIN};
use crate::check::call::device_table::OF_DEVICE as TABLE_OF_DEVICE;
use crate::check::init::{Mode, Purpose};
use crate::thir::{self, Category, ExprKind};
use crate::{Bound, Context, FnTy, Site, Ty, TyKind};

/// A signature of the table for a name, and its family's floating type.
fn find(name: &str) -> Option<(&'static str, Builtin)> {
    if let Some((_, signature)) = PLAIN.iter().find(|(n, _)| *n == name) {
        return Some((signature, Builtin::Double));
    }
    let family = |stem: &str| {
        FLOATING
            .iter()
            .find(|(_, names)| names.split_whitespace().any(|n| n == stem))
            .map(|(s, _)| *s)
    };
    if let Some(s) = family(name) {
        return Some((s, Builtin::Double));
    }
    for (suffix, ty) in [
        ("f", Builtin::Float),
        ("l", Builtin::LongDouble),
        ("f128", Builtin::Float128),
        ("f16", Builtin::Float16),
        ("f32", Builtin::Float32),
        ("f64", Builtin::Float64),
        ("f32x", Builtin::Float32x),
        ("f64x", Builtin::Float64x),
    ] {
        if let Some(stem) = name.strip_suffix(suffix)
            && let Some(s) = family(stem)
        {
            return Some((s, ty));
        }
    }
    None
}

/// The signature of a function of the device compiler.
fn of_device(name: &str) -> Option<&'static str> {
    let mut rows = TABLE_OF_DEVICE.iter();
    // They are asked for by names that nothing declares.
    rows.find_map(|(signature, names)| {
        let mut names = names.split_ascii_whitespace();
        names.any(|n| n == name).then_some(*signature)
    })
}

/// Whether a name is a builtin's that only another compiler has than the one which the code is for.
pub(crate) fn is_of_another(db: &dyn Db, item: ItemId<'_>, name: &str) -> bool {
    cleave_syntax::is_of_clang(name) && !item.file(db).dialect(db).clang
}

/// Names that the compiler takes for its own, whether or not their types are in the table.
fn is_reserved(name: &str) -> bool {
    if name.starts_with("__builtin_") {
        return cleave_syntax::is_builtin(name);
    }
    cleave_syntax::is_atomic_or_nv(name)
        || of_device(name).is_some()
        || ["__wgmma_mma_async_", "__is_", "__has_"]
            .iter()
            .any(|p| name.starts_with(p))
}

/// What the names of the atomic functions of the device begin with.
const OF_DEVICE: &str = "__nv_atomic_";

/// The memory orders and the thread scopes of the device, in the order of their values.
const ENUMERATED: [&[&str]; 2] = [
    &[
        "__NV_ATOMIC_RELAXED",
        "__NV_ATOMIC_CONSUME",
        "__NV_ATOMIC_ACQUIRE",
        "__NV_ATOMIC_RELEASE",
        "__NV_ATOMIC_ACQ_REL",
        "__NV_ATOMIC_SEQ_CST",
    ],
    &[
        "__NV_THREAD_SCOPE_THREAD",
        "__NV_THREAD_SCOPE_BLOCK",
        "__NV_THREAD_SCOPE_CLUSTER",
        "__NV_THREAD_SCOPE_DEVICE",
        "__NV_THREAD_SCOPE_SYSTEM",
    ],
];

fn enumerated(name: &str) -> Option<i128> {
    let mut all = ENUMERATED.iter();
    let value = all.find_map(|names| names.iter().position(|n| *n == name))?;
    i128::try_from(value).ok()
}

impl<'db> Context<'db> {
    /// The next type of a signature; none stands for an argument of any type.
    fn coded(&self, codes: &mut std::str::Chars<'_>, family: Builtin) -> Option<Ty<'db>> {
        let db = self.db;
        let code = codes.next()?;
        if let '*' | '^' = code {
            let to = self.coded(codes, family)?;
            return Some(match code {
                '^' => to.qualified(db, Qualifiers::CONST).pointer(db),
                _ => to.pointer(db),
            });
        }
        let constant = |b| self.builtin(b).qualified(db, Qualifiers::CONST).pointer(db);
        let b = match code {
            'v' => Builtin::Void,
            'b' => Builtin::Bool,
            'c' => Builtin::Char,
            'i' => Builtin::Int,
            'u' => Builtin::UnsignedInt,
            'l' => Builtin::Long,
            'z' => crate::ty::classify::size_type(db),
            'L' => Builtin::LongLong,
            'Z' => Builtin::UnsignedLongLong,
            'n' => Builtin::UnsignedInt128,
            's' => Builtin::UnsignedShort,
            'h' => Builtin::Short,
            'a' => Builtin::SignedChar,
            'C' => Builtin::UnsignedChar,
            'q' => Builtin::UnsignedLong,
            'f' => Builtin::Float,
            'd' => Builtin::Double,
            'e' => Builtin::LongDouble,
            'F' => family,
            'p' => return Some(self.builtin(Builtin::Void).pointer(db)),
            'P' => return Some(constant(Builtin::Void)),
            't' => return Some(self.builtin(Builtin::Char).pointer(db)),
            'T' => return Some(constant(Builtin::Char)),
            'I' => return Some(self.builtin(Builtin::Int).pointer(db)),
            'G' => return Some(self.builtin(family).pointer(db)),
            _ => return None,
        };
        Some(self.builtin(b))
    }

    /// A call of a name that nothing declares; `None`: it is no builtin's.
    pub(crate) fn builtin_call(
        &mut self,
        name: &str,
        args: &'db [ExprId],
        site: Site<'db>,
    ) -> Option<thir::ExprId> {
        if !is_reserved(name) || is_of_another(self.db, self.code_ref.item, name) {
            return None;
        }
        let unevaluated = matches!(name, "__builtin_constant_p" | "__builtin_classify_type");
        let es = self.with_mode(
            |m| &mut m.unevaluated,
            self.modes.unevaluated || unevaluated,
            |cx| cx.arguments(args),
        );
        let Some(es) = es else {
            return Some(self.dependent_expr(site));
        };
        let known = match name.strip_prefix("__builtin_") {
            Some(short) => find(short),
            None => of_device(name).map(|signature| (signature, Builtin::Double)),
        };
        if es.iter().any(|&e| self.is_bad(e)) {
            // The result's type may be known all the same; its value depends.
            if let Some((signature, family)) = known
                && let Some(ty) = self.coded(&mut signature.chars(), family)
            {
                let dependent = es.iter().any(|&e| self.is_dependent(e));
                return Some(match dependent {
                    true => self.dependent_of(ty, Category::Prvalue, site),
                    false => {
                        self.unknown = true;
                        self.push(ExprKind::Error, ty, Category::Prvalue, site)
                    }
                });
            }
            return Some(self.infect(&es, site));
        }
        Some(match known {
            Some((signature, family)) => self.typed_builtin(name, signature, family, &es, site),
            None => self.special_builtin(name, &es, site),
        })
    }

    fn typed_builtin(
        &mut self,
        name: &str,
        signature: &str,
        family: Builtin,
        es: &[thir::ExprId],
        site: Site<'db>,
    ) -> thir::ExprId {
        let mut codes = signature.chars();
        let Some(ret) = self.coded(&mut codes, family) else {
            return self.error_expr(site);
        };
        let is_promoted = signature.ends_with('.');
        let variadic = is_promoted || signature.ends_with(':');
        let mut params = Vec::new();
        while !matches!(codes.as_str(), "" | "." | ":") {
            params.push(self.coded(&mut codes, family));
        }
        let fixed = params.len();
        let extra = es.get(fixed).copied().filter(|_| !variadic);
        if let Some(bad) = self.miscounted(es.len() < fixed, extra, site) {
            return bad;
        }
        let args = es
            .iter()
            .enumerate()
            .map(|(i, &e)| match params.get(i) {
                Some(Some(ty)) => self.initialize(*ty, e, Mode::Copy, Purpose::Argument),
                Some(None) => e,
                None if is_promoted => self.variadic(e),
                None => self.rvalue(e),
            })
            .collect();
        self.prvalue(ExprKind::Builtin(name.into(), args), ret, site)
    }

    /// `__builtin_source_location()`: the library's class for what it points to has four members.
    fn source_location(&mut self, site: Site<'db>) -> thir::ExprId {
        let db = self.db;
        let class = self.named_class(&["std", "source_location"], "__impl");
        let members = ["_M_column", "_M_file_name", "_M_function_name", "_M_line"];
        let fits = class
            .and_then(|c| crate::class::class_info(db, c))
            .is_some_and(|info| {
                let mut names: Vec<&str> = info.fields.iter().map(|f| &*f.name).collect();
                names.sort_unstable();
                names == members && info.bases.is_empty()
            });
        if !fits && !self.in_template() {
            return self.report(
                crate::Problem::new(codes::SOURCE_LOCATION_CLASS, site).at(crate::At::First),
            );
        }
        self.error_expr(site)
    }

    /// Builtins whose types depend on their arguments.
    fn special_builtin(
        &mut self,
        name: &str,
        es: &[thir::ExprId],
        site: Site<'db>,
    ) -> thir::ExprId {
        let db = self.db;
        let short = name.strip_prefix("__builtin_").unwrap_or(name);
        let kind = |args: &[thir::ExprId]| ExprKind::Builtin(name.into(), args.into());
        match (short, es) {
            ("source_location", []) => self.source_location(site),
            ("addressof", &[e]) if self.category(e) == crate::thir::Category::Prvalue => {
                let at = self.first_token(self.site_of(e));
                self.reject(codes::NOT_AN_LVALUE_OR_FUNCTION, at)
            }
            ("addressof", &[e]) => {
                let ty = self.ty(e).pointer(db);
                self.prvalue(ExprKind::Unary(Operator::AddressOf, e), ty, site)
            }
            ("launder", &[e]) => {
                let e = self.rvalue(e);
                let ty = self.ty(e);
                self.prvalue(kind(&[e]), ty, site)
            }
            ("add_overflow" | "sub_overflow" | "mul_overflow", &[a, b, c]) => {
                let args = [self.rvalue(a), self.rvalue(b), self.rvalue(c)];
                let ty = self.builtin(Builtin::Bool);
                self.prvalue(kind(&args), ty, site)
            }
            ("add_overflow_p" | "sub_overflow_p" | "mul_overflow_p", &[a, b, c]) => {
                let args = [self.rvalue(a), self.rvalue(b), self.rvalue(c)];
                let ty = self.builtin(Builtin::Bool);
                self.prvalue(kind(&args), ty, site)
            }
            ("complex", &[a, b]) => {
                let (a, b) = (self.rvalue(a), self.rvalue(b));
                match self.ty(a).as_builtin(db) {
                    Some(part) => {
                        let ty = Ty::of(db, TyKind::Complex(part));
                        self.prvalue(kind(&[a, b]), ty, site)
                    }
                    None => self.error_expr(site),
                }
            }
            (_, args) if short.ends_with("_overflow") && args.len() == 3 => {
                let args: Vec<thir::ExprId> = args.iter().map(|&e| self.rvalue(e)).collect();
                let ty = self.builtin(Builtin::Bool);
                self.prvalue(kind(&args), ty, site)
            }
            _ => self.atomic_builtin(name, es, site),
        }
    }

    /// `__atomic_*`, `__sync_*`: most give the type that their first argument points to.
    fn atomic_builtin(&mut self, name: &str, es: &[thir::ExprId], site: Site<'db>) -> thir::ExprId {
        let db = self.db;
        let args = |cx: &mut Self| -> Vec<_> { es.iter().map(|&e| cx.rvalue(e)).collect() };
        if name.starts_with("__wgmma_mma_async_") {
            let kind = ExprKind::Builtin(name.into(), args(self).into());
            let void = self.builtin(Builtin::Void);
            return self.prvalue(kind, void, site);
        }
        let rest = ["__atomic_", "__sync_", OF_DEVICE]
            .iter()
            .find_map(|p| name.strip_prefix(p));
        let Some(rest) = rest else {
            return self.error_expr(site);
        };
        let args = args(self);
        let pointee = args.first().and_then(|&e| self.ty(e).pointee(db));
        let value = rest.contains("fetch") || rest.ends_with("_n") && !rest.starts_with("store");
        let ty = if matches!(rest, "bool_compare_and_swap" | "test_and_set")
            || rest.contains("compare_exchange")
            || rest.ends_with("lock_free")
        {
            Some(self.builtin(Builtin::Bool))
        } else if value || matches!(rest, "val_compare_and_swap" | "lock_test_and_set") {
            pointee.map(|t| t.unqualified(db))
        } else {
            Some(self.builtin(Builtin::Void))
        };
        // A call of one of the device's that its object does not suit gives nothing.
        let unfit = name.starts_with(OF_DEVICE)
            && value
            && pointee.is_some_and(|object| self.is_unfit(rest, object.unqualified(db)));
        let ty = match unfit {
            true => Some(self.builtin(Builtin::Void)),
            false => ty,
        };
        match ty {
            Some(ty) => self.prvalue(ExprKind::Builtin(name.into(), args.into()), ty, site),
            // Whoever knows these functions says what is wrong with their arguments.
            None if name.starts_with(OF_DEVICE) => {
                self.unknown = true;
                let kind = ExprKind::Builtin(name.into(), args.into());
                self.prvalue(kind, Ty::error(db), site)
            }
            None => self.error_expr(site),
        }
    }

    /// Whether an atomic function of the device certainly does not work on an object of a type.
    fn is_unfit(&self, name: &str, object: Ty<'db>) -> bool {
        let db = self.db;
        if object.is_unknown(db) || object.is_dependent(db) {
            return false;
        }
        let floating = object.is_floating(db);
        let integral = object.is_integral(db) || object.is_enum(db);
        let size = crate::class::layout::size_of(db, object);
        match name {
            _ if name.ends_with("_n") && (floating || object.is_pointer(db)) => true,
            "exchange_n" => matches!(size, Some(1 | 2)),
            "fetch_and" | "fetch_or" | "fetch_xor" if floating => true,
            _ => name.starts_with("fetch_") && integral && matches!(size, Some(1 | 2)),
        }
    }

    /// A name that nothing declares and that the compiler knows: `__func__` and its kin.
    pub(crate) fn builtin_name(&mut self, name: &str, site: Site<'db>) -> Option<thir::ExprId> {
        let db = self.db;
        match name {
            "__func__" | "__FUNCTION__" => {
                let text = match self.owner.decl(db).closure(db) {
                    Some(_) => "operator()".to_owned(),
                    None => self
                        .owner
                        .hir(db)
                        .and_then(|d| d.name.ident())
                        .map_or_else(String::new, |n| n.as_str().to_owned()),
                };
                let units: Vec<u32> = text.bytes().map(u32::from).collect();
                Some(self.string(&units, Builtin::Char, site))
            }
            "__PRETTY_FUNCTION__" => Some(match self.in_template() {
                true => self.dependent_expr(site),
                false => self.unknown_text(site),
            }),
            // Their parameters are nobody's to see: `void (...)`.
            _ if name.starts_with(OF_DEVICE) => {
                let ty = Ty::of(
                    db,
                    TyKind::Function(FnTy {
                        ret: self.builtin(Builtin::Void),
                        params: Box::default(),
                        variadic: true,
                        quals: Qualifiers::NONE,
                        ref_qualifier: None,
                        noexcept: false,
                        noexcept_param: None,
                    }),
                );
                let kind = ExprKind::Builtin(name.into(), Box::default());
                Some(self.push(kind, ty, Category::Lvalue, site))
            }
            _ if is_reserved(name) && !is_of_another(self.db, self.code_ref.item, name) => {
                Some(self.error_expr(site))
            }
            _ => enumerated(name).map(|value| self.int(Builtin::Int, value, site)),
        }
    }

    /// An array of characters whose number is not known: how the reference spells a function's signature is not.
    fn unknown_text(&mut self, site: Site<'db>) -> thir::ExprId {
        let db = self.db;
        let ty = (self.builtin(Builtin::Char))
            .qualified(db, Qualifiers::CONST)
            .array(db, Bound::Variable);
        let kind = ExprKind::Builtin("__PRETTY_FUNCTION__".into(), Box::default());
        self.push(kind, ty, Category::Lvalue, site)
    }

    /// A `bool` that a trait or the like yields, or its unknown value.
    pub(crate) fn truth(
        &mut self,
        value: Option<bool>,
        dependent: bool,
        site: Site<'db>,
    ) -> thir::ExprId {
        match value {
            Some(value) => self.bool(value, site),
            None => {
                let ty = self.builtin(Builtin::Bool);
                match dependent {
                    true => self.dependent_of(ty, Category::Prvalue, site),
                    false => {
                        self.unknown = true;
                        self.push(ExprKind::Error, ty, Category::Prvalue, site)
                    }
                }
            }
        }
    }
}
