//! Code of the user's that no device compiler emits: the bodies of functions of the host, and the whole of those that nothing else
//! can find by name.
//!
//! Whatever could make a difference is kept: what is constexpr, what has its type from its body, what declares types or closures,
//! whatever is annotated or mentions a pragma. The body of a template of the host is left out where nothing but such bodies can name
//! it: then all its instances are known, and what they instantiate counts in its place.

use std::ops::Range;

use cleave_base_db::{Db, SourceFile};
use cleave_cuda::annotations;
use cleave_hir::{
    BodyRoot, Decl, DeclId, DeclKind, Function, body_hir, body_spans, body_start, item_hir,
    item_spans,
};
use cleave_names::decl::{Body, Spec};
use cleave_names::{ItemId, ScannedItem, item_id, part_items, user_items};
use cleave_syntax::lexer::{Lexed, meaningful_ranges};
use cleave_syntax::skeleton::{Flags, ItemKind};
use cleave_typing::function::{definition, signature};
use cleave_typing::{CodeRef, DeclRef, Entity, linkage};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::mentioned::Mentions;
use crate::text::parts;
use crate::uses::{Uses, uses};

/// What is left out of a text.
#[derive(Debug, Default)]
pub(crate) struct Omitted<'db> {
    /// In source order; none lies in another.
    pub(crate) gaps: Vec<Gap<'db>>,
    /// What the instances of templates instantiate whose bodies are left out.
    pub(crate) instances: Vec<u8>,
    /// The functions whose bodies count, and why, but for what is annotated for the device.
    pub(crate) kept: Vec<(Entity<'db>, Kept)>,
}

/// Why the body of a function of the host counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is constexpr, or its type follows from its body.
    Constant,
    /// It has this word: it may declare types, or have code of the device.
    Word(String),
    /// It holds a lambda.
    Closure,
    /// It is not understood, or something is wrong with it.
    NotUnderstood,
    /// It is a template that can be named elsewhere.
    Template,
}

/// A stretch of a text that is left out.
#[derive(Debug)]
pub(crate) struct Gap<'db> {
    pub(crate) range: Range<usize>,
    /// It is a declaration that nothing else finds: where it stands does not count.
    pub(crate) is_whole: bool,
    /// What it makes the compiler instantiate.
    pub(crate) uses: Uses<'db>,
}

/// A function of the host that may be left out.
pub(crate) struct Candidate<'db> {
    entity: Entity<'db>,
    /// Its body; empty for what has none.
    pub(crate) body: Range<usize>,
    /// The declaration, if it can be left out as a whole.
    whole: Option<Range<usize>>,
    /// Its name where the declaration spells it, if nothing but its name finds it.
    pub(crate) name: Option<(Range<usize>, &'db str)>,
    is_template: bool,
}

/// Words that keep a body: it may hold code of the device, or declare what has a linker name.
const KEEPING: [&str; 8] = [
    "class", "struct", "union", "enum", "asm", "__asm__", "__asm", "_Pragma",
];

/// Names that the language looks up without that anybody writes them ([stmt.ranged]/1, [dcl.struct.bind]/4, [dcl.fct.def.coroutine],
/// [expr.await]/3).
const IMPLICIT: [&str; 16] = [
    "begin",
    "end",
    "get",
    "await_ready",
    "await_resume",
    "await_suspend",
    "await_transform",
    "final_suspend",
    "get_return_object",
    "get_return_object_on_allocation_failure",
    "initial_suspend",
    "promise_type",
    "return_value",
    "return_void",
    "unhandled_exception",
    "yield_value",
];

