//! What a row of the table says. Knows no row.

/// One attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name in `__attribute__((name))`, without underscores.
    pub name: &'static str,
    /// How programs spell it.
    pub spelling: Spelling,
    /// As messages print it.
    pub shown: &'static str,
    /// What it may be put on.
    pub applies: Applies,
    /// The arguments that it takes.
    pub arguments: Arguments,
    /// What it means.
    pub meaning: Meaning,
}

/// How programs spell an attribute, apart from `__attribute__((name))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// By a macro that CUDA's headers define.
    Macro(&'static str),
    /// By a keyword of the compiler's.
    Keyword(&'static str),
    /// In no other way.
    Plain,
}

/// What an attribute may be put on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applies {
    /// Functions only.
    Functions,
    /// Variables only.
    Variables,
    /// Both.
    Both,
    /// Parameters.
    Parameters,
    /// Whatever can be declared.
    Anything,
}

/// The arguments that an attribute takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// None.
    Never,
    /// None either, but nobody minds.
    Ignored,
    /// A list of so many at most.
    UpTo(u8),
}

/// What an attribute means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The execution space of a function.
    Runs(Execution),
    /// The memory space of a variable.
    Lives(Memory),
    /// The execution space of a function, the memory space of a variable.
    RunsOrLives(Execution, Memory),
    /// What a kernel is launched with.
    Launch,
    /// The compiler knows the entity by itself.
    Builtin,
    /// The same of the runtime's functions and types.
    RuntimeBuiltin,
    /// The host compiler has it under this name.
    Renamed(&'static str),
    /// It is an attribute of the host compiler's as well, and stays.
    Foreign,
    /// Something else.
    Other,
}

/// An execution space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Execution {
    /// The host.
    Host,
    /// The device.
    Device,
    /// A kernel.
    Kernel,
    /// Tile code.
    Tile,
    /// A kernel of tile code.
    TileKernel,
    /// Tile code of the library's own.
    TileBuiltin,
}

/// A memory space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// The device's.
    Device,
    /// Constant memory.
    Constant,
    /// Memory of a block.
    Shared,
    /// Memory of both sides.
    Managed,
}

impl Attribute {
    /// The execution space that it gives a function.
    pub fn execution(&self) -> Option<Execution> {
        match self.meaning {
            Meaning::Runs(execution) | Meaning::RunsOrLives(execution, _) => Some(execution),
            _ => None,
        }
    }

    /// The memory space that it gives a variable.
    pub fn memory(&self) -> Option<Memory> {
        match self.meaning {
            Meaning::Lives(memory) | Meaning::RunsOrLives(_, memory) => Some(memory),
            _ => None,
        }
    }

    /// Whether others than CUDA gave it its meaning.
    pub fn is_foreign(&self) -> bool {
        self.meaning == Meaning::Foreign
    }

    /// The most arguments that its list may have, if it has a list.
    pub fn most_arguments(&self) -> Option<usize> {
        match self.arguments {
            Arguments::UpTo(most) => Some(most.into()),
            Arguments::Never | Arguments::Ignored => None,
        }
    }

    /// The macro that CUDA's headers define for it.
    pub fn macro_name(&self) -> Option<&'static str> {
        match self.spelling {
            Spelling::Macro(name) => Some(name),
            Spelling::Keyword(_) | Spelling::Plain => None,
        }
    }
}
