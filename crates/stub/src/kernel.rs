//! One kernel: the function that hands its arguments to the runtime, and the kernel's name as the host calls it.

use cleave_base_db::{Db, StubLinkage};
use cleave_names::decl::Spec;
use cleave_needed::{Emitted, symbols};
use cleave_typing::class::layout;
use cleave_typing::display::{self, arguments_outside, declared_outside, name_outside};
use cleave_typing::eval::attribute_argument;
use cleave_typing::function::specialized::attributed;
use cleave_typing::function::{definition, redeclarations, signature};
use cleave_typing::{Arg, Entity, Ty, TyKind};

use crate::{Cx, place};

/// What the host knows of a kernel.
pub(crate) struct Kernel<'db> {
    entity: Entity<'db>,
    /// The linker's name, which the device half has.
    pub(crate) symbol: String,
    /// The name of the function that launches it.
    launcher: String,
    /// The storage class and attributes of that function, with a blank behind.
    linkage: String,
    /// Its qualified name in C++, with template arguments.
    pub(crate) name: String,
    /// The type of a pointer to it.
    pub(crate) pointer: String,
    /// The greatest number of threads in a block, by `__launch_bounds__`; none where that is not said.
    pub(crate) threads: Option<u32>,
    parameters: Vec<Parameter>,
}

/// A parameter.
struct Parameter {
    /// As the launching function declares it: classes by reference, references as pointers.
    passed: Declarator,
    /// As the kernel declares it.
    declared: Declarator,
    /// As the wrapper of a kernel template declares it: by reference.
    wrapped: Declarator,
    /// What the launching function gets of the kernel's parameter.
    from_kernel: Declarator,
    /// What it gets of the wrapper's.
    from_wrapper: Declarator,
    /// The launching function has it by reference.
    by_reference: bool,
    /// Where it lies among the arguments, in bytes.
    offset: u64,
}

/// A declaration or expression that is spelled before its name is known.
struct Declarator(String);

/// Stands for the name.
const NAME: &str = "__cleave_name";

impl Declarator {
    fn with(&self, name: &str) -> String {
        self.0.replace(NAME, name)
    }
}

