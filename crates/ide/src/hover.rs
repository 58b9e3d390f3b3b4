//! What a name is, in words: its declaration, where it runs or lies and why, its value, its layout; of a macro what it stands for.

use std::fmt::Write as _;

use cleave_base_db::Db;
use cleave_hir::{DeclKind, NameId};
use cleave_names::decl::Spec;
use cleave_typing::class::class_info;
use cleave_typing::class::layout::layout;
use cleave_typing::eval::{constant_value, enumerator_value};
use cleave_typing::function::{class_of, signature, variable_type};
use cleave_typing::{Entity, Ty, TyKind, check, display};

use crate::analysis::Analysis;
use crate::meaning::{Local, Symbol};
use crate::piece::Piece;
use crate::places::{FilePosition, FileRange};

/// What is shown of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hover {
    /// Declarations, as code.
    pub code: Vec<String>,
    /// What else is known, one thing a line.
    pub facts: Vec<String>,
    /// A kernel is among them: an assembler may know more ([`Analysis::kernels`]).
    pub is_kernel: bool,
    /// It is a local, a parameter or a label: what is written above its line is about something else.
    pub is_local: bool,
}

/// How many members of a class are listed with their places.
const FIELDS: usize = 16;
/// How many candidates are shown.
const CANDIDATES: usize = 8;

