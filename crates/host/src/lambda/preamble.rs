//! The templates that extended lambdas are wrapped in. Names, template parameters, signatures and members are fixed: the
//! device compiler's stub and the mangled names of users' functions contain them (reference: lambdas, Preamble). For captures there
//! is one specialisation for each number of them that occurs, and for arrays one for each rank.

use cleave_base_db::HostSettings;
use cleave_cuda::{Difference, Toolkit};

use super::CaptureCounts;

/// The class that the runtime's headers declare where the templates belong: after what they use, before who uses them.
pub(crate) const PREAMBLE_PLACE: &str = "__nv_lambda_preheader_injection";

/// How many dimensions a captured array may have.
const MOST_DIMENSIONS: usize = 7;

const TAGS: &str = "
#define __NV_LAMBDA_WRAPPER_HELPER(F, A) decltype(F), A
template <class T> struct __nvdl_remove_ref { typedef T type; };
template <class T> struct __nvdl_remove_ref<T &> { typedef T type; };
template <class T> struct __nvdl_remove_ref<T &&> { typedef T type; };
template <class R, class... P> struct __nvdl_remove_ref<R (&)(P...)> { typedef R (*type)(P...); };
template <class T> struct __nvdl_remove_const { typedef T type; };
template <class T> struct __nvdl_remove_const<const T> { typedef T type; };
template <class F> struct __nvdl_result;
template <class R, class... P> struct __nvdl_result<R (*)(P...)> { typedef R type; };
template <class U, U func, unsigned> struct __nv_dl_tag {};
template <class U, U func, class Return, unsigned> struct __nv_dl_trailing_return_tag {};
";

