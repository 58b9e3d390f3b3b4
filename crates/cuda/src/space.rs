//! Execution and memory spaces as written on one declaration.

use cleave_names::decl::Decl;

/// The annotations of a function, as a set: each redeclaration adds its own (spec 2-spaces 1). Nothing at all means host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ExecutionSpace(u8);

impl ExecutionSpace {
    /// `__host__`
    pub const HOST: ExecutionSpace = ExecutionSpace(1);
    /// `__device__`
    pub const DEVICE: ExecutionSpace = ExecutionSpace(2);
    /// `__global__`
    pub const GLOBAL: ExecutionSpace = ExecutionSpace(4);

    /// What a declaration says.
    pub fn written(decl: &Decl) -> ExecutionSpace {
        let mut out = ExecutionSpace::default();
        for a in &decl.attributes {
            out = out.with(match a.name.as_str() {
                "host" => ExecutionSpace::HOST,
                "device" => ExecutionSpace::DEVICE,
                "global" | "tile_global" => ExecutionSpace::GLOBAL,
                _ => continue,
            });
        }
        out
    }

    /// The union.
    pub fn with(self, other: ExecutionSpace) -> ExecutionSpace {
        ExecutionSpace(self.0 | other.0)
    }

    /// Whether nothing was written.
    pub fn is_unannotated(self) -> bool {
        self.0 == 0
    }

    /// A kernel.
    pub fn is_kernel(self) -> bool {
        self.0 & Self::GLOBAL.0 != 0
    }

    /// Callable from device code only.
    pub fn is_device_only(self) -> bool {
        self.0 == Self::DEVICE.0
    }

    /// Callable from both sides.
    pub fn is_host_device(self) -> bool {
        self.0 == Self::DEVICE.0 | Self::HOST.0
    }

    /// As CUDA spells it.
    pub fn name(self) -> &'static str {
        match self.0 {
            0 | 1 => "__host__",
            2 => "__device__",
            3 => "__host__ __device__",
            _ => "__global__",
        }
    }
}

/// The annotations of a variable, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MemorySpace(u8);

impl MemorySpace {
    /// `__device__`
    pub const DEVICE: MemorySpace = MemorySpace(1);
    /// `__constant__`
    pub const CONSTANT: MemorySpace = MemorySpace(2);
    /// `__shared__`
    pub const SHARED: MemorySpace = MemorySpace(4);
    /// `__managed__`
    pub const MANAGED: MemorySpace = MemorySpace(8);

    /// What a declaration says.
    pub fn written(decl: &Decl) -> MemorySpace {
        let mut out = MemorySpace::default();
        for a in &decl.attributes {
            out.0 |= match a.name.as_str() {
                "device" => Self::DEVICE.0,
                "constant" => Self::CONSTANT.0,
                "shared" => Self::SHARED.0,
                "managed" => Self::MANAGED.0,
                _ => continue,
            };
        }
        out
    }

    /// The union.
    #[must_use]
    pub fn with(self, other: MemorySpace) -> MemorySpace {
        MemorySpace(self.0 | other.0)
    }

    /// Whether it is an ordinary host variable.
    pub fn is_host(self) -> bool {
        self.0 == 0
    }

    /// Whether `other` is among the annotations.
    pub fn has(self, other: MemorySpace) -> bool {
        self.0 & other.0 != 0
    }

    /// As CUDA spells the one that decides.
    pub fn name(self) -> &'static str {
        match self {
            s if s.has(Self::MANAGED) => "__managed__",
            s if s.has(Self::CONSTANT) => "__constant__",
            s if s.has(Self::SHARED) => "__shared__",
            s if s.has(Self::DEVICE) => "__device__",
            _ => "__host__",
        }
    }
}
