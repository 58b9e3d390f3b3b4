//! Types as they are written: with the names of typedefs, and what these mean beside it (reference: diagnostics, Types in messages).
//! In what they mean the name of a typedef stays where qualifiers are in front of it, and where `decltype` or `typeof` stands.

use cleave_base_db::Db;
use cleave_lang::Qualifiers;

use crate::display::Speller;
use crate::display::declarator::{DEPTH, Spelling, nested, prefixed, qualifier_words, with_name};
use crate::display::entity::{arg_text, class_name};
use crate::written::{Alias, Form, Written, WrittenArg, WrittenFunction};
use crate::{Entity, FnTy, Ty, TyKind};

/// A type as it is written and, where that is another text, what it means.
pub(crate) fn written_text<'db>(
    db: &'db dyn Db,
    written: &Written<'db>,
) -> (String, Option<String>) {
    let sp = Speller::for_message(db);
    let name = Part::of(&sp, written, false, DEPTH).spelling.joined();
    let meaning = Part::of(&sp, written, true, DEPTH).spelling.joined();
    let differs = name != meaning;
    (name, differs.then_some(meaning))
}

/// The parameters of a function as its declaration writes them.
pub(super) fn written_parameters<'db>(
    sp: &Speller<'db>,
    function: Entity<'db>,
    ty: &FnTy<'db>,
) -> String {
    let params = crate::written::parameters(sp.db, function);
    let params = params.into_iter().map(|p| {
        let part = Part::of(sp, &p, false, DEPTH);
        part.spelling.joined()
    });
    crate::display::declarator::parameters_of(params.collect(), ty)
}

/// A template argument that is a type as it is written.
pub(super) fn written_argument<'db>(sp: &Speller<'db>, arg: &WrittenArg<'db>) -> Option<String> {
    match arg {
        WrittenArg::Type(written) => {
            let part = Part::of(sp, written, false, DEPTH);
            Some(part.spelling.joined())
        }
        _ => None,
    }
}

/// What a function returns, as its declaration writes it; `ret` where that is not known.
pub(super) fn written_return<'db>(
    sp: &Speller<'db>,
    function: Entity<'db>,
    ret: Ty<'db>,
) -> String {
    match crate::written::returned(sp.db, function) {
        Some(written) if written.ty == ret => {
            let part = Part::of(sp, &written, false, DEPTH);
            part.spelling.joined()
        }
        _ => nested(sp, ret, DEPTH),
    }
}

/// A name as the variable is declared with it.
pub(super) fn variable_with_name<'db>(
    sp: &Speller<'db>,
    variable: Entity<'db>,
    name: &str,
) -> String {
    let ty = crate::function::variable_type(sp.db, variable);
    match crate::written::declared(sp.db, variable).filter(|w| w.ty == ty) {
        Some(written) => (Part::of(sp, &written, false, DEPTH).spelling).with_name(name),
        None => with_name(sp, ty, name),
    }
}

/// A name with parameters, with what the function returns around it.
pub(super) fn return_with_name<'db>(
    sp: &Speller<'db>,
    function: Entity<'db>,
    ret: Ty<'db>,
    name: &str,
) -> String {
    match crate::written::returned(sp.db, function).filter(|w| w.ty == ret) {
        Some(written) => (Part::of(sp, &written, false, DEPTH).spelling).with_name(name),
        None => with_name(sp, ret, name),
    }
}

/// A type as far as it is spelled.
struct Part {
    spelling: Spelling,
    /// An array or function as such: a pointer to it needs parentheses.
    is_grouped: bool,
}

impl Part {
    fn name(text: String) -> Part {
        Part {
            spelling: Spelling::plain(text),
            is_grouped: false,
        }
    }