/// What a captured thing is kept as; arrays are copied element by element.
const FIELDS: &str = "
template <class T> struct __nv_lambda_array_wrapper {
  static_assert(sizeof(T) == 0, \"no captured array has so many dimensions\");
};
template <class T> struct __nv_lambda_field_type { typedef T type; };
";

const ARRAY: &str = "
template <class T, {SIZES}> struct __nv_lambda_array_wrapper<T {BOUNDS}> {
  T arr {BOUNDS};
  __nv_lambda_array_wrapper(const T in {BOUNDS}) { {LOOPS} arr {INDEX} = in {INDEX}; }
};
template <class T, {SIZES}> struct __nv_lambda_field_type<T {BOUNDS}> {
  typedef __nv_lambda_array_wrapper<T {BOUNDS}> type;
};
template <class T, {SIZES}> struct __nv_lambda_field_type<const T {BOUNDS}> {
  typedef const __nv_lambda_array_wrapper<T {BOUNDS}> type;
};
";

/// The host never calls a lambda that is for the device alone; its type has to have a call operator all the same.
const DEVICE: &str = "
template <class Tag, class... CapturedVarTypePack> struct __nv_dl_wrapper_t {
  static_assert(sizeof...(CapturedVarTypePack) == 0, \"no template was made for so many captures\");
};
template <class Tag> struct __nv_dl_wrapper_t<Tag> {
  __nv_dl_wrapper_t(Tag) {}
  template <class... U1> int operator()(U1...) { return 0; }
};
template <class U, U func, class Return, unsigned Id>
struct __nv_dl_wrapper_t<__nv_dl_trailing_return_tag<U, func, Return, Id>> {
  __nv_dl_wrapper_t(__nv_dl_trailing_return_tag<U, func, Return, Id>) {}
  template <class... U1> Return operator()(U1...) { __builtin_unreachable(); }
};
";

const DEVICE_CAPTURING: &str = "
template <class Tag, {TYPES}> struct __nv_dl_wrapper_t<Tag, {NAMES}> {
  {FIELDS}
  __nv_dl_wrapper_t(Tag, {PARAMETERS}) : {INITIALIZERS} {}
  template <class... U1> int operator()(U1...) { return 0; }
};
template <class U, U func, class Return, unsigned Id, {TYPES}>
struct __nv_dl_wrapper_t<__nv_dl_trailing_return_tag<U, func, Return, Id>, {NAMES}> {
  {FIELDS}
  __nv_dl_wrapper_t(__nv_dl_trailing_return_tag<U, func, Return, Id>, {PARAMETERS}) : {INITIALIZERS} {}
  template <class... U1> Return operator()(U1...) { __builtin_unreachable(); }
};
";

/// The host calls its copy of the closure through functions that are known only where the wrapper is made.
const HELPER: &str = "
template <class Tag, class OpFuncR, class... OpFuncArgs> struct __nv_hdl_helper {
  typedef void *(*fp_copier_t)(void *);
  typedef OpFuncR (*fp_caller_t)(void *, OpFuncArgs...);
  typedef void (*fp_deleter_t)(void *);
  typedef OpFuncR (*fp_noobject_caller_t)(OpFuncArgs...);
  static fp_copier_t fp_copier;
  static fp_deleter_t fp_deleter;
  static fp_caller_t fp_caller;
  static fp_noobject_caller_t fp_noobject_caller;
};
";

const HELPER_MEMBER: &str = "
template <class Tag, class OpFuncR, class... OpFuncArgs>
typename __nv_hdl_helper<Tag, OpFuncR, OpFuncArgs...>::{MEMBER}_t
  __nv_hdl_helper<Tag, OpFuncR, OpFuncArgs...>::{MEMBER};
";

const HELPER_MEMBERS: [&str; 4] = ["fp_copier", "fp_deleter", "fp_caller", "fp_noobject_caller"];

const BOTH: &str = "
template <bool IsMutable, bool HasFuncPtrConv, bool NeverThrows, class Tag, class OpFunc, class... CapturedVarTypePack>
struct __nv_hdl_wrapper_t {
  static_assert(sizeof...(CapturedVarTypePack) == 0, \"no template was made for so many captures\");
};
";

/// A wrapper that owns a copy of the closure.
const BOTH_CAPTURING: &str = "
template <bool NeverThrows, class Tag, class OpFuncR, class... OpFuncArgs{, TYPES}>
struct __nv_hdl_wrapper_t<{MUTABLE}, false, NeverThrows, Tag, OpFuncR(OpFuncArgs...){, NAMES}> {
  typedef __nv_hdl_helper<Tag, OpFuncR, OpFuncArgs...> __nv_helper;
  typedef OpFuncR(__opfunc_t)(OpFuncArgs...);
  {FIELDS}
  void *data;
  template <class Lambda> struct manager {
    static void *do_copy(void *buf) {
      Lambda *own = static_cast<Lambda *>(buf);
      return new Lambda(*own);
    }
    static OpFuncR do_call(void *buf, OpFuncArgs... args) {
      Lambda *own = static_cast<Lambda *>(buf);
      return (*own)(std::forward<OpFuncArgs>(args)...);
    }
    static void do_delete(void *buf) {
      Lambda *own = static_cast<Lambda *>(buf);
      delete own;
    }
  };
  template <class Lambda>
  __nv_hdl_wrapper_t(Tag, Lambda &&lam{, PARAMETERS}) : {INITIALIZERS, }data(new Lambda(std::move(lam))) {
    __nv_helper::fp_copier = &manager<Lambda>::do_copy;
    __nv_helper::fp_deleter = &manager<Lambda>::do_delete;
    __nv_helper::fp_caller = &manager<Lambda>::do_call;
  }
  OpFuncR operator()(OpFuncArgs... args) {CONST} noexcept(NeverThrows) {
    return __nv_helper::fp_caller(data, std::forward<OpFuncArgs>(args)...);
  }
  __nv_hdl_wrapper_t(const __nv_hdl_wrapper_t &in) : {COPIES, }data(__nv_helper::fp_copier(in.data)) {}
  __nv_hdl_wrapper_t(__nv_hdl_wrapper_t &&in) : {MOVES, }data(in.data) { in.data = 0; }
  ~__nv_hdl_wrapper_t() { __nv_helper::fp_deleter(data); }
  __nv_hdl_wrapper_t &operator=(const __nv_hdl_wrapper_t &in) = delete;
};
";

/// A wrapper of a closure that is no more than a function.
const BOTH_CONVERTING: &str = "
template <bool NeverThrows, class Tag, class OpFuncR, class... OpFuncArgs{, TYPES}>
struct __nv_hdl_wrapper_t<{MUTABLE}, true, NeverThrows, Tag, OpFuncR(OpFuncArgs...){, NAMES}> {
  typedef __nv_hdl_helper<Tag, OpFuncR, OpFuncArgs...> __nv_helper;
  typedef OpFuncR(__opfunc_t)(OpFuncArgs...);
  {FIELDS}
  template <class Lambda>
  __nv_hdl_wrapper_t(Tag, Lambda &&lam{, PARAMETERS}){ : INITIALIZERS} { __nv_helper::fp_noobject_caller = lam; }
  OpFuncR operator()(OpFuncArgs... args) {CONST} noexcept(NeverThrows) {
    return __nv_helper::fp_noobject_caller(std::forward<OpFuncArgs>(args)...);
  }
  operator __opfunc_t *() const { return __nv_helper::fp_noobject_caller; }
  __nv_hdl_wrapper_t &operator=(const __nv_hdl_wrapper_t &in) = delete;
};
";

/// From a closure's type to that of its wrapper: what its call operator takes, gives and throws.
const OUTER: &str = "
template <bool IsMutable, bool HasFuncPtrConv, class... CaptureArgs> struct __nv_hdl_helper_trait_outer {
  template <class Tag, class Lambda>
  struct __nv_hdl_helper_trait : public __nv_hdl_helper_trait<Tag, decltype(&Lambda::operator())> {};
";

const OUTER_CASE: &str = "
  template <class Tag, class C, class R, class... OpFuncArgs>
  struct __nv_hdl_helper_trait<Tag, R (C::*)(OpFuncArgs...) {QUALIFIERS}> {
    template <class Lambda> static auto get(Lambda lam, CaptureArgs... args)
      -> __nv_hdl_wrapper_t<IsMutable, HasFuncPtrConv, {NEVER_THROWS}, Tag, R(OpFuncArgs...), CaptureArgs...>;
  };
";

/// The qualifiers of a call operator, whether it never throws, and since when that is part of its type.
const OUTER_CASES: [(&str, &str, u32); 4] = [
    ("const", "false", 0),
    ("", "false", 0),
    ("const noexcept", "true", 201703),
    ("noexcept", "true", 201703),
];

const CREATE: &str = "
};
template <bool IsMutable, bool HasFuncPtrConv, class Tag, class... CaptureArgs> struct __nv_hdl_create_wrapper_t {
  template <class Lambda> static auto __nv_hdl_create_wrapper(Lambda &&lam, CaptureArgs... args)
    -> decltype(__nv_hdl_helper_trait_outer<IsMutable, HasFuncPtrConv, CaptureArgs...>::template
                __nv_hdl_helper_trait<Tag, Lambda>::get(lam, args...)) {
    typedef decltype(__nv_hdl_helper_trait_outer<IsMutable, HasFuncPtrConv, CaptureArgs...>::template
                     __nv_hdl_helper_trait<Tag, Lambda>::get(lam, args...)) made;
    return made(Tag{}, std::move(lam), args...);
  }
};
";

/// The questions that programs may ask about types.
const TRAITS: &str = "
template <class T> struct __nv_lambda_trait_remove_const { typedef T type; };
template <class T> struct __nv_lambda_trait_remove_const<const T> { typedef T type; };
template <class T> struct __nv_lambda_trait_remove_volatile { typedef T type; };
template <class T> struct __nv_lambda_trait_remove_volatile<volatile T> { typedef T type; };
template <class T> struct __nv_lambda_trait_remove_cv {
  typedef typename __nv_lambda_trait_remove_const<typename __nv_lambda_trait_remove_volatile<T>::type>::type type;
};
template <class T> struct __nv_extended_device_lambda_trait_helper { static const bool value = false; };
template <class T1, class... Pack>
struct __nv_extended_device_lambda_trait_helper<__nv_dl_wrapper_t<T1, Pack...>> { static const bool value = true; };
template <class T> struct __nv_lambda_trait_remove_dl_wrapper { typedef T type; };
template <class T> struct __nv_lambda_trait_remove_dl_wrapper<__nv_dl_wrapper_t<T>> { typedef T type; };
template <class T> struct __nv_extended_device_lambda_with_trailing_return_trait_helper {
  static const bool value = false;
};
template <class U, U func, class Return, unsigned Id, class... Pack>
struct __nv_extended_device_lambda_with_trailing_return_trait_helper<
    __nv_dl_wrapper_t<__nv_dl_trailing_return_tag<U, func, Return, Id>, Pack...>> {
  static const bool value = true;
};
template <class> struct __nv_extended_host_device_lambda_trait_helper { static const bool value = false; };
template <bool B1, bool B2, bool B3, class T1, class T2, class... Pack>
struct __nv_extended_host_device_lambda_trait_helper<__nv_hdl_wrapper_t<B1, B2, B3, T1, T2, Pack...>> {
  static const bool value = true;
};
";

/// The operators that ask them, each with its template.
const TRAIT_OPERATORS: [(&str, &str); 3] = [
    (
        "__nv_is_extended_device_lambda_closure_type",
        "__nv_extended_device_lambda_trait_helper",
    ),
    (
        "__nv_is_extended_device_lambda_with_preserved_return_type",
        "__nv_extended_device_lambda_with_trailing_return_trait_helper",
    ),
    (
        "__nv_is_extended_host_device_lambda_closure_type",
        "__nv_extended_host_device_lambda_trait_helper",
    ),
];

/// All templates for a file whose lambdas capture so many things.
pub(crate) fn preamble(
    settings: &HostSettings,
    toolkit: Toolkit,
    counts: &CaptureCounts,
) -> String {
    let helper_is_global = toolkit.has(Difference::LambdaHelperIsGlobal);
    let mut out = String::from(TAGS);
    out += FIELDS;
    for rank in 1..=MOST_DIMENSIONS {
        let each = |f: &dyn Fn(usize) -> String| joined(rank, "", f);
        out += &fill(
            ARRAY,
            &[
                ("{SIZES}", joined(rank, ", ", &|i| format!("size_t D{i}"))),
                ("{BOUNDS}", each(&|i| format!("[D{i}]"))),
                ("{INDEX}", each(&|i| format!("[i{i}]"))),
                (
                    "{LOOPS}",
                    each(&|i| format!("for (size_t i{i} = 0; i{i} < D{i}; ++i{i}) ")),
                ),
            ],
        );
    }
    out += DEVICE;
    for &count in &counts.device {
        out += &fill(DEVICE_CAPTURING, &captures(count));
    }
    if !helper_is_global {
        out += "\nnamespace {";
    }
    out += HELPER;
    for member in HELPER_MEMBERS {
        out += &HELPER_MEMBER.replace("{MEMBER}", member);
    }
    if !helper_is_global {
        out += "}\n";
    }
    out += BOTH;
    for &count in &counts.host_device {
        for template in [BOTH_CAPTURING, BOTH_CONVERTING] {
            for (is_mutable, constness) in [("false", "const"), ("true", "")] {
                let mut values = captures(count);
                values.push(("{MUTABLE}", is_mutable.into()));
                values.push(("{CONST}", constness.into()));
                out += &fill(template, &values);
            }
        }
    }
    out += OUTER;
    for (qualifiers, never_throws, since) in OUTER_CASES {
        if settings.standard >= since {
            out += &OUTER_CASE
                .replace("{QUALIFIERS}", qualifiers)
                .replace("{NEVER_THROWS}", never_throws);
        }
    }
    out += CREATE;
    out += TRAITS;
    for (operator, template) in TRAIT_OPERATORS {
        out += &format!(
            "#define {operator}(X) {template}<typename __nv_lambda_trait_remove_cv<X>::type>::value\n"
        );
    }
    out
}

/// The pieces that depend on how many captures there are. A comma or colon inside the braces goes with the piece.
fn captures(count: usize) -> Vec<(&'static str, String)> {
    let list = |f: &dyn Fn(usize) -> String| joined(count, ", ", f);
    let before = |mark: &str, text: &str| match count {
        0 => String::new(),
        _ => format!("{mark}{text}"),
    };
    let after = |text: String| match count {
        0 => String::new(),
        _ => format!("{text}, "),
    };
    let types = list(&|i| format!("class F{i}"));
    let names = list(&|i| format!("F{i}"));
    let parameters = list(&|i| format!("F{i} in{i}"));
    let initializers = list(&|i| format!("f{i}(in{i})"));
    vec![
        ("{, TYPES}", before(", ", &types)),
        ("{, NAMES}", before(", ", &names)),
        ("{, PARAMETERS}", before(", ", &parameters)),
        ("{ : INITIALIZERS}", before(" : ", &initializers)),
        ("{INITIALIZERS, }", after(initializers.clone())),
        ("{COPIES, }", after(list(&|i| format!("f{i}(in.f{i})")))),
        (
            "{MOVES, }",
            after(list(&|i| format!("f{i}(std::move(in.f{i}))"))),
        ),
        ("{TYPES}", types),
        ("{NAMES}", names),
        ("{PARAMETERS}", parameters),
        ("{INITIALIZERS}", initializers),
        (
            "{FIELDS}",
            joined(count, " ", &|i| {
                format!("typename __nv_lambda_field_type<F{i}>::type f{i};")
            }),
        ),
    ]
}

fn joined(count: usize, separator: &str, f: &dyn Fn(usize) -> String) -> String {
    let all: Vec<String> = (1..=count).map(f).collect();
    all.join(separator)
}

fn fill(template: &str, values: &[(&str, String)]) -> String {
    let mut out = template.to_owned();
    for (mark, value) in values {
        out = out.replace(mark, value);
    }
    out
}
