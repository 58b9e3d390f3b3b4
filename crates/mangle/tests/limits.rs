//! Names outside the table: special names, forms that g++ 12 does not write, depth and size limits.

#[path = "names/notation/mod.rs"]
mod notation;

use std::sync::Arc;

use cleave_lang::{Builtin, Operator};
use cleave_mangle::*;
use expect_test::{Expect, expect};
use notation::Item;

fn names(mangler: &Mangler, notations: &[&str]) -> String {
    let name = |text: &&str| match notation::parse(text) {
        Item::Function(function) => mangler.function(&function),
        Item::Variable(variable) => mangler.variable(&variable),
        Item::Special(special) => mangler.special(&special),
    };
    let lines = notations.iter().map(|text| match name(text) {
        Ok(name) => format!("{name}\n"),
        Err(error) => format!("{error}\n"),
    });
    lines.collect()
}

fn check(notations: &[&str], expected: Expect) {
    expected.assert_eq(&names(&Mangler::default(), notations));
}

#[test]
fn special_names() {
    check(
        &[
            "vtable N::C",
            "vtt N::C",
            "typeinfo N::C",
            "typename N::C",
            "typeinfo *const int",
            "guard @local{f()}::s",
            "guard N::v",
            "reftemp 0 N::v",
            "reftemp 1 v",
            "tlsinit v",
            "tlswrap v",
            "thunk -8 C::v()",
            "thunk 0:-24 C::@D1()",
            "thunk -16/0:-24 C::clone() const",
            "C::@D0()",
        ],
        expect![[r#"
            _ZTVN1N1CE
            _ZTTN1N1CE
            _ZTIN1N1CE
            _ZTSN1N1CE
            _ZTIPKi
            _ZGVZ1fvE1s
            _ZGVN1N1vE
            _ZGRN1N1vE_
            _ZGR1v0_
            _ZTH1v
            _ZTW1v
            _ZThn8_N1C1vEv
            _ZTv0_n24_N1CD1Ev
            _ZTchn16_v0_n24_NK1C5cloneEv
            _ZN1CD0Ev
        "#]],
    );
}

/// Forms of the ABI that no row of the table has.
#[test]
fn rare_forms() {
    check(
        &[
            "f(vendor __bf16, *vendor __bf16)",
            "f(vendor sve<int>)",
            "f(imaginary float)",
            "f(vec({$0}, int))",
            "f($1.0, $2.3)",
            "f(*fn() noexcept{$0}->void)",
            "f<#int:0>() -> decltype{noexcept(p0)}",
            "f<int>() -> decltype{alignof(p0)}",
            "f<int>() -> decltype{typeid<int>}",
            "f<int>() -> decltype{dynamic_cast<*int>(p0)}",
            "f<int>() -> decltype{typeid(p1)}",
            "f<int>() -> decltype{global_delete_array(p2)}",
            "f<int>() -> decltype{new<$0>}",
            "f<int>() -> decltype{post_decrement(Decrement(p0))}",
            "f<int>() -> decltype{DotStar(p0, p1)}",
            "f<int>() -> decltype{call(u[op:Plus<$0>], p0)}",
            "f<int>() -> decltype{u[conv($0)]}",
            "f<int>() -> decltype{convert<$0>(p0, p1)}",
            "f<int>() -> decltype{list(p0, p1)}",
            "f<tmpl $0>()",
            "var S::q::@init::@lambda()#0",
            "S::q::@init::@lambda()#1::op:Call() const",
            "var @bind(a, b)",
            "var @local{f()}#11::s",
            "var @local{f()}#12::s",
            "C::op:CoAwait()",
        ],
        expect![[r#"
            _Z1fu6__bf16PS_
            _Z1fu3sveIiE
            _Z1fGf
            _Z1fDv_T__i
            _Z1fTL0__TL1_2_
            _Z1fPDOT_EFvvE
            _Z1fILi0EEDTnxfp_Ev
            _Z1fIiEDTazfp_Ev
            _Z1fIiEDTtiiEv
            _Z1fIiEDTdcPifp_Ev
            _Z1fIiEDTtefp0_Ev
            _Z1fIiEDTgsdafp1_Ev
            _Z1fIiEDTnw_T_EEv
            _Z1fIiEDTmmmm_fp_Ev
            _Z1fIiEDTdsfp_fp0_Ev
            _Z1fIiEDTclonplIT_Efp_EEv
            _Z1fIiEDToncvT_Ev
            _Z1fIiEDTcvT__fp_fp0_EEv
            _Z1fIiEDTilfp_fp0_EEv
            _Z1fIT_Evv
            _ZN1S1qMUlvE_E
            _ZNK1S1qMUlvE0_clEv
            _ZDC1a1bE
            _ZZ1fvE1s__10_
            _ZZ1fvE1s__11_
            _ZN1CawEv
        "#]],
    );
}

#[test]
fn conventions_for_linkage() {
    let notations = [
        "main(int, **char)",
        "N::main()",
        "externC N::f(int)",
        "externC N::k(*int)",
        "var v",
        "var externC N::v",
        "var v~tag",
        "static f()",
        "var static v",
        "N::@anon::f(N::@anon::C)",
        "use<{var[static v]}>()",
    ];
    check(
        &notations,
        expect![[r#"
        main
        _ZN1N4mainEv
        f
        k
        v
        v
        _Z1vB3tag
        internal name needs a module id
        internal name needs a module id
        _ZN1N12_GLOBAL__N_11fENS0_1CE
        internal name needs a module id
    "#]],
    );
    expect![[r#"
        main
        _ZN1N4mainEv
        f
        k
        v
        v
        _Z1vB3tag
        _ZN24_INTERNAL_01234567_1_a_f1fEv
        _ZN24_INTERNAL_01234567_1_a_f1vE
        _ZN1N26_GLOBAL__N__01234567_1_a_f1fENS0_1CE
        _Z3useIL_ZN24_INTERNAL_01234567_1_a_f1vEEEvv
    "#]]
    .assert_eq(&names(&Mangler::cuda("_01234567_1_a_f"), &notations));
}

#[test]
fn module_id_entities() {
    let rows = [
        "f(int)",
        "externC N::f(int)",
        "main()",
        "C::@C1()",
        "var v",
        "var v~tag",
        "var externC v",
        "var N::v",
        "var externC N::v",
    ];
    let mangler = Mangler::default();
    let names = rows.map(|row| {
        let entity = match notation::parse(row) {
            Item::Function(function) => Entity::Function(function),
            Item::Variable(variable) => Entity::Variable(variable),
            Item::Special(_) => unreachable!("no special names here"),
        };
        mangler.module_id_entity(&entity).unwrap()
    });
    expect!["_Z1fi f main _ZN1CC1Ev v v v _ZN1N1vE _ZN1N1vE"].assert_eq(&names.join(" "));
}

#[test]
fn base_36_and_many_substitutions() {
    let params: Vec<String> = (0..40).map(|n| format!("*C{n}")).collect();
    let again = "*C0, *C9, *C10, *C17, *C18, *C39";
    let notation = format!("f({}, {again})", params.join(", "));
    let name = names(&Mangler::default(), &[&notation]);
    expect![[r#"
        3C38P3C39S0_SI_SK_SY_S10_S26_
    "#]]
    .assert_eq(&name[name.len() - 30..]);
}

#[test]
fn implied_tags() {
    let string = Type::named(
        Name::global("std")
            .member_id(Unqualified::InlineNamespace {
                name: "__cxx11".into(),
                abi_tags: vec!["cxx11".into()],
            })
            .member("basic_string"),
    );
    let f = Name::global("f");
    let tags = |ty: &Type, params: &[Type]| implied_abi_tags(&f, ty, params);
    assert_eq!(tags(&string.clone().pointer(), &[]), ["cxx11"]);
    assert_eq!(tags(&string, &[Type::VOID, string.clone()]), [""; 0]);
    assert_eq!(tags(&Type::VOID, std::slice::from_ref(&string)), [""; 0]);
    let conversion = Name::global("C").member_id(Unqualified::Conversion(Box::new(string.clone())));
    assert_eq!(implied_abi_tags(&conversion, &string, &[]), [""; 0]);

    let mut tagged = Function::new(f.clone(), FunctionType::new(string.clone(), []));
    tagged.name.abi_tags = tags(&string, &[]);
    assert_eq!(mangle_function(&tagged).unwrap(), "_Z1fB5cxx11v");
    let takes = Function::new(f, FunctionType::new(Type::VOID, [string]));
    assert_eq!(
        mangle_function(&takes).unwrap(),
        "_Z1fNSt7__cxx1112basic_stringE"
    );
}

/// Deep input is refused, whichever way it nests, before a stack of 1 MiB overflows.
#[test]
fn depth_is_limited() {
    const DEEP: u32 = MAX_DEPTH + 100;
    let int = Type::Builtin(Builtin::Int);
    let pointers = |n| (0..n).fold(int.clone(), |ty, _| ty.pointer());
    let arrays = |n: u32| {
        (0..n).fold(int.clone(), |ty, _| {
            Type::Array(Bound::Known(1), Arc::new(ty))
        })
    };
    let templates = |n| {
        (0..n).fold(int.clone(), |ty, _| {
            Type::named(Name::global("X").with_args([TemplateArg::Type(ty)]))
        })
    };
    let packs = |n| {
        let pack = (0..n).fold(TemplateArg::Type(int.clone()), |arg, _| {
            TemplateArg::Pack(vec![arg])
        });
        Type::named(Name::global("X").with_args([pack]))
    };
    let scopes = |n| Type::named((0..n).fold(Name::global("A"), |name, _| name.member("A")));
    let exprs = |n| {
        let zero = Expr::Literal(Literal::integer(int.clone(), 0));
        let deep = (0..n).fold(zero, |expr, _| {
            Expr::Unary(Operator::Negate, Box::new(expr))
        });
        Type::Array(Bound::Dependent(Arc::new(deep)), Arc::new(int.clone()))
    };
    let functions = |n| {
        (0..n).fold(int.clone(), |ty, _| {
            Type::Function(Arc::new(FunctionType::new(ty, [])))
        })
    };
    let locals = |n| {
        let name = (0..n).fold(Name::global("f"), |name, _| {
            let function = Function::new(name, FunctionType::new(Type::VOID, []));
            Name::new(
                Scope::Local(Arc::new(LocalScope {
                    function,
                    default_argument: None,
                    discriminator: 0,
                })),
                Unqualified::Identifier("L".into()),
            )
        });
        Type::named(name)
    };
    let lambdas = |n| {
        (0..n).fold(int.clone(), |ty, _| {
            let lambda = Lambda {
                params: vec![ty],
                variadic: false,
                number: 0,
            };
            let id = Unqualified::Lambda(Box::new(lambda));
            Type::named(Name::new(Scope::Global, id))
        })
    };
    let qualified_arrays = |n| arrays(n).constant();

    let check = || {
        for make in [
            &pointers as &dyn Fn(u32) -> Type,
            &arrays,
            &qualified_arrays,
            &templates,
            &packs,
            &scopes,
            &exprs,
            &functions,
            &locals,
            &lambdas,
        ] {
            assert_eq!(mangle_type(&make(DEEP)), Err(MangleError::TooDeep));
            assert!(mangle_type(&make(60)).is_ok());
        }
        let below_limit = pointers(MAX_DEPTH - 1);
        assert_eq!(mangle_type(&below_limit).unwrap().len(), MAX_DEPTH as usize);
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    std::thread::scope(|scope| {
        thread.spawn_scoped(scope, check).unwrap().join().unwrap();
    });
}

/// A type whose written-out form doubles at each level is walked in linear time when it is shared, and
/// its name stays short either way.
#[test]
fn shared_types_are_walked_once() {
    let pair = |ty: Type| {
        let args = [TemplateArg::Type(ty.clone()), TemplateArg::Type(ty)];
        Type::named(Name::global("P").with_args(args))
    };
    let int = Type::Builtin(Builtin::Int);
    let small = (0..4).fold(int.clone(), |ty, _| pair(ty));
    expect!["1PIS_IS_IS_IiiES0_ES1_ES2_E"].assert_eq(&mangle_type(&small).unwrap());
    let large = (0..60).fold(int, |ty, _| pair(ty));
    // `1PI`, 58 times `S_I`, `S_IiiE`, then 36 substitutions of one digit and 23 of two, each with an `E`.
    let length = 3 + 58 * 3 + 6 + 36 * 4 + 23 * 5;
    assert_eq!(mangle_type(&large).unwrap().len(), length);
}