impl Analysis {
    /// What the name at a place is.
    pub fn hover(&self, at: &FilePosition) -> Option<(FileRange, Hover)> {
        if let Some(expanded) = self.places.expanded_at(&at.file, at.line, at.column) {
            let start = FilePosition {
                column: expanded.at.column,
                ..at.clone()
            };
            let range = FileRange::of_token(start, expanded.name.len() as u32);
            let mut hover = Hover::default();
            hover.code.push(format!("#define {}", expanded.name));
            if let Some(text) = self.expansion(at) {
                hover.facts.push(format!("expands to `{text}`"));
            }
            return Some((range, hover));
        }
        let text = self.text();
        let here = self.here(&text, at)?;
        let is_local = |symbol: &Symbol<'_>| {
            matches!(
                symbol,
                Symbol::Local(_) | Symbol::Parameter(..) | Symbol::Label(..)
            )
        };
        let mut hover = Hover {
            is_local: here.symbols.iter().any(is_local),
            ..Hover::default()
        };
        let around = Piece::around(&self.db, here.token.item, here.token.number).owner;
        for symbol in here.symbols.iter().take(CANDIDATES) {
            self.describe(symbol, around, &mut hover);
        }
        if hover.code.is_empty() {
            return None;
        }
        Some((here.range, hover))
    }

    /// What the macro that is named at a place stands for there.
    pub fn expansion(&self, at: &FilePosition) -> Option<String> {
        let expanded = self.places.expanded_at(&at.file, at.line, at.column)?;
        let text = self.text();
        let mut made = self.places.made_at(&at.file, at.line, expanded.at.column);
        made.sort_unstable();
        // A header that was read several times has them all: those that follow each other are of one reading.
        let mut out = String::new();
        let mut end = None;
        for (nth, &offset) in made.iter().enumerate() {
            // `<<<` of a definition is several tokens, which touch.
            let next = made.get(nth + 1).map(|next| (next - offset) as usize);
            let up_to_next = next.and_then(|next| text.from(offset as usize).get(..next));
            let word = match up_to_next.filter(|own| !own.contains('\n')) {
                Some(own) => own.trim_end(),
                None => text.token_text(offset as usize),
            };
            if let Some(end) = end
                && end < offset
                && !text.touch(end as usize, offset as usize)
            {
                out.push(' ');
            }
            if out.len() > 4000 {
                out.push('…');
                break;
            }
            out.push_str(word);
            end = Some(offset + word.len() as u32);
        }
        Some(out)
    }

    /// `around`: the declaration whose code names it. It tells how template parameters are called.
    fn describe<'db>(
        &'db self,
        symbol: &Symbol<'db>,
        around: Option<Entity<'db>>,
        hover: &mut Hover,
    ) {
        let db = &self.db;
        match symbol {
            Symbol::Entity(e) => {
                // Under arguments it is seen from there, else from itself.
                let from_there = around.filter(|_| e.env(db).is_some());
                self.describe_entity(*e, from_there.unwrap_or(*e), hover);
            }
            Symbol::Local(local) => self.describe_local(local, around, hover),
            Symbol::Parameter(item, token) | Symbol::Label(item, token) => {
                let text = self.text();
                let name = crate::analysis::ItemTokens::new(&text, *item);
                let name = name.map_or("", |t| t.word(*token));
                let what = match symbol {
                    Symbol::Label(..) => "label",
                    _ => "template parameter",
                };
                hover.code.push(format!("{name}  // {what}"));
            }
            Symbol::Namespace(scope) => {
                let names: Vec<&str> = scope.path(db).iter().map(|s| s.name(db)).collect();
                let names: Vec<&str> = names.into_iter().filter(|n| !n.is_empty()).collect();
                hover.code.push(format!("namespace {}", names.join("::")));
            }
            Symbol::Type(ty) => {
                hover.code.push(type_text(db, *ty, around));
                hover.facts.extend(size_text(db, *ty));
            }
        }
    }

    fn describe_local<'db>(
        &'db self,
        local: &Local<'db>,
        around: Option<Entity<'db>>,
        hover: &mut Hover,
    ) {
        let db = &self.db;
        let mut line = String::new();
        let space = local.entity.map(|e| self.memory_of(e));
        if let Some(space) = space.filter(|s| !s.is_host()) {
            let _ = write!(line, "{} ", space.name());
        }
        match local.ty {
            Some(ty) => line.push_str(&declared_in(db, ty, &local.name, around)),
            None => line.push_str(&local.name),
        }
        if let Some(value) = local.value {
            let _ = write!(line, " = {}", display::const_text(db, value));
        }
        hover.code.push(line);
        let what = if local.is_parameter {
            "parameter"
        } else {
            "local variable"
        };
        hover.facts.push(what.to_owned());
        hover
            .facts
            .extend(local.ty.and_then(|ty| size_text(db, ty)));
    }

    fn describe_entity<'db>(
        &'db self,
        entity: Entity<'db>,
        around: Entity<'db>,
        hover: &mut Hover,
    ) {
        let db = &self.db;
        let name = || display::name_within(db, around, entity);
        if entity.decl(db).closure(db).is_some() {
            hover.code.push(display::function_text(db, entity, true));
            return;
        }
        let Some(hir) = entity.decl(db).hir(db) else {
            hover.code.push(name());
            return;
        };
        match &hir.kind {
            DeclKind::Function(_) => self.describe_function(entity, hover),
            DeclKind::Variable(_) => {
                let ty = variable_type(db, entity);
                let space = self.memory_of(entity);
                let is_member = entity.decl(db).parent_class(db).is_some();
                let mut line = String::new();
                if !space.is_host() {
                    let _ = write!(line, "{} ", space.name());
                }
                if hir.spec.any(Spec::CONSTEXPR) {
                    line.push_str("constexpr ");
                }
                line.push_str(&declared_in(db, ty, &name(), Some(around)));
                if let Some(value) = constant_value(db, entity) {
                    let _ = write!(line, " = {}", display::const_text(db, value));
                }
                hover.code.push(line);
                hover.facts.extend(size_text(db, ty));
                if is_member {
                    hover.facts.extend(field_text(db, entity));
                }
            }
            DeclKind::Enumerator(_) => {
                let value = enumerator_value(db, entity).map(|v| display::const_text(db, v));
                let value = value.map_or(String::new(), |v| format!(" = {v}"));
                hover.code.push(format!("{}{value}", name()));
            }
            DeclKind::Class(class) => {
                let key = match class.key {
                    cleave_hir::ClassKey::Class => "class",
                    cleave_hir::ClassKey::Union => "union",
                    _ => "struct",
                };
                let heads = if hir.heads.is_empty() || entity.env(db).is_some() {
                    ""
                } else {
                    "template "
                };
                hover.code.push(format!("{heads}{key} {}", name()));
                if hir.heads.is_empty() || entity.env(db).is_some() {
                    let ty = Ty::of(db, TyKind::Class(entity));
                    hover.facts.extend(size_text(db, ty));
                    hover.facts.extend(layout_text(db, ty));
                }
            }
            DeclKind::Enum(_) => {
                hover.code.push(format!("enum {}", name()));
                hover
                    .facts
                    .extend(size_text(db, Ty::of(db, TyKind::Enum(entity))));
            }
            DeclKind::Alias(_) => {
                let name = name();
                let target = cleave_typing::alias_type(db, entity).filter(|t| !t.is_error(db));
                hover.code.push(match target {
                    Some(ty) => format!("using {name} = {}", display::type_within(db, around, ty)),
                    None => format!("using {name}"),
                });
                hover.facts.extend(target.and_then(|ty| size_text(db, ty)));
            }
            DeclKind::Concept(_) => hover.code.push(format!("concept {}", name())),
            _ => hover.code.push(name()),
        }
    }

    fn describe_function<'db>(&'db self, function: Entity<'db>, hover: &mut Hover) {
        let db = &self.db;
        let space = self.space_of(function);
        hover.code.push(function_line(db, function, space.name()));
        let bound = display::function_text(db, function, false);
        if let Some((_, with)) = bound.split_once(" [with ") {
            hover
                .facts
                .push(format!("with `{}`", with.trim_end_matches(']')));
        }
        let is_template =
            function.is_template(db) || cleave_typing::is_within_template(db, function);
        // What becomes of a library's templates, and why its functions are compiled, would have to be looked for in all of the library.
        let is_own = cleave_names::is_of_user(db, function.decl(db).code(db).item);
        if is_template && is_own {
            let instances = self.instances(function).len();
            if instances > 0 {
                hover
                    .facts
                    .push(format!("{instances} instances that your own code makes"));
            }
        }
        if space.is_kernel() {
            hover.is_kernel = true;
            if let Some(bytes) = self.parameter_bytes(function).filter(|_| !is_template) {
                hover.facts.push(format!("{bytes} bytes of parameters"));
            }
            hover.facts.extend(self.launch_bounds(function));
        } else if is_own
            && (space.on_device() || space.is_unannotated() && is_constexpr(db, function))
        {
            let chain = self.chain_of(function);
            if chain.len() > 1 {
                hover.facts.push(format!(
                    "compiled because of `{}`",
                    chain[1..].join("` ← `")
                ));
            }
        }
    }
}