impl<'db> Kernel<'db> {
    /// A kernel; nothing for one that no host code can launch, since a type that it is an instance for is local to a function.
    ///
    /// # Errors
    /// Its linker's name, if the host compiler has no name for something in its type or arguments; its name in the source, if the
    /// linker's is not known.
    pub(crate) fn new(
        cx: &Cx<'_, 'db>,
        entity: Entity<'db>,
    ) -> Result<Option<Kernel<'db>>, String> {
        let db = cx.db;
        let arguments = entity.env(db).map_or(&[][..], |env| env.args(db));
        if arguments.iter().any(|arg| is_local(db, arg, 0)) {
            return Ok(None);
        }
        let names = symbols(db, Emitted::of(db, entity), &cx.naming);
        let Some(symbol) = names.into_iter().next_back() else {
            return Err(display::qualified_name(db, entity));
        };
        Kernel::spelled(cx, entity, &symbol).map(Some).ok_or(symbol)
    }

    fn spelled(cx: &Cx<'_, 'db>, entity: Entity<'db>, symbol: &str) -> Option<Kernel<'db>> {
        let db = cx.db;
        let sig = signature(db, entity)?;
        let mut offset = 0;
        let (mut parameters, mut types) = (Vec::new(), Vec::new());
        for &ty in &sig.declared {
            let (size, align) = match ty.is_reference(db) {
                true => (8, 8),
                false => {
                    let layout = layout(db, ty.decayed(db))?;
                    (layout.size, layout.align.max(1))
                }
            };
            offset = u64::next_multiple_of(offset, align);
            types.push(declared_outside(db, ty, "", &cx.outside)?);
            parameters.push(Parameter::new(cx, ty, offset)?);
            offset += size;
        }
        let name = name_outside(db, entity, &cx.outside)?;
        let list = match types.is_empty() {
            true => "void".to_owned(),
            false => types.join(", "),
        };
        Some(Kernel {
            entity,
            symbol: symbol.to_owned(),
            launcher: format!("__device_stub_{}", cx.naming.plain(db, entity)?),
            linkage: linkage(cx, entity),
            name: name.strip_prefix("::").unwrap_or(&name).to_owned(),
            pointer: format!("void ( *)({list})"),
            threads: threads(cx, entity),
            parameters,
        })
    }

    /// The declaration of the launching function.
    pub(crate) fn declaration(&self) -> String {
        let storage = match self.linkage.contains("static") {
            true => "",
            false => "extern ",
        };
        format!(
            "{storage}{}void {}({});\n",
            self.linkage,
            self.launcher,
            self.list(|p, _| p.passed.with(""))
        )
    }

    /// The launching function, and the kernel that calls it.
    pub(crate) fn definition(&self, cx: &Cx<'_, 'db>) -> String {
        let passed = self.list(|p, i| p.passed.with(&format!("__par{i}")));
        let mut body = format!("__cudaLaunchPrologue({});", self.parameters.len().max(1));
        for (i, p) in self.parameters.iter().enumerate() {
            let call = match p.by_reference {
                true => "__cudaSetupArg",
                false => "__cudaSetupArgSimple",
            };
            body += &format!("{call}(__par{i}, {}UL);", p.offset);
        }
        body += &format!(
            "__cudaLaunch(((char *)(({}){})), 0U);",
            self.pointer, self.name
        );
        let launcher = format!(
            "{}void {}({passed}){{{body}}}\n",
            self.linkage, self.launcher
        );
        launcher + &self.kernel(cx)
    }

    /// The kernel itself, which the host half declares, or the specialisation of a kernel template's wrapper.
    fn kernel(&self, cx: &Cx<'_, 'db>) -> String {
        let db = cx.db;
        let is_template = self.entity.env(db).is_some();
        let handed: Vec<String> = (self.parameters.iter().enumerate())
            .map(|(i, p)| match is_template {
                true => p.from_wrapper.with(&format!("__cuda_{i}")),
                false => p.from_kernel.with(&format!("__cuda_{i}")),
            })
            .collect();
        let call = format!("{{{}({});}}", self.launcher, handed.join(","));
        if !is_template {
            let storage = match is_static(cx, self.entity) {
                true => "static ",
                false => "",
            };
            let list = self.list(|p, i| p.declared.with(&format!("__cuda_{i}")));
            let text = format!("{storage}void {}({list})", self.name);
            return match place::of(db, self.entity) {
                Some((file, line)) => format!(
                    "# {line} \"{file}\"\n{text}\n# {line} \"{file}\"\n{call}\n# 1 \"{}\"\n",
                    cx.files.stub
                ),
                None => format!("{text}\n{call}\n"),
            };
        }
        let list = self.list(|p, i| p.wrapped.with(&format!("__cuda_{i}")));
        let scopes = place::namespaces(db, self.entity, cx.outside.unnamed_namespace());
        let arguments = (self.entity.env(db))
            .and_then(|env| arguments_outside(db, env.args(db), &cx.outside))
            .unwrap_or_default();
        let name = self.entity.decl(db).ident(db);
        let open: String = scopes
            .iter()
            .map(|s| format!("namespace {s}{{\n"))
            .collect();
        format!(
            "{open}template<> __specialization_static void __wrapper__device_stub_{name}{arguments}({list}){call}{}\n",
            "}".repeat(scopes.len())
        )
    }

    fn list(&self, one: impl Fn(&Parameter, usize) -> String) -> String {
        if self.parameters.is_empty() {
            return "void".to_owned();
        }
        let all = self.parameters.iter().enumerate();
        all.map(|(i, p)| one(p, i)).collect::<Vec<_>>().join(",")
    }
}