/// What is left out of a text.
pub(crate) fn omitted<'db>(db: &'db dyn Db, file: SourceFile, text: &'db str) -> Omitted<'db> {
    let own: FxHashSet<u32> = (user_items(db, file).iter())
        .map(|node| node.index(db))
        .collect();
    let (mut candidates, mut kept) = (Vec::new(), Vec::new());
    for (base, placed) in parts(db, file) {
        for scanned in part_items(db, placed).filter(|scanned| own.contains(&scanned.index)) {
            let place = (text, base);
            candidates_of(db, file, place, &scanned, &mut candidates, &mut kept);
        }
    }
    // What the plain ones instantiate; those that are not understood are none.
    let mut known: Vec<(Candidate<'db>, Uses<'db>)> = Vec::new();
    let mut templates = Vec::new();
    for candidate in candidates {
        if candidate.is_template {
            templates.push(candidate);
        } else if candidate.body.is_empty() {
            known.push((candidate, Uses::default()));
        } else {
            match uses(db, file, candidate.entity) {
                Ok(uses) => known.push((candidate, uses)),
                Err(why) => kept.push((candidate.entity, why)),
            }
        }
    }
    let mut left = Left {
        known,
        templates,
        kept,
    };
    let mentions = Mentions::new(
        db,
        file,
        left.candidates().filter_map(|c| Some(c.name.as_ref()?.1)),
    );
    let mut instances = FxHashMap::default();
    loop {
        let found = left.found(&mentions);
        if left.keep_templates(Kept::Template, |t| {
            t.name.as_ref().is_none_or(|n| found.contains(n.1))
        }) {
            continue;
        }
        let templates: FxHashSet<_> = left.templates.iter().map(|t| t.entity.decl(db)).collect();
        if left.keep_closures(|f| !templates.contains(&defined(db, f).decl(db))) {
            continue;
        }
        match follow(db, file, &left.known, &templates, &mut instances) {
            Ok(instances) => {
                return Omitted {
                    kept: std::mem::take(&mut left.kept),
                    gaps: left.gaps(&found),
                    instances,
                };
            }
            Err((unknown, why)) => {
                left.keep_templates(why, |t| t.entity.decl(db) == unknown);
            }
        }
    }
}

/// What may still be left out, and what was found to count.
struct Left<'db> {
    /// Functions that are no templates, with what they instantiate.
    known: Vec<(Candidate<'db>, Uses<'db>)>,
    templates: Vec<Candidate<'db>>,
    kept: Vec<(Entity<'db>, Kept)>,
}

