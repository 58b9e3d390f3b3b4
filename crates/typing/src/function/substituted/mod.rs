//! The functions that the declarations of instances call: in template arguments, default template arguments, bounds and exception
//! specifications, alias templates through ([temp.deduct.general], [temp.inst]/3). The language uses such a call for its value alone;
//! the reference keeps the function where it knows it before it substitutes (reference: device-half, Uses).

use cleave_base_db::Db;
use cleave_hir::{
    Code, Decl, DeclKind, Exception, Expr, ExprId, FunctionRef, Name, NameId, Node, Path,
    PathParts, TemplateArgRef, TemplateParam, TemplateParamKind, TypeRef, children,
};
use rustc_hash::FxHashSet;

mod members;

use crate::class::class_info;
use crate::code::params::levels;
use crate::function::{signature_context, variable_type};
use crate::lookup::Found;
use crate::thir::ExprKind;
use crate::{Context, DeclRef, Entity, Env, TyId};

pub use members::called_in_members;

/// How deep types and expressions are looked into.
const DEPTH: u32 = 64;
/// How many alias templates one declaration may lead to.
const ALIASES: usize = 256;

/// The functions that the declaration of an instance calls, each once, in the order of the declaration. Nothing for what is no
/// instance.
pub fn called_in_declaration<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Entity<'db>> {
    let mut out = Calls::default();
    if function.env(db).is_some() && calls(db, Entity::new(db, function.decl(db), None)) {
        declaration(db, function, &mut out);
    }
    out.functions
}

/// The functions that the default arguments of a class template call, and the declarations of its member templates as it is
/// instantiated, each once.
#[salsa::tracked(returns(deref))]
pub fn called_in_class<'db>(db: &'db dyn Db, class: TyId<'db>) -> Box<[Entity<'db>]> {
    let class = class.ty(db);
    let mut out = Calls::default();
    if let Some(entity) = class.class_entity(db)
        && entity.env(db).is_some()
        && calls(db, Entity::new(db, entity.decl(db), None))
    {
        declaration(db, entity, &mut out);
    }
    if let Some(definition) = class_info(db, class).and_then(|info| info.definition)
        && definition.env(db).is_some()
        && has_calling_members(db, Entity::new(db, definition.decl(db), None))
    {
        for member in member_templates(db, definition) {
            if calls(db, Entity::new(db, member.decl(db), None)) {
                read(db, (member, member), When::Instantiated, 0, &mut out);
            }
        }
    }
    out.functions.into()
}

/// Whether the declaration of a template has a call anywhere, alias templates through. Few have: of the others no instance is looked
/// at.
#[salsa::tracked(returns(copy))]
fn calls<'db>(db: &'db dyn Db, template: Entity<'db>) -> bool {
    let mut seen = FxHashSet::default();
    let mut todo = vec![template];
    while let Some(template) = todo.pop() {
        if seen.len() < ALIASES && seen.insert(template) && has_call(db, template, &mut todo) {
            return true;
        }
    }
    false
}

/// The same of any member template of a class template.
#[salsa::tracked(returns(copy))]
fn has_calling_members<'db>(db: &'db dyn Db, class: Entity<'db>) -> bool {
    let Some((code, _)) = class.decl(db).in_code(db) else {
        return false;
    };
    code.exprs.iter().any(|(_, e)| matches!(e, Expr::Call(..)))
        && (member_templates(db, class).into_iter())
            .any(|member| calls(db, Entity::new(db, member.decl(db), None)))
}

/// The member functions and alias templates of a class that have parameters of their own.
fn member_templates<'db>(db: &'db dyn Db, class: Entity<'db>) -> Vec<Entity<'db>> {
    let decl = class.decl(db);
    let (Some((code, _)), Some(definition)) = (decl.in_code(db), decl.class(db)) else {
        return Vec::new();
    };
    let members = definition
        .members
        .iter()
        .filter(|id| is_template(&code[**id]));
    let entity = |id| Entity::new(db, DeclRef::at(db, decl.code(db), id), class.env(db));
    members.map(|id| entity(*id)).collect()
}

/// Whether a member is a function or an alias that has parameters of its own.
fn is_template(hir: &Decl) -> bool {
    let kind = matches!(hir.kind, DeclKind::Function(_) | DeclKind::Alias(_));
    kind && hir.heads.iter().any(|head| !head.params.is_empty())
}

