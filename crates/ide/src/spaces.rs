//! Where functions and variables are, and why: the chain of uses that brings code to the device, what a kernel takes and asks for.

use cleave_base_db::{Db, SourceFile};
use cleave_cuda::{ExecutionSpace, MemorySpace, execution_space, memory_space};
use cleave_hir::{Expr, Literal};
use cleave_names::{is_of_user, item_id_of_node, user_items};
use cleave_needed::edges::used_by;
use cleave_needed::roots::roots;
use cleave_needed::{Emitted, needed};
use cleave_typing::class::layout::layout;
use cleave_typing::function::{canonical, redeclarations, signature};
use cleave_typing::thir::ExprKind;
use cleave_typing::{CodeRef, Entity, check, display, program};

use rustc_hash::FxHashSet;

use crate::analysis::Analysis;

/// How many functions of a chain are named.
const CHAIN: usize = 8;
/// How many functions and variables of the user's own are gone through for one.
const OWN: usize = 50_000;

impl Analysis {
    pub(crate) fn space_of(&self, function: Entity<'_>) -> ExecutionSpace {
        let extended = self.options.settings(&self.db).extended_lambda;
        execution_space(&self.db, function, extended)
    }

    pub(crate) fn memory_of(&self, variable: Entity<'_>) -> MemorySpace {
        memory_space(&self.db, variable)
    }

    /// Why a function is compiled: what asked for it, up to something that is compiled whoever uses it.
    pub(crate) fn chain_of<'db>(&'db self, function: Entity<'db>) -> Vec<String> {
        let db = &self.db;
        let chain = match self.chain_in_own_code(function) {
            Some(chain) => chain,
            None => self.chain_in_unit(function),
        };
        let names = chain.iter().filter_map(|what| what.entity());
        names
            .take(CHAIN)
            .map(|e| {
                format!(
                    "{} {}",
                    self.space_of(e).name(),
                    display::function_text(db, e, false)
                )
            })
            .collect()
    }

    /// The chain by the user's own code alone, if there is one: libraries need not be gone through for it.
    fn chain_in_own_code<'db>(&'db self, function: Entity<'db>) -> Option<Vec<Emitted<'db>>> {
        let db = &self.db;
        let wanted = Emitted::of(db, function);
        let decl = canonical(db, function.decl(db));
        let is_it = |what: Emitted<'db>| {
            let instance =
                |e: Entity<'db>| canonical(db, e.decl(db)) == decl && e.env(db).is_some();
            what == wanted || function.env(db).is_none() && what.entity().is_some_and(instance)
        };
        let mut own = OwnCode::default();
        for &node in user_items(db, self.file) {
            let roots = roots(db, item_id_of_node(db, node));
            for &root in roots.all.iter().chain(&roots.named) {
                own.add(db, root, None);
            }
        }
        let at = own.walk(db, self.file, is_it)?;
        let by = |&at: &usize| own.all[at].1;
        let chain = std::iter::successors(Some(at), by);
        Some(chain.map(|at| own.all[at].0).collect())
    }

    /// The chain by all that the unit needs.
    fn chain_in_unit<'db>(&'db self, function: Entity<'db>) -> Vec<Emitted<'db>> {
        let db = &self.db;
        let all = needed(db, self.file);
        let mut what = Emitted::of(db, function);
        if all.number(what).is_none() {
            // A template: the first instance of it.
            let decl = canonical(db, function.decl(db));
            let same = |e: Entity<'db>| canonical(db, e.decl(db)) == decl;
            let instance = all.all.iter().find(|n| n.what.entity().is_some_and(same));
            let Some(instance) = instance else {
                return Vec::new();
            };
            what = instance.what;
        }
        all.chain(what).iter().map(|need| need.what).collect()
    }

    /// The instances that the user's own code makes of templates: what its functions use, whether somebody calls them or not, and what
    /// instances use in turn. What libraries make of it is not among them: all of their code would have to be gone through.
    pub(crate) fn own_instances<'db>(&'db self) -> Vec<Entity<'db>> {
        let db = &self.db;
        let mut own = OwnCode::default();
        for &node in user_items(db, self.file) {
            let item = item_id_of_node(db, node);
            let roots = roots(db, item);
            let named = roots.named.iter().chain(&roots.instances);
            for &root in roots.all.iter().chain(named) {
                own.add(db, root, None);
            }
            for entity in program::bodies(db, item) {
                if display::template_depth(db, entity) == 0 {
                    own.add(db, Emitted::of(db, entity), None);
                    own.add_closures(db, entity);
                }
            }
        }
        own.walk(db, self.file, |_| false);
        let all = own.all.iter().filter_map(|(what, _)| what.entity());
        all.filter(|e| e.env(db).is_some()).collect()
    }

    /// Those of a template.
    pub(crate) fn instances<'db>(&'db self, template: Entity<'db>) -> Vec<Entity<'db>> {
        let db = &self.db;
        let decl = canonical(db, template.decl(db));
        let mut all = self.own_instances();
        all.retain(|e| canonical(db, e.decl(db)) == decl);
        all
    }

    /// What the code of a function brings to the device half: how many functions and variables.
    pub(crate) fn drags_in(&self, function: Entity<'_>) -> (usize, usize) {
        let db = &self.db;
        let mut seen = vec![Emitted::of(db, function)];
        let mut known: rustc_hash::FxHashSet<Emitted<'_>> = seen.iter().copied().collect();
        let mut next = 0;
        while let Some(&what) = seen.get(next).filter(|_| next < 100_000) {
            next += 1;
            for &used in cleave_needed::edges::used_by(db, self.file, what) {
                let used = used.to;
                if known.insert(used) {
                    seen.push(used);
                }
            }
        }
        let functions = seen.iter().filter(|e| e.is_function()).count();
        (functions - 1, seen.len() - functions)
    }

    /// The bytes of a kernel's parameters, as far as their types are known.
    pub(crate) fn parameter_bytes(&self, kernel: Entity<'_>) -> Option<u64> {
        let db = &self.db;
        let mut at = 0u64;
        for ty in &signature(db, kernel)?.declared {
            let (size, align) = match ty.is_reference(db) {
                true => (8, 8),
                false => {
                    let layout = layout(db, *ty)?;
                    (layout.size, layout.align.max(1))
                }
            };
            at = at.next_multiple_of(align) + size;
        }
        Some(at)
    }

    /// The launch bounds of a kernel as they are written, where they are numbers.
    pub(crate) fn launch_bounds(&self, kernel: Entity<'_>) -> Vec<String> {
        let db = &self.db;
        let mut out = Vec::new();
        for decl in redeclarations(db, canonical(db, kernel.decl(db))) {
            let (Some(hir), Some(code)) = (decl.hir(db), decl.code(db).code(db)) else {
                continue;
            };
            for attr in &hir.attrs {
                let name = attr.name.as_str();
                if !matches!(
                    name,
                    "launch_bounds" | "maxnreg" | "cluster_dims" | "block_size"
                ) {
                    continue;
                }
                let args: Vec<String> = (attr.args.iter())
                    .map(|&arg| match &code[arg] {
                        Expr::Literal(Literal::Int { value, .. }) => value.to_string(),
                        _ => self.value_text(decl.code(db), arg).unwrap_or("…".into()),
                    })
                    .collect();
                let text = format!("__{name}__({})", args.join(", "));
                if !out.contains(&text) {
                    out.push(text);
                }
            }
        }
        out
    }

    fn value_text(&self, code: CodeRef<'_>, expr: cleave_hir::ExprId) -> Option<String> {
        let db = &self.db;
        let hir = code.code(db)?;
        // A name alone, which is what stands there mostly.
        let Expr::Path(path) = &hir[expr] else {
            return None;
        };
        Some(path.name.ident()?.as_str().to_owned())
    }
}

