//! From a program as it is written to the text that a pass reads: CUDA's annotations are macros of its headers, and a
//! few declarations of the headers are everybody's. Knows where each column was before.

use cleave_attributes::expansions;

/// What launches, built-in variables, atomics and lists in braces need, as a system's header has it.
const PRELUDE: &str = "\
typedef unsigned long size_t;
struct __attribute__((device_builtin)) uint3 { unsigned x, y, z; };
struct __attribute__((device_builtin)) dim3 {
  unsigned x, y, z;
  __attribute__((host)) __attribute__((device)) constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
    : x(x), y(y), z(z) {}
};
typedef struct CUstream_st *cudaStream_t;
typedef enum __attribute__((device_builtin)) cudaError { cudaSuccess } cudaError_t;
extern const uint3 __attribute__((device_builtin)) threadIdx, blockIdx;
extern const dim3 __attribute__((device_builtin)) blockDim, gridDim;
extern \"C\" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, CUstream_st * = 0);
extern \"C\" cudaError_t __cudaPopCallConfiguration(dim3 *, dim3 *, size_t *, void *);
extern \"C\" __attribute__((host)) __attribute__((device)) __attribute__((cudart_builtin)) int printf(const char *, ...);
enum { __NV_ATOMIC_RELAXED, __NV_ATOMIC_CONSUME, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELEASE, __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST };
enum { __NV_THREAD_SCOPE_THREAD, __NV_THREAD_SCOPE_BLOCK, __NV_THREAD_SCOPE_CLUSTER, __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM };
namespace std {
template <class T> class initializer_list {
  const T *first;
  size_t count;
  constexpr initializer_list(const T *first, size_t count) : first(first), count(count) {}
public:
  constexpr initializer_list() : first(0), count(0) {}
  constexpr size_t size() const { return count; }
  constexpr const T *begin() const { return first; }
  constexpr const T *end() const { return first + count; }
};
}
";

/// The name of the program's file.
pub(crate) const FILE: &str = "program.cu";

/// A text to compile.
pub(crate) struct Spelled {
    /// With the prelude and line markers.
    pub(crate) text: String,
    /// For each line its annotations, from left to right.
    shifts: Vec<Vec<Shift>>,
}

/// An annotation that is spelled out.
struct Shift {
    /// Its first column in the program.
    written: usize,
    /// Its first column in the text.
    start: usize,
    /// The column behind it in the text.
    end: usize,
    /// How much wider the text up to there has become.
    wider: usize,
}

impl Spelled {
    /// The text of a program.
    pub(crate) fn new(program: &str, prelude: bool) -> Spelled {
        let mut text = String::new();
        if prelude {
            text.push_str(&format!(
                "# 1 \"{FILE}\"\n# 1 \"cuda_runtime.h\" 1 3\n{PRELUDE}"
            ));
            text.push_str(&format!("# 1 \"{FILE}\" 2\n"));
        } else {
            text.push_str(&format!("# 1 \"{FILE}\"\n"));
        }
        let mut shifts = Vec::new();
        for line in program.lines() {
            let (line, shift) = spelled(line);
            text.push_str(&line);
            text.push('\n');
            shifts.push(shift);
        }
        Spelled { text, shifts }
    }

    /// The column in the program, for one in the text.
    pub(crate) fn column(&self, line: usize, column: usize) -> usize {
        let shifts = self.shifts.get(line.wrapping_sub(1));
        let last = shifts
            .into_iter()
            .flatten()
            .rfind(|shift| shift.start <= column);
        match last {
            None => column,
            Some(shift) if column < shift.end => shift.written,
            Some(shift) => column - shift.wider,
        }
    }
}

/// A line with its annotations spelled out. An annotation's arguments must end where it begins.
fn spelled(line: &str) -> (String, Vec<Shift>) {
    let mut out = String::new();
    let mut shifts = Vec::new();
    let mut done = 0;
    for expansion in expansions(line) {
        let written = expansion.written;
        out.push_str(&line[done..written.start]);
        let start = out.len();
        out.push_str(&expansion.text);
        shifts.push(Shift {
            written: written.start + 1,
            start: start + 1,
            end: out.len() + 1,
            wider: out.len() - written.end,
        });
        done = written.end;
    }
    out.push_str(&line[done..]);
    (out, shifts)
}