/// Whether a declaration has a call itself. Alias templates that it names are put on a list.
fn has_call<'db>(db: &'db dyn Db, template: Entity<'db>, aliases: &mut Vec<Entity<'db>>) -> bool {
    let Some((code, decl)) = template.decl(db).in_code(db) else {
        return false;
    };
    let mut parts = defaults(decl).into_iter().map(|d| d.1).collect::<Vec<_>>();
    parts.extend(written(decl));
    has_call_in(db, template, code, parts, aliases)
}

/// The same of parts of a declaration.
fn has_call_in<'a, 'db>(
    db: &'db dyn Db,
    of: Entity<'db>,
    code: &'a Code,
    mut todo: Vec<Node<'a>>,
    aliases: &mut Vec<Entity<'db>>,
) -> bool {
    let mut paths = Vec::new();
    while let Some(node) = todo.pop() {
        match node {
            Node::Expr(e) if matches!(code[e], Expr::Call(..)) => return true,
            Node::Type(ty) if matches!(code[ty], TypeRef::Decltype(_)) => return true,
            Node::Param(p) => {
                todo.push(Node::Type(code[p].ty));
                continue;
            }
            Node::Path(path) => paths.push(path),
            Node::Stmt(_) | Node::Decl(_) => continue,
            _ => {}
        }
        children(code, node, &mut |part| todo.push(part));
    }
    if paths.iter().all(|path| templates_of(path).next().is_none()) {
        return false;
    }
    let Some(mut cx) = Context::of(db, of) else {
        return false;
    };
    cx.modes.in_head = true;
    for (plain, _) in paths.into_iter().flat_map(templates_of) {
        aliases.extend(alias_template(&mut cx, &plain));
    }
    false
}

/// What a function or alias is declared as.
fn written(decl: &Decl) -> Option<Node<'_>> {
    match &decl.kind {
        DeclKind::Function(f) => Some(Node::Type(f.ty)),
        DeclKind::Alias(ty) => Some(Node::Type(*ty)),
        _ => None,
    }
}

/// The default template arguments of a declaration's own parameters, by number.
fn defaults(decl: &Decl) -> Vec<(usize, Node<'_>)> {
    let own = decl.heads.last().map_or(&[][..], |head| &head.params);
    let default = |(i, param): (usize, &TemplateParam)| {
        let default = match param.kind {
            TemplateParamKind::Value { default, .. } => default.map(Node::Expr),
            TemplateParamKind::Type { default, .. }
            | TemplateParamKind::Template { default, .. } => default.map(Node::Type),
        };
        Some((i, default?))
    };
    own.iter().enumerate().filter_map(default).collect()
}

/// The names in a path that have template arguments, each as a path of its own without these.
fn templates_of(path: &Path) -> impl Iterator<Item = (Path, &[TemplateArgRef])> {
    let plain = |qualifiers, name: NameId| {
        Path::new(
            name,
            PathParts {
                qualifiers,
                args: None,
                ..path.parts().clone()
            },
        )
    };
    let qualifiers = path.qualifiers.iter().enumerate();
    let qualifiers = qualifiers.filter_map(move |(i, segment)| {
        let name: Name = segment.name.clone();
        let plain = plain(path.qualifiers[..i].into(), NameId::Ident(name));
        Some((plain, segment.args.as_deref()?))
    });
    let last = path.args.as_deref();
    let last = last.map(|args| (plain(path.qualifiers.clone(), path.name.clone()), args));
    qualifiers.chain(last)
}

/// The alias template that a path names.
fn alias_template<'db>(cx: &mut Context<'db>, plain: &Path) -> Option<Entity<'db>> {
    let Found::Entities { set, .. } = cx.lookup_path(plain) else {
        return None;
    };
    let [alias] = set[..] else { return None };
    let is_alias = matches!(alias.kind(cx.db), Some(DeclKind::Alias(_)));
    (is_alias && alias.is_template(cx.db)).then_some(alias)
}

/// What is called.
#[derive(Default)]
struct Calls<'db> {
    functions: Vec<Entity<'db>>,
    /// Alias templates that were looked at, under their arguments.
    aliases: FxHashSet<Entity<'db>>,
}

/// What is known of a declaration's own parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// Their arguments.
    Called,
    /// Nothing: the class around is instantiated.
    Instantiated,
    /// Nothing, but something is substituted for them: an alias template is named with arguments that are not known.
    Named,
}

/// What is called in the declaration of an instance: of a function, or of an alias or class template. Default arguments count
/// wherever arguments are given.
fn declaration<'db>(db: &'db dyn Db, instance: Entity<'db>, out: &mut Calls<'db>) {
    if let Some(env) = instance.env(db) {
        let open = Entity::new(db, instance.decl(db), env.parent(db));
        read(db, (instance, open), When::Called, 0, out);
    }
}