/// What is reached by the user's own code, each with the number of what asked for it.
#[derive(Default)]
struct OwnCode<'db> {
    all: Vec<(Emitted<'db>, Option<usize>)>,
    known: FxHashSet<Emitted<'db>>,
}

impl<'db> OwnCode<'db> {
    fn add(&mut self, db: &'db dyn Db, what: Emitted<'db>, by: Option<usize>) {
        let is_own = |e: Entity<'db>| is_of_user(db, e.decl(db).code(db).item);
        if what.entity().is_some_and(is_own) && self.known.insert(what) {
            self.all.push((what, by));
        }
    }

    /// Adds the call operators of the lambdas in a function: whoever calls them.
    fn add_closures(&mut self, db: &'db dyn Db, function: Entity<'db>) {
        let Some(typed) = check::body(db, function) else {
            return;
        };
        for expr in &typed.exprs {
            if let ExprKind::Lambda(closure, _) = &expr.kind {
                let operator = closure.operator(db);
                if !operator.is_template(db) {
                    self.add(db, Emitted::of(db, operator), None);
                }
            }
        }
    }

    /// Adds what it uses, up to something that is wanted: the number of that.
    fn walk(
        &mut self,
        db: &'db dyn Db,
        file: SourceFile,
        is_it: impl Fn(Emitted<'db>) -> bool,
    ) -> Option<usize> {
        let mut next = 0;
        while let Some(&(what, _)) = self.all.get(next).filter(|_| next < OWN) {
            if is_it(what) {
                return Some(next);
            }
            for used in used_by(db, file, what) {
                if used.runs {
                    self.add(db, used.to, Some(next));
                }
            }
            next += 1;
        }
        None
    }
}