impl Parameter {
    fn new<'db>(cx: &Cx<'_, 'db>, ty: Ty<'db>, offset: u64) -> Option<Parameter> {
        let db = cx.db;
        let spell = |ty: Ty<'db>| declared_outside(db, ty, NAME, &cx.outside);
        let plain = ty.decayed(db).unqualified(db);
        let referent = ty.is_reference(db).then(|| ty.strip_reference(db));
        let by_reference = referent.is_none()
            && (plain.is_class(db) || matches!(plain.kind(db), TyKind::MemberPointer { .. }));
        let passed = match referent {
            Some(referent) => spell(referent.pointer(db))?,
            None if by_reference => spell(ty.lvalue_reference(db))?,
            None if plain.is_nullptr(db) => format!("void *{NAME}"),
            None => spell(plain)?,
        };
        // Arrays are pointers and references what they are in both.
        let wrapped = match referent.is_some() || ty.is_array(db) {
            true => spell(ty)?,
            false => spell(ty.lvalue_reference(db))?,
        };
        let cast = |ty: Ty<'db>| {
            let target = declared_outside(db, ty.lvalue_reference(db), "", &cx.outside)?;
            Some(format!("({target}){NAME}"))
        };
        let (from_kernel, from_wrapper) = match referent {
            Some(referent) => (
                format!("__cudaAddressOf({NAME})"),
                format!("__cudaAddressOf({})", cast(referent)?),
            ),
            None if ty.is_array(db) => (NAME.to_owned(), NAME.to_owned()),
            None => (NAME.to_owned(), cast(plain)?),
        };
        Some(Parameter {
            passed: Declarator(passed),
            declared: Declarator(spell(ty)?),
            wrapped: Declarator(wrapped),
            from_kernel: Declarator(from_kernel),
            from_wrapper: Declarator(from_wrapper),
            by_reference,
            offset,
        })
    }
}

/// What `__launch_bounds__` says of the threads in a block: the last one counts, and a negative number says nothing. An explicit
/// specialisation has what its template says.
fn threads<'db>(cx: &Cx<'_, 'db>, entity: Entity<'db>) -> Option<u32> {
    let db = cx.db;
    let mut out = None;
    for declared in attributed(db, entity) {
        let Some(hir) = declared.hir(db) else {
            continue;
        };
        let bounds = (hir.attrs.iter()).filter(|a| a.name.as_str() == "launch_bounds");
        for argument in bounds.filter_map(|a| a.args.first()) {
            out = attribute_argument(db, declared, *argument)
                .integer()
                .or(out);
        }
    }
    out.and_then(|n| u32::try_from(n).ok())
}

/// How deep types and arguments hold each other.
const DEPTH: u32 = 64;

/// Whether an argument mentions a class that a function declares.
fn is_local<'db>(db: &'db dyn Db, arg: &Arg<'db>, depth: u32) -> bool {
    let arguments = |entity: Entity<'db>| {
        let args = entity.env(db).map_or(&[][..], |env| env.args(db));
        entity.decl(db).code(db).body.is_some()
            || args.iter().any(|arg| is_local(db, arg, depth + 1))
    };
    let mut ty = match arg {
        Arg::Type(ty) if depth < DEPTH => *ty,
        Arg::Pack(all) => return all.iter().any(|arg| is_local(db, arg, depth + 1)),
        _ => return false,
    };
    for _ in 0..DEPTH {
        ty = match *ty.kind(db) {
            TyKind::Pointer(to)
            | TyKind::LvalueReference(to)
            | TyKind::RvalueReference(to)
            | TyKind::Array(to, _) => to,
            TyKind::Class(entity) | TyKind::Enum(entity) => return arguments(entity),
            _ => return false,
        };
    }
    false
}

/// Whether a kernel is declared `static`.
fn is_static<'db>(cx: &Cx<'_, 'db>, entity: Entity<'db>) -> bool {
    let all = redeclarations(cx.db, entity.decl(cx.db));
    let says = |h: &cleave_hir::Decl| h.spec.any(Spec::STATIC);
    all.iter().filter_map(|d| d.hir(cx.db)).any(says)
        || definition(cx.db, entity)
            .and_then(|d| d.hir(cx.db))
            .is_some_and(says)
}

/// The storage class and visibility of the function that launches a kernel.
fn linkage<'db>(cx: &Cx<'_, 'db>, entity: Entity<'db>) -> String {
    let settings = cx.options.settings(cx.db);
    let of_template = entity.env(cx.db).is_some() && settings.stub_linkage == StubLinkage::Static;
    if is_static(cx, entity) || of_template {
        return "static ".to_owned();
    }
    match settings.hidden_visibility {
        true => "__attribute__((visibility(\"hidden\"))) ".to_owned(),
        false => String::new(),
    }
}