fn is_constexpr(db: &dyn Db, function: Entity<'_>) -> bool {
    signature(db, function).is_some_and(|s| s.is_constexpr)
}

/// A function as one declares it, with the names of its parameters.
pub(crate) fn function_line<'db>(db: &'db dyn Db, function: Entity<'db>, space: &str) -> String {
    let mut line = String::new();
    if space != "__host__" {
        let _ = write!(line, "{space} ");
    }
    let (text, _) = function_parts(db, function);
    line.push_str(&text);
    line
}

/// A function as one declares it, and where its parameters stand in that.
pub(crate) fn function_parts<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
) -> (String, Vec<(usize, usize)>) {
    let mut line = String::new();
    let Some(sig) = signature(db, function) else {
        return (display::function_text(db, function, true), Vec::new());
    };
    let hir = function.decl(db).hir(db);
    if let Some(hir) = hir {
        let words = [(Spec::STATIC, "static "), (Spec::CONSTEXPR, "constexpr ")];
        for (spec, word) in words {
            if hir.spec.any(spec) {
                line.push_str(word);
            }
        }
    }
    let nameless = hir.is_some_and(|h| {
        matches!(h.name, NameId::Destructor(_) | NameId::Conversion(_))
            || matches!(&h.kind, DeclKind::Function(f) if f.special == cleave_names::decl::Special::Constructor)
    });
    if !nameless {
        let ret = check::return_type(db, function);
        let ret = match ret.is_error(db) {
            true => "auto".to_owned(),
            false => display::type_within(db, function, ret),
        };
        line.push_str(&ret);
        if !ret.ends_with(['*', '&']) {
            line.push(' ');
        }
    }
    let plain = Entity::new(db, function.decl(db), None);
    line.push_str(&display::name_within(db, plain, plain));
    line.push('(');
    let written = cleave_typing::function_ref(db, function.decl(db));
    let code = function.decl(db).code(db).code(db);
    let mut places = Vec::new();
    for (nth, ty) in sig.declared.iter().enumerate() {
        if nth > 0 {
            line.push_str(", ");
        }
        let name = written.and_then(|w| w.params.get(nth)).zip(code);
        let param = name.map(|(&id, code)| &code[id]);
        let name = param
            .and_then(|p| p.name.as_ref())
            .map_or("", |n| n.as_str());
        let start = line.len();
        match ty.is_error(db) {
            // What depends on template parameters is known by its name alone.
            true => line.push_str(name),
            false => line.push_str(&declared_in(db, *ty, name, Some(function))),
        }
        places.push((start, line.len()));
        if param.is_some_and(|p| p.default.is_some()) {
            line.push_str(" = …");
        }
    }
    if written.is_some_and(|w| w.variadic) {
        line.push_str(if sig.declared.is_empty() {
            "..."
        } else {
            ", ..."
        });
    }
    line.push(')');
    if written.is_some_and(|w| w.quals.is_const) {
        line.push_str(" const");
    }
    (line, places)
}