impl<'db> Left<'db> {
    fn candidates(&self) -> impl Iterator<Item = &Candidate<'db>> {
        self.known.iter().map(|k| &k.0).chain(&self.templates)
    }

    /// The names that are mentioned by something that counts.
    fn found(&self, mentions: &Mentions<'db>) -> FxHashSet<&'db str> {
        let names = || self.candidates().filter_map(|c| c.name.as_ref());
        let declared = names().map(|n| n.0.start).collect();
        let mut bodies: Vec<_> = self.candidates().map(|c| c.body.clone()).collect();
        bodies.sort_by_key(|body| body.start);
        let names = names().map(|n| n.1);
        names
            .filter(|name| mentions.is_outside(name, &bodies, &declared))
            .collect()
    }

    /// Keeps templates; says whether there were any.
    fn keep_templates(&mut self, why: Kept, is_kept: impl Fn(&Candidate<'db>) -> bool) -> bool {
        let gone = self.templates.extract_if(.., |t| is_kept(t));
        let before = self.kept.len();
        self.kept.extend(gone.map(|t| (t.entity, why.clone())));
        self.kept.len() > before
    }

    /// Keeps functions that give closures to templates of which too little is known; says whether there were any.
    fn keep_closures(&mut self, is_unknown: impl Fn(Entity<'db>) -> bool) -> bool {
        let gives = |uses: &Uses<'db>| uses.closures.iter().any(|f| is_unknown(*f));
        let gone = self.known.extract_if(.., |k| gives(&k.1));
        let before = self.kept.len();
        self.kept.extend(gone.map(|k| (k.0.entity, Kept::Closure)));
        self.kept.len() > before
    }

    /// The stretches that are left out, in source order, where these names are found elsewhere.
    fn gaps(self, found: &FxHashSet<&str>) -> Vec<Gap<'db>> {
        let plain = self.known.into_iter().map(|(candidate, uses)| {
            let is_found = candidate.name.as_ref().is_none_or(|n| found.contains(n.1));
            let (range, is_whole) = match candidate.whole {
                Some(whole) if !is_found => (whole, true),
                _ => (candidate.body, false),
            };
            Gap {
                range,
                is_whole,
                uses,
            }
        });
        let bodies = self.templates.into_iter().map(|candidate| Gap {
            range: candidate.body,
            is_whole: false,
            uses: Uses::default(),
        });
        let all = plain.chain(bodies).filter(|g| !g.range.is_empty());
        let mut gaps: Vec<Gap<'db>> = all.collect();
        gaps.sort_by_key(|gap| gap.range.start);
        gaps
    }
}

/// What the instances of templates instantiate that the bodies of functions use, and so on, in the order in which they are met; `Err`
/// is a template with an instance that is not understood.
fn follow<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    known: &[(Candidate<'db>, Uses<'db>)],
    templates: &FxHashSet<DeclRef<'db>>,
    instances: &mut FxHashMap<Entity<'db>, Result<Uses<'db>, Kept>>,
) -> Result<Vec<u8>, (DeclRef<'db>, Kept)> {
    let mut out = Vec::new();
    if templates.is_empty() {
        return Ok(out);
    }
    let mut seen: FxHashSet<Entity<'db>> = FxHashSet::default();
    let mut todo: Vec<Entity<'db>> = known.iter().flat_map(|k| &k.1.functions).copied().collect();
    todo.reverse();
    while let Some(function) = todo.pop() {
        let defined = defined(db, function);
        if !templates.contains(&defined.decl(db)) || !seen.insert(defined) {
            continue;
        }
        let uses = instances
            .entry(defined)
            .or_insert_with(|| uses(db, file, defined));
        let uses = uses
            .as_ref()
            .map_err(|why| (defined.decl(db), why.clone()))?;
        let is_known = |f: &Entity<'db>| templates.contains(&self::defined(db, *f).decl(db));
        if !uses.closures.iter().all(is_known) {
            return Err((defined.decl(db), Kept::Closure));
        }
        out.extend_from_slice(&uses.bytes);
        out.push(b'\n');
        todo.extend(uses.functions.iter().rev());
    }
    Ok(out)
}

/// A function by its definition, where there is one.
fn defined<'db>(db: &'db dyn Db, function: Entity<'db>) -> Entity<'db> {
    definition(db, function).unwrap_or(function)
}

