//! Execution and memory spaces as written on one declaration.

use cleave_attributes::{Attribute, Execution, Memory, find};
use cleave_base_db::{Db, SourceFile};
use cleave_names::decl::Decl;

use crate::toolkit::{Difference, toolkit_of};

/// What the annotations of CUDA Tile (`__tile__`, `__tile_global__`) mean in a translation unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Nothing: the function is one of the host.
    Ignored,
    /// A `__tile_global__` function is a kernel, and `__tile__` is an attribute that nobody knows.
    Kernels,
    /// Only the library's own functions are tile code, `__tile_builtin__`.
    Builtins,
    /// All are spaces of their own.
    Spaces,
}

/// What the annotations of CUDA Tile mean in a file: its toolkit and `--enable-tile` decide.
pub fn tile(db: &dyn Db, file: SourceFile) -> Tile {
    let toolkit = toolkit_of(db, file);
    if toolkit.has(Difference::TileSpaces) {
        match file.tile(db) {
            true => Tile::Spaces,
            false => Tile::Builtins,
        }
    } else if toolkit.has(Difference::TileIsOff) {
        Tile::Ignored
    } else {
        Tile::Kernels
    }
}

/// The annotations of a function, as a set: each redeclaration adds its own (reference: spaces, Execution spaces). Nothing at all
/// means host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ExecutionSpace(u8);

impl ExecutionSpace {
    /// `__host__`
    pub const HOST: ExecutionSpace = ExecutionSpace(1);
    /// `__device__`
    pub const DEVICE: ExecutionSpace = ExecutionSpace(2);
    /// `__global__`
    pub const GLOBAL: ExecutionSpace = ExecutionSpace(4);
    /// `__tile__`
    pub const TILE: ExecutionSpace = ExecutionSpace(8);
    /// `__tile_global__`
    pub const TILE_GLOBAL: ExecutionSpace = ExecutionSpace(16);

    /// What a declaration says.
    pub fn written(decl: &Decl, tile: Tile) -> ExecutionSpace {
        (decl.attributes.iter()).fold(ExecutionSpace::default(), |sum, a| {
            sum.with(ExecutionSpace::named(&a.name, tile))
        })
    }

    /// What an attribute of this name says.
    pub fn named(attribute: &str, tile: Tile) -> ExecutionSpace {
        let Some(space) = find(attribute).and_then(Attribute::execution) else {
            return ExecutionSpace::default();
        };
        match (space, tile) {
            (Execution::Host, _) => ExecutionSpace::HOST,
            (Execution::Device, _) => ExecutionSpace::DEVICE,
            (Execution::Kernel, _) | (Execution::TileKernel, Tile::Kernels) => {
                ExecutionSpace::GLOBAL
            }
            (Execution::TileKernel, Tile::Spaces) => ExecutionSpace::TILE_GLOBAL,
            (Execution::Tile, Tile::Spaces)
            | (Execution::TileBuiltin, Tile::Spaces | Tile::Builtins) => ExecutionSpace::TILE,
            (Execution::Tile | Execution::TileKernel | Execution::TileBuiltin, _) => {
                ExecutionSpace::default()
            }
        }
    }

    pub(crate) fn bits(self) -> u32 {
        self.0.into()
    }

    pub(crate) fn of_bits(bits: u32) -> ExecutionSpace {
        ExecutionSpace(bits as u8 & 31)
    }

    /// The union.
    pub fn with(self, other: ExecutionSpace) -> ExecutionSpace {
        ExecutionSpace(self.0 | other.0)
    }

    /// Whether nothing was written.
    pub fn is_unannotated(self) -> bool {
        self.0 == 0
    }

    /// A kernel, of either kind.
    pub fn is_kernel(self) -> bool {
        self.0 & (Self::GLOBAL.0 | Self::TILE_GLOBAL.0) != 0
    }

    /// Callable from code of the device only, be it SIMT code or tile code.
    pub fn is_device_only(self) -> bool {
        self.0 != 0 && self.0 & !Self::DEVICE_SIDE == 0
    }

    /// Callable from both sides.
    pub fn is_host_device(self) -> bool {
        self.0 & Self::DEVICE_SIDE != 0 && self.0 & !Self::DEVICE_SIDE == Self::HOST.0
    }

    /// Whether the host compiles the function.
    pub fn on_host(self) -> bool {
        !self.is_kernel() && !self.is_device_only()
    }

    /// Whether the device compiles the function.
    pub fn on_device(self) -> bool {
        self.is_kernel() || self.is_device_only() || self.is_host_device()
    }

    /// The code is written in terms of tiles, and not for one thread.
    pub fn is_tile(self) -> bool {
        self.0 & (Self::TILE.0 | Self::TILE_GLOBAL.0) != 0
    }

    const DEVICE_SIDE: u8 = Self::DEVICE.0 | Self::TILE.0;

    /// As CUDA spells it.
    pub fn name(self) -> &'static str {
        match self.0 {
            0 | 1 => "__host__",
            2 => "__device__",
            3 => "__host__ __device__",
            8 => "__tile__",
            9 => "__host__ __tile__",
            10 => "__device__ __tile__",
            11 => "__host__ __device__ __tile__",
            _ if self.is_tile() => "__tile_global__",
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
    pub fn written(decl: &Decl, tile: Tile) -> MemorySpace {
        (decl.attributes.iter()).fold(MemorySpace::default(), |sum, a| {
            sum.with(MemorySpace::named(&a.name, tile))
        })
    }

    /// What an attribute of this name says. The variables of tile code live on the device.
    pub fn named(attribute: &str, tile: Tile) -> MemorySpace {
        let Some(attribute) = find(attribute) else {
            return MemorySpace::default();
        };
        match attribute.memory() {
            Some(Memory::Device) => Self::DEVICE,
            Some(Memory::Constant) => Self::CONSTANT,
            Some(Memory::Shared) => Self::SHARED,
            Some(Memory::Managed) => Self::MANAGED,
            None if attribute.execution() == Some(Execution::Tile) && tile == Tile::Spaces => {
                Self::DEVICE
            }
            None => Self::default(),
        }
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