/// A type, with the names that template parameters have where something is declared.
fn type_text<'db>(db: &'db dyn Db, ty: Ty<'db>, around: Option<Entity<'db>>) -> String {
    match around {
        Some(around) => display::type_within(db, around, ty),
        None => display::type_text(db, ty),
    }
}

/// `int x`, `int *p`, `float (&a)[3]`: a type with a name.
pub(crate) fn declared_text<'db>(db: &'db dyn Db, ty: Ty<'db>, name: &str) -> String {
    declared_in(db, ty, name, None)
}

/// The same, as code of a declaration has it.
fn declared_in<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    name: &str,
    around: Option<Entity<'db>>,
) -> String {
    let text = type_text(db, ty, around);
    if name.is_empty() {
        return text;
    }
    if let TyKind::Array(element, _) = ty.kind(db) {
        let element = type_text(db, *element, around);
        if let Some(bound) = text.strip_prefix(element.as_str()).map(str::trim_start)
            && bound.starts_with('[')
        {
            return format!("{element} {name}{bound}");
        }
    }
    // A declarator with parentheses has its name in them.
    for inner in ["(*)", "(&)", "(&&)"] {
        if let Some((before, behind)) = text.split_once(inner) {
            let declarator = inner.trim_end_matches(')');
            return format!("{before}{declarator}{name}){behind}");
        }
    }
    match text.ends_with(['*', '&']) {
        true => format!("{text}{name}"),
        false => format!("{text} {name}"),
    }
}

fn size_text<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<String> {
    if ty.is_reference(db)
        || ty.is_function(db)
        || ty.is_void(db)
        || ty.is_dependent(db)
        || ty.is_error(db)
    {
        return None;
    }
    let layout = layout(db, ty)?;
    Some(format!("size {}, alignment {}", layout.size, layout.align))
}

/// Where a data member lies.
fn field_text<'db>(db: &'db dyn Db, field: Entity<'db>) -> Option<String> {
    let class = class_of(db, field)?;
    let info = class_info(db, class)?;
    let decl = cleave_typing::function::canonical(db, field.decl(db));
    let nth = info.fields.iter().position(|f| f.decl == decl)?;
    let bits = *layout(db, class)?.fields.get(nth)?;
    Some(match info.fields[nth].width {
        Some(width) => format!("{width} bits at bit {bits}"),
        None => format!("offset {}", bits / 8),
    })
}

/// Where the members of a class lie.
fn layout_text<'db>(db: &'db dyn Db, class: Ty<'db>) -> Vec<String> {
    let (Some(info), Some(layout)) = (class_info(db, class), layout(db, class)) else {
        return Vec::new();
    };
    let fields = info.fields.iter().zip(&layout.fields).take(FIELDS);
    let mut out: Vec<String> = fields
        .map(|(field, bits)| {
            format!(
                "{}: `{}`",
                bits / 8,
                declared_text(db, field.ty, &field.name)
            )
        })
        .collect();
    if info.fields.len() > FIELDS {
        out.push(format!("and {} more", info.fields.len() - FIELDS));
    }
    out
}
