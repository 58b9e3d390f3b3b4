//! The names by which host code refers to device entities in separate compilation: patterns that leave
//! parameters and template arguments open. Which entity goes into which array is the caller's to decide.

use crate::{Linkage, MangleError, Mangler, Name, Scope, Unqualified, spelled_identifier};

/// What a host reference names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HostEntityKind {
    /// A kernel.
    Kernel,
    /// A device, constant or managed variable.
    Variable,
}

/// An entity mentioned by host code. Templates are listed twice by the reference, once for each linkage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HostEntity<'a> {
    /// Its name; tags and template arguments are not looked at.
    pub name: &'a Name,
    /// What it is.
    pub kind: HostEntityKind,
    /// Whether it is a template or a specialisation of one.
    pub is_template: bool,
    /// The array it goes into, or C linkage (which goes into the external one).
    pub linkage: Linkage,
}

/// The entry of a host reference array.
///
/// Plain names (C linkage, and variables at global scope that are no templates) stand alone; all others
/// are a path of length-prefixed names, ended by `*` for whatever may follow. Internal ones begin with
/// [`crate::static_prefix`] and a `*`. Unlike in linker names, `std` is no exception.
///
/// # Errors
/// As for [`Mangler::function`]; [`MangleError::NoModuleId`] for internal linkage without a module id.
pub fn host_reference_name(
    mangler: &Mangler,
    entity: &HostEntity<'_>,
) -> Result<String, MangleError> {
    let HostEntity { name, linkage, .. } = *entity;
    let at_global_scope = name.scope == Scope::Global;
    let plain = linkage == Linkage::C
        || at_global_scope && entity.kind == HostEntityKind::Variable && !entity.is_template;

    let mut text = match (linkage, &mangler.module_id) {
        (Linkage::Internal, Some(module_id)) => crate::static_prefix(module_id) + "*",
        (Linkage::Internal, None) => return Err(MangleError::NoModuleId),
        (Linkage::External, _) if plain => String::new(),
        (Linkage::External, _) if at_global_scope => "_Z".to_owned(),
        (Linkage::External, _) => "_ZN".to_owned(),
        (Linkage::C, _) => String::new(),
    };
    match &name.id {
        Unqualified::Identifier(id) if plain => text.push_str(&spelled_identifier(id)),
        _ => {
            let enclosing: Vec<&Name> = name.enclosing().collect();
            for outer in enclosing.into_iter().rev() {
                text.push_str(&mangler.component(outer)?);
            }
            text.push_str(&mangler.component(name)?);
            text.push('*');
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn entries() {
        use HostEntityKind::{Kernel, Variable};
        use Linkage::{C, External, Internal};

        let mangler = Mangler::cuda("_eccdfc89_4_h_cu_ccd5d570");
        let ab = Name::global("A").member("B");
        let unnamed = ab.clone().member_id(Unqualified::UnnamedNamespace);
        let mut tagged = ab.clone().member("tagged");
        tagged.abi_tags.push("t1".into());
        let rows = [
            (Name::global("gk"), Kernel, false, External),
            (Name::global("gtk"), Kernel, true, External),
            (Name::global("gtk"), Kernel, true, Internal),
            (Name::global("skern"), Kernel, false, Internal),
            (ab.clone().member("o"), Kernel, false, External),
            (ab.clone().member("sk"), Kernel, false, Internal),
            (ab.clone().member("ek"), Kernel, false, C),
            (unnamed.clone().member("ank"), Kernel, false, Internal),
            (Name::global("gv"), Variable, false, External),
            (Name::global("gvt"), Variable, true, External),
            (Name::global("gsvt"), Variable, true, Internal),
            (Name::global("gsv"), Variable, false, Internal),
            (Name::global("ecv"), Variable, false, C),
            (tagged, Variable, false, External),
            (unnamed.member("anv"), Variable, false, Internal),
            (Name::global("std").member("sv"), Variable, false, External),
        ];
        let text: String = rows
            .iter()
            .map(|(name, kind, is_template, linkage)| {
                let entity = HostEntity {
                    name,
                    kind: *kind,
                    is_template: *is_template,
                    linkage: *linkage,
                };
                host_reference_name(&mangler, &entity).unwrap() + "\n"
            })
            .collect();
        expect![[r#"
            _Z2gk*
            _Z3gtk*
            __nv_static_25__eccdfc89_4_h_cu_ccd5d570_*3gtk*
            __nv_static_25__eccdfc89_4_h_cu_ccd5d570_*5skern*
            _ZN1A1B1o*
            __nv_static_25__eccdfc89_4_h_cu_ccd5d570_*1A1B2sk*
            ek
            __nv_static_25__eccdfc89_4_h_cu_ccd5d570_*1A1B36_GLOBAL__N__eccdfc89_4_h_cu_ccd5d5703ank*
            gv
            _Z3gvt*
            __nv_static_25__eccdfc89_4_h_cu_ccd5d570_*4gsvt*
            __nv_static_25__eccdfc89_4_h_cu_ccd5d570_*gsv
            ecv
            _ZN1A1B6tagged*
            __nv_static_25__eccdfc89_4_h_cu_ccd5d570_*1A1B36_GLOBAL__N__eccdfc89_4_h_cu_ccd5d5703anv*
            _ZN3std2sv*
        "#]]
        .assert_eq(&text);
        let nameless = Mangler::default();
        let entity = HostEntity {
            name: &Name::global("k"),
            kind: Kernel,
            is_template: false,
            linkage: Internal,
        };
        assert_eq!(
            host_reference_name(&nameless, &entity),
            Err(MangleError::NoModuleId)
        );
    }
}