/// The same of a declaration under the arguments that are known, and before its own ones are; of its default arguments those from `first`
/// on are used.
fn read<'db>(
    db: &'db dyn Db,
    (instance, open): (Entity<'db>, Entity<'db>),
    when: When,
    first: usize,
    out: &mut Calls<'db>,
) {
    let Some((code, decl)) = instance.decl(db).in_code(db) else {
        return;
    };
    let context = |of| match decl.kind {
        DeclKind::Function(_) => signature_context(db, of),
        _ => Context::of(db, of),
    };
    let pattern = context(Entity::new(db, instance.decl(db), None));
    let is_member = when == When::Called && open == instance;
    let (Some(cx), Some(open), Some(pattern)) = (context(instance), context(open), pattern) else {
        return;
    };
    let mut reader = Reader {
        code,
        when,
        cx,
        open,
        pattern,
        of: instance,
        is_member,
        independent: false,
        out,
    };
    reader.in_head(true);
    for (_, default) in defaults(decl).into_iter().filter(|(i, _)| *i >= first) {
        reader.part(default, true, DEPTH);
    }
    reader.in_head(false);
    if let Some(written) = written(decl) {
        reader.part(written, false, DEPTH);
    }
}

/// Reads one declaration.
struct Reader<'a, 'db> {
    code: &'db Code,
    when: When,
    /// Where all arguments are known that are.
    cx: Context<'db>,
    /// Where the declaration's own parameters stand for themselves.
    open: Context<'db>,
    /// Where all parameters stand for themselves.
    pattern: Context<'db>,
    /// What is declared.
    of: Entity<'db>,
    /// Whether it is read as a member of a class, as that is instantiated.
    is_member: bool,
    /// Whether a call that depends on nothing counts, outside of template arguments.
    independent: bool,
    out: &'a mut Calls<'db>,
}

impl<'a, 'db> Reader<'a, 'db> {
    /// A reader of what has no parameters of its own, in contexts that `context` makes.
    fn of_member(
        of: Entity<'db>,
        code: &'db Code,
        context: impl Fn(Entity<'db>) -> Option<Context<'db>>,
        out: &'a mut Calls<'db>,
    ) -> Option<Self> {
        let cx = context(of)?;
        let db = cx.db;
        Some(Reader {
            code,
            when: When::Called,
            cx,
            open: context(of)?,
            pattern: context(Entity::new(db, of.decl(db), None))?,
            of,
            is_member: true,
            independent: false,
            out,
        })
    }

    fn contexts(&mut self) -> [&mut Context<'db>; 3] {
        [&mut self.cx, &mut self.open, &mut self.pattern]
    }

    fn in_head(&mut self, in_head: bool) {
        for cx in self.contexts() {
            cx.modes.in_head = in_head;
        }
    }

    fn add(&mut self, function: Entity<'db>) {
        if !self.out.functions.contains(&function) {
            self.out.functions.push(function);
        }
    }

    /// A part of the declaration. `in_argument`: it stands in a template argument.
    fn part(&mut self, node: Node<'db>, in_argument: bool, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        match node {
            Node::Type(ty) => match &self.code[ty] {
                TypeRef::Function(f) => return self.function(f, depth),
                TypeRef::Decltype(e) if !in_argument => return self.operand(*e),
                _ => {}
            },
            Node::Path(path) => {
                for (plain, args) in templates_of(path) {
                    self.alias(&plain, args);
                }
                self.member_alias(path);
            }
            Node::Expr(e) => self.call(e),
            Node::Stmt(_) | Node::Decl(_) => return,
            _ => {}
        }
        let in_argument = in_argument || matches!(node, Node::Arg(_) | Node::Expr(_));
        let mut within = Vec::new();
        children(self.code, node, &mut |part| within.push(part));
        let before = self.independent;
        self.independent &= !matches!(node, Node::Arg(_));
        for part in within {
            self.part(part, in_argument, depth);
        }
        self.independent = before;
    }

    /// A function's type: its parameters are in scope in what follows them. Default arguments are not substituted.
    fn function(&mut self, f: &'db FunctionRef, depth: u32) {
        let mut blocks = Vec::new();
        for cx in self.contexts() {
            blocks.push(cx.scopes.blocks.len());
            if let Some((types, from)) = cx.parameters(f) {
                cx.declare_parameters(f, &types, &from);
            }
        }
        for &param in &f.params {
            self.part(Node::Type(self.code[param].ty), false, depth);
        }
        self.part(Node::Type(f.ret), false, depth);
        // An exception specification is instantiated with its function ([except.spec]/13).
        if let Exception::Computed(e) = f.exception
            && self.when == When::Called
        {
            self.part(Node::Expr(e), false, depth);
        }
        for (cx, before) in self.contexts().into_iter().zip(blocks) {
            cx.scopes.blocks.truncate(before);
        }
    }

