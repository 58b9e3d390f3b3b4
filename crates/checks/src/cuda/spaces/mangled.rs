//! How messages name a called function once an error has been reported: as the linker would, but that the reference does not know
//! types any more and writes `1?` for each (reference: diagnostics, Names of callees after an error).

use cleave_base_db::Db;
use cleave_mangle::{
    Coded as _, Function, Linkage, LiteralValue, LocalScope, Name, Scope, TemplateArg,
    TemplateName, Type, Unqualified,
};
use cleave_typing::{Entity, linkage};

/// What stands for a type.
const TYPE: &str = "1?";
/// How deep names may be nested.
const DEPTH: u32 = 64;

/// The name, if it is another one than without errors: where no type is part of it, it can be read as ever.
pub(crate) fn after_errors<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<String> {
    let function = linkage::mangle_function(db, function)?;
    if function.linkage == Linkage::C {
        return None;
    }
    let name = format!("_Z{}", encoding(&function, DEPTH)?);
    name.contains(TYPE).then_some(name)
}

fn encoding(f: &Function, depth: u32) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let mut out = name(&f.name, f.ty.quals.is_const, depth)?;
    if is_c(f) {
        return Some(out);
    }
    let without_return_type = matches!(
        f.name.id,
        Unqualified::Constructor(_) | Unqualified::Destructor(_) | Unqualified::Conversion(_)
    );
    if f.name.args.is_some() && !without_return_type {
        out.push_str(TYPE);
    }
    for param in &f.ty.params {
        out.push_str(match param {
            Type::PackExpansion(_) => "Dp1?",
            _ => TYPE,
        });
    }
    if f.ty.variadic {
        out.push('z');
    }
    if f.ty.params.is_empty() && !f.ty.variadic {
        out.push('v');
    }
    Some(out)
}

/// Whether the linker knows a function by its name alone.
pub(crate) fn is_c(f: &Function) -> bool {
    f.linkage == Linkage::C
        || f.name.scope == Scope::Global && f.name.id == Unqualified::Identifier("main".into())
}

fn name(name: &Name, is_const: bool, depth: u32) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let own = component(name, depth)?;
    let constant = if is_const { "K" } else { "" };
    Some(match &name.scope {
        Scope::Global => own,
        Scope::In(scope) if scope.is_std() && scope.scope == Scope::Global => format!("St{own}"),
        Scope::In(scope) => {
            let (around, scopes) = prefix(scope, depth)?;
            format!("{around}N{constant}{scopes}{own}E")
        }
        Scope::Local(local) => format!("{}{own}", around(local, depth)?),
        Scope::Dependent(_) | Scope::Initializer(_) => return None,
    })
}

/// The function around a name, and the scopes within, from the outermost.
fn prefix(name: &Name, depth: u32) -> Option<(String, String)> {
    let depth = depth.checked_sub(1)?;
    if name.is_std() && name.scope == Scope::Global {
        return Some((String::new(), "St".into()));
    }
    let own = component(name, depth)?;
    Some(match &name.scope {
        Scope::Global => (String::new(), own),
        Scope::In(scope) => {
            let (around, scopes) = prefix(scope, depth)?;
            (around, scopes + &own)
        }
        Scope::Local(local) => (around(local, depth)?, own),
        Scope::Dependent(_) | Scope::Initializer(_) => return None,
    })
}

fn around(local: &LocalScope, depth: u32) -> Option<String> {
    if local.default_argument.is_some() {
        return None;
    }
    Some(format!("Z{}E", encoding(&local.function, depth)?))
}

fn component(name: &Name, depth: u32) -> Option<String> {
    let plain = |id: &str| format!("{}{id}", id.len());
    let mut out = match &name.id {
        Unqualified::Identifier(id) | Unqualified::InlineNamespace { name: id, .. } => plain(id),
        Unqualified::UnnamedNamespace => plain("_NV_ANON_NAMESPACE"),
        Unqualified::Constructor(_) | Unqualified::InheritedConstructor(..) => "C1".into(),
        Unqualified::Destructor(_) => "D1".into(),
        Unqualified::Operator(op) => op.code().into(),
        Unqualified::Conversion(_) => format!("cv{TYPE}"),
        Unqualified::LiteralOperator(suffix) => format!("li{}", plain(suffix)),
        Unqualified::Lambda(lambda) => {
            let mut params: String = lambda.params.iter().map(|_| TYPE).collect();
            if lambda.variadic {
                params.push('z');
            }
            if params.is_empty() {
                params.push('v');
            }
            let number = match lambda.number {
                0 => String::new(),
                n => (n - 1).to_string(),
            };
            format!("Ul{params}E{number}_")
        }
        Unqualified::UnnamedType(_) | Unqualified::StructuredBinding(_) => return None,
    };
    if let Some(args) = &name.args {
        out.push('I');
        for arg in args {
            out.push_str(&argument(arg, depth)?);
        }
        out.push('E');
    }
    Some(out)
}

fn argument(arg: &TemplateArg, depth: u32) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    Some(match arg {
        TemplateArg::Type(_) => TYPE.into(),
        TemplateArg::Literal(literal) => {
            let LiteralValue::Integer {
                negative,
                magnitude,
            } = &literal.value
            else {
                return None;
            };
            let sign = if *negative { "n" } else { "" };
            format!("L{TYPE}{sign}{magnitude}E")
        }
        TemplateArg::Pack(elements) => {
            let mut out = String::from("J");
            for element in elements {
                out.push_str(&argument(element, depth)?);
            }
            out + "E"
        }
        TemplateArg::Template(TemplateName::Template(template)) => name(template, false, depth)?,
        _ => return None,
    })
}