/// The functions of an item that may be left out. `base` is where its part begins in the text.
fn candidates_of<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    (text, base): (&'db str, usize),
    scanned: &ScannedItem<'db>,
    out: &mut Vec<Candidate<'db>>,
    kept: &mut Vec<(Entity<'db>, Kept)>,
) {
    let item = scanned.item;
    let is_function = match item.kind {
        ItemKind::FunctionDefinition | ItemKind::FunctionDeclaration => true,
        ItemKind::Class => false,
        _ => return,
    };
    if item.flags.any(Flags::SPECIALIZATION | Flags::BROKEN) {
        return;
    }
    let span = base + item.span.start as usize..base + item.span.end as usize;
    let code = CodeRef {
        item: item_id(db, file, scanned.index),
        body: None,
    };
    let hir = &item_hir(db, code.item).code;
    let spans = item_spans(db, code.item);
    let top = hir.decls.iter().filter(|(_, d)| d.parent.is_none()).count();
    let lexed = Lexed::new(&text[span.clone()]);
    for (id, decl) in hir.decls.iter() {
        let DeclKind::Function(f) = &decl.kind else {
            continue;
        };
        let body = match f.body {
            Body::Block(_) => match block(db, code.item, id) {
                Some(tokens) => {
                    let first = lexed.range(tokens.start).start;
                    span.start + first..span.start + lexed.range(tokens.end - 1).end
                }
                None => continue,
            },
            Body::None if is_function && top == 1 => span.end..span.end,
            _ => continue,
        };
        let entity = Entity::new(db, DeclRef::at(db, code, id), None);
        if !is_of_host(db, entity) {
            continue;
        }
        let mut words = meaningful_ranges(text, body.start, body.end).map(|r| &text[r]);
        if is_constant(db, entity, decl) {
            kept.push((entity, Kept::Constant));
            continue;
        }
        if let Some(word) = words.find(|word| keeps(word)) {
            kept.push((entity, Kept::Word(word.to_owned())));
            continue;
        }
        let is_alone = is_function && top == 1 && decl.parent.is_none();
        let is_template = entity.is_template(db) || linkage::is_templated(db, entity);
        if is_template && body.is_empty() {
            continue;
        }
        let token = spans.decls.get(u32::from(id.into_raw()) as usize);
        let name = token.map(|t| lexed.range(t.start as usize));
        let name = name.map(|r| span.start + r.start..span.start + r.end);
        let name = name.and_then(|name| name_of(text, name, f, decl));
        let is_whole = is_alone && !is_template && has_plain_head(text, &span, &body);
        out.push(Candidate {
            entity,
            body,
            whole: is_whole.then(|| span.clone()),
            name,
            is_template,
        });
    }
}

/// The block that is a function's body, in tokens of its item; not what stands in the same code as a declaration around it.
fn block<'db>(db: &'db dyn Db, item: ItemId<'db>, decl: DeclId) -> Option<Range<usize>> {
    let decl = decl.into_raw().into();
    let BodyRoot::Function { block, .. } = body_hir(db, item, decl)?.root else {
        return None;
    };
    let start = body_start(db, item, decl)?;
    let tokens = body_spans(db, item, decl)?
        .stmts
        .get(u32::from(block.into_raw()) as usize)?;
    let tokens = (start + tokens.start) as usize..(start + tokens.end) as usize;
    (!tokens.is_empty()).then_some(tokens)
}

/// The name of a function by which alone it is found. One that is defined elsewhere than it is declared, or overrides another, is found
/// by other ways too.
fn name_of<'t>(
    text: &'t str,
    name: Range<usize>,
    function: &Function,
    decl: &Decl,
) -> Option<(Range<usize>, &'t str)> {
    let spelled = &text[name.clone()];
    let is_found = decl.path.is_none()
        && !function.is_virtual
        && decl.name.ident().is_some_and(|n| n.as_str() == spelled)
        && spelled.is_ascii()
        && !IMPLICIT.contains(&spelled);
    is_found.then_some((name, spelled))
}

/// Whether what stands in front of a body declares nothing but the function: a class that is named first in it is declared too
/// ([basic.scope.pdecl]).
fn has_plain_head(text: &str, span: &Range<usize>, body: &Range<usize>) -> bool {
    meaningful_ranges(text, span.start, body.start.min(span.end)).all(|r| {
        let word = &text[r];
        !matches!(word, "[" | "{") && !KEEPING.contains(&word) && !word.starts_with('#')
    })
}

/// Whether a function is the host's alone.
fn is_of_host<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let space = annotations(db, function);
    space.is_unannotated() || space.on_host() && !space.on_device()
}

/// Whether constants or types may depend on the body of a function.
fn is_constant<'db>(db: &'db dyn Db, function: Entity<'db>, decl: &Decl) -> bool {
    decl.spec
        .any(Spec::CONSTEXPR.with(Spec::CONSTEVAL).with(Spec::FRIEND))
        || signature(db, function).is_none_or(|s| s.ty.ret.has_auto(db))
}

/// Whether a token of a body keeps it.
fn keeps(token: &str) -> bool {
    token.starts_with('#') || token.starts_with("__attribute") || KEEPING.contains(&token)
}