    /// Spells a type; `expanded`: without the names of typedefs.
    fn of<'db>(sp: &Speller<'db>, written: &Written<'db>, expanded: bool, depth: u32) -> Part {
        let db = sp.db;
        let Some(depth) = depth.checked_sub(1) else {
            return Part::name("...".into());
        };
        match &*written.form {
            Form::Plain => Part {
                spelling: Spelling::of(sp, written.ty, depth),
                is_grouped: matches!(written.ty.kind(db), TyKind::Array(..) | TyKind::Function(_)),
            },
            Form::Named(alias, of) if expanded && !is_known(db, alias) => {
                Part::of(sp, of, true, depth)
            }
            Form::Named(alias, _) => Part::name(alias_text(sp, alias, expanded, depth)),
            Form::Signed => Part::name(format!("signed {}", nested(sp, written.ty, depth))),
            Form::Of(of) => Part::of(sp, of, false, depth),
            Form::Qualified(quals, of) => {
                let mut of = of;
                // What templates make of names is no name of a typedef here.
                while expanded
                    && let Form::Named(alias, means) = &*of.form
                    && is_made(alias)
                {
                    of = means;
                }
                let keeps = matches!(*of.form, Form::Named(..));
                Part::of(sp, of, expanded && !keeps, depth).qualified(*quals)
            }
            Form::Pointer(to) => {
                let sign = match written.ty.kind(db) {
                    TyKind::LvalueReference(_) => "&",
                    TyKind::RvalueReference(_) => "&&",
                    _ => "*",
                };
                Part::of(sp, to, expanded, depth).operator(sign)
            }
            Form::MemberPointer(class, member) => {
                let class = Part::of(sp, class, expanded, depth).spelling.joined();
                Part::of(sp, member, expanded, depth).operator(&format!("{class}::*"))
            }
            Form::Array(element) => {
                let mut out = Part::of(sp, element, expanded, depth);
                let bound = match written.ty.kind(db) {
                    TyKind::Array(_, bound) => crate::display::declarator::bound_text(sp, bound),
                    _ => String::new(),
                };
                out.spelling.right.insert_str(0, &bound);
                out.is_grouped = true;
                out
            }
            Form::Function(f) => Part::function(sp, written, f, expanded, depth),
            Form::Specialization(args) => {
                let template = written.ty.class_entity(db).and_then(|e| e.template(db));
                match template {
                    Some(template) => Part::name(format!(
                        "{}{}",
                        class_name(sp, template, depth),
                        args_text(sp, args, expanded, depth)
                    )),
                    None => Part::name(nested(sp, written.ty, depth)),
                }
            }
        }
    }

    fn function<'db>(
        sp: &Speller<'db>,
        written: &Written<'db>,
        f: &WrittenFunction<'db>,
        expanded: bool,
        depth: u32,
    ) -> Part {
        let TyKind::Function(ty) = written.ty.kind(sp.db) else {
            return Part::name(nested(sp, written.ty, depth));
        };
        let params = f.params.iter().map(|p| {
            let part = Part::of(sp, p, expanded, depth);
            part.spelling.joined()
        });
        let params = crate::display::declarator::parameters_of(params.collect(), ty);
        let mut out = match f.trailing {
            true => Part::name("auto".into()),
            false => Part::of(sp, &f.ret, expanded, depth),
        };
        out.spelling.right.insert_str(0, &params);
        if f.trailing {
            let ret = Part::of(sp, &f.ret, expanded, depth).spelling.joined();
            out.spelling.right.push_str(&format!("->{ret}"));
        }
        out.is_grouped = true;
        out
    }

    /// Adds a pointer or reference.
    fn operator(mut self, sign: &str) -> Part {
        let Spelling { left, right } = &mut self.spelling;
        if !left.ends_with(['*', '&', '(']) {
            left.push(' ');
        }
        if self.is_grouped {
            left.push('(');
            right.insert(0, ')');
        }
        left.push_str(sign);
        self.is_grouped = false;
        self
    }

    /// Adds qualifiers: behind a pointer, in front of anything else.
    fn qualified(mut self, quals: Qualifiers) -> Part {
        let words = qualifier_words(quals);
        let left = &mut self.spelling.left;
        match left.ends_with(['*', '&']) {
            true => left.push_str(words.trim_end()),
            false => *left = prefixed(quals, left),
        }
        self
    }
}

/// Whether the name is that of a member of a template's instance, or of an alias template with arguments.
fn is_made(alias: &Alias<'_>) -> bool {
    matches!(
        alias,
        Alias::Declared { scope: Some(_), .. } | Alias::Declared { args: Some(_), .. }
    )
}

/// Whether everybody knows what the name means: it is one of namespace `std` itself.
fn is_known<'db>(db: &'db dyn Db, alias: &Alias<'db>) -> bool {
    let Alias::Declared { entity, .. } = alias else {
        return false;
    };
    let decl = entity.decl(db);
    let code = decl.code(db);
    code.body.is_none() && decl.parent(db).is_none() && code.item.scope(db).is_std(db)
}

fn alias_text<'db>(sp: &Speller<'db>, alias: &Alias<'db>, expanded: bool, depth: u32) -> String {
    let (entity, scope, args) = match alias {
        Alias::Local(name) => return name.as_str().to_owned(),
        Alias::Declared {
            entity,
            scope,
            args,
        } => (*entity, scope, args),
    };
    let mut out = class_name(sp, entity, depth);
    if let Some(scope) = scope
        && let Some(name) = entity.hir(sp.db).and_then(|d| d.name.ident())
    {
        let scope = Part::of(sp, scope, false, depth).spelling.joined();
        out = format!("{scope}::{name}");
    }
    if let Some(args) = args {
        out.push_str(&args_text(sp, args, expanded, depth));
    }
    out
}

fn args_text<'db>(
    sp: &Speller<'db>,
    args: &[WrittenArg<'db>],
    expanded: bool,
    depth: u32,
) -> String {
    let mut out = Vec::new();
    let mut rest: Vec<&WrittenArg<'db>> = args.iter().rev().collect();
    while let Some(arg) = rest.pop() {
        match arg {
            WrittenArg::Type(w) => out.push(Part::of(sp, w, expanded, depth).spelling.joined()),
            WrittenArg::Pack(all) => rest.extend(all.iter().rev()),
            WrittenArg::Other(arg) => out.push(arg_text(sp, arg, depth)),
        }
    }
    format!("<{}>", out.join(", "))
}