    /// An alias template: what its own declaration calls, under the arguments.
    fn alias(&mut self, plain: &Path, args: &[TemplateArgRef]) {
        let Some(alias) = alias_template(&mut self.cx, plain) else {
            return;
        };
        let db = self.cx.db;
        if self.when != When::Called {
            if self.out.aliases.len() < ALIASES && self.out.aliases.insert(alias) {
                read(db, (alias, alias), When::Named, args.len(), self.out);
            }
            return;
        }
        let Some(args) = self.cx.template_args(alias, args) else {
            return;
        };
        let env = Env::make(db, alias.env(db), args);
        let instance = Entity::new(db, alias.decl(db), Some(env));
        if !env.is_dependent(db)
            && self.out.aliases.len() < ALIASES
            && self.out.aliases.insert(instance)
        {
            declaration(db, instance, self.out);
        }
    }

    /// An alias that is a member of the class around, or of one around that: what it stands for.
    fn member_alias(&mut self, path: &Path) {
        let first = match path.qualifiers.first() {
            Some(first) if first.args.is_none() => NameId::Ident(first.name.clone()),
            None if path.args.is_none() => path.name.clone(),
            _ => return,
        };
        let Found::Entities { set, .. } = self.cx.lookup(&first) else {
            return;
        };
        let db = self.cx.db;
        if let [alias] = &set[..]
            && matches!(alias.kind(db), Some(DeclKind::Alias(_)))
            && !alias.is_template(db)
            && self.is_around(alias.decl(db))
            && self.out.aliases.len() < ALIASES
            && self.out.aliases.insert(*alias)
        {
            read(db, (*alias, *alias), self.when, 0, self.out);
        }
    }

    /// Whether a declaration is a member of the class around, or of one around that.
    fn is_around(&self, member: DeclRef<'db>) -> bool {
        let db = self.cx.db;
        let parent = |of: &DeclRef<'db>| of.parent_class(db);
        let mut around = std::iter::successors(self.of.decl(db).parent_class(db), parent);
        // The names of an enumeration are those of its class.
        let owner = || {
            let (code, own) = member.in_code(db)?;
            let parent = own.parent?;
            let is_enum = matches!(code[parent].kind, DeclKind::Enum(_));
            is_enum.then(|| DeclRef::at(db, member.code(db), parent))
        };
        let class = member
            .parent_class(db)
            .or_else(|| owner()?.parent_class(db));
        class.is_some() && around.any(|c| Some(c) == class)
    }

    /// Whether an expression depends on a template parameter, or names a member of a class template around, whose value may.
    fn depends(&mut self, e: ExprId) -> bool {
        if self.pattern.is_dependent_expr(e) {
            return true;
        }
        let db = self.cx.db;
        if levels(db, self.of.decl(db)).is_empty() {
            return false;
        }
        let mut todo = vec![Node::Expr(e)];
        while let Some(node) = todo.pop() {
            match node {
                Node::Path(path) if self.names_member(path) => return true,
                Node::Stmt(_) | Node::Decl(_) => continue,
                _ => {}
            }
            children(self.code, node, &mut |part| todo.push(part));
        }
        false
    }

    /// Whether the first name of a path is that of the class around or of a member of it, or of a class around that.
    fn names_member(&mut self, path: &Path) -> bool {
        let db = self.cx.db;
        let first = match path.qualifiers.first() {
            Some(first) => NameId::Ident(first.name.clone()),
            None => path.name.clone(),
        };
        let class = self.of.decl(db).parent_class(db);
        let named = match self.pattern.lookup(&first) {
            Found::Entities { set, .. } => set,
            Found::Type(ty) => ty.class_entity(db).into_iter().collect(),
            _ => return false,
        };
        let mut named = named.iter().map(|m| m.decl(db));
        named.any(|m| Some(m) == class || self.is_around(m))
    }

    /// The operand of `decltype` in a type: the functions that are no instances are used as if the operand were evaluated.
    fn operand(&mut self, e: ExprId) {
        if self.when != When::Called || !(self.is_member || self.depends(e)) {
            return;
        }
        let db = self.cx.db;
        for function in self.functions(e, true) {
            if function.env(db).is_none() {
                self.add(function);
            }
        }
    }

    /// A call whose function is known before the arguments are, and its value is not.
    fn call(&mut self, e: ExprId) {
        let Expr::Call(callee, args) = &self.code[e] else {
            return;
        };
        let is_open = match self.is_member {
            true => self.pattern.is_dependent_expr(*callee),
            false => self.open.is_dependent_expr(*callee),
        };
        if is_open || !self.independent && !self.depends(e) {
            return;
        }
        // Of several functions, and of the instances of a template, one is chosen by the arguments.
        let is_known = match self.code[*callee] {
            Expr::Path(_) | Expr::Paren(_) => {
                !self.is_found_by_arguments(*callee) && self.only_function(*callee).is_some()
            }
            Expr::Member { .. } => true,
            _ => return,
        };
        if !is_known && !args.iter().all(|a| self.is_plain(*a)) {
            return;
        }
        let of_own = self.open.is_dependent_expr(e);
        let function = match self.when {
            When::Called => self.functions(e, false).pop(),
            When::Instantiated if of_own => None,
            When::Instantiated => self.functions(e, false).pop(),
            When::Named => self.only_function(*callee),
        };
        // A call that depends on the arguments of the class alone is evaluated as this is instantiated.
        let db = self.cx.db;
        let is_kept = |f: &Entity<'db>| of_own || f.env(db).is_none();
        function
            .filter(is_kept)
            .into_iter()
            .for_each(|f| self.add(f));
    }

    /// The function that a callee names where it is no overload set and no template.
    fn only_function(&mut self, mut callee: ExprId) -> Option<Entity<'db>> {
        while let Expr::Paren(of) = self.code[callee] {
            callee = of;
        }
        let Expr::Path(path) = &self.code[callee] else {
            return None;
        };
        let Found::Entities { set, .. } = self.open.lookup_path(path) else {
            return None;
        };
        let [only] = set[..] else { return None };
        let db = self.open.db;
        (only.is_function(db) && !only.is_template(db)).then_some(only)
    }

    /// Whether argument-dependent lookup has a say in what is called ([basic.lookup.argdep]/3): the callee is a lone name that finds no
    /// member of a class. Constructors of a class are treated alike.
    fn is_found_by_arguments(&mut self, callee: ExprId) -> bool {
        match &self.code[callee] {
            Expr::Path(path) if path.is_unqualified() => match self.open.lookup(&path.name) {
                Found::Entities { set, class } => {
                    class.is_none() || !set.iter().all(|f| f.is_function(self.open.db))
                }
                _ => true,
            },
            _ => false,
        }
    }

    /// Whether an argument depends on no template parameter, or is no more than the size of a type that does, or than a static data
    /// member of the class around, whose value is not asked for.
    fn is_plain(&mut self, mut arg: ExprId) -> bool {
        let mut is_converted = false;
        loop {
            match &self.code[arg] {
                Expr::Paren(of) => arg = *of,
                Expr::CStyleCast(_, of) | Expr::NamedCast(_, _, of) => {
                    is_converted = true;
                    arg = *of;
                }
                Expr::SizeofType(_) | Expr::SizeofExpr(_) => return true,
                Expr::Path(path) if !is_converted && self.is_static_member(path) => return true,
                _ => return !self.depends(arg),
            }
        }
    }

    /// Whether a name is that of a static data member of the class around, or of one around that, whose type is known.
    fn is_static_member(&mut self, path: &Path) -> bool {
        let db = self.cx.db;
        let Found::Entities { set, .. } = self.pattern.lookup_path(path) else {
            return false;
        };
        let [member] = set[..] else { return false };
        matches!(member.kind(db), Some(DeclKind::Variable(_)))
            && self.is_around(member.decl(db))
            && !variable_type(db, member).is_dependent(db)
    }

    /// The functions that an expression calls; those of its operands come first.
    fn functions(&mut self, e: ExprId, unevaluated: bool) -> Vec<Entity<'db>> {
        let cx = &mut self.cx;
        let (before, problems) = (cx.out.exprs.len(), cx.problems.len());
        match unevaluated {
            true => cx.unevaluated(e),
            false => cx.expr(e),
        };
        cx.problems.truncate(problems);
        let typed = cx.out.exprs.get(before..).unwrap_or_default().iter();
        let function = typed.filter_map(|x| match x.kind {
            ExprKind::Call { callee, .. } | ExprKind::Construct(callee, _) => Some(callee),
            _ => None,
        });
        function.collect()
    }
}
