//! The reader of modules and definitions.

use std::sync::Arc;

use super::code::Body;
use super::parser::{Parser, Result};
use super::{SyntaxError, TEXT_MAGIC, TEXT_VERSION};
use crate::code::{Code, Stmt, StmtKind};
use crate::module::{
    Attributes, Definition, Field, FieldKind, Function, FunctionKind, Linkage, Memory, Module,
    Place, Record, Variable,
};
use crate::structure;

pub(super) fn module(text: &str) -> std::result::Result<Module, SyntaxError> {
    let mut parser = Parser::new(text);
    let mut module = Module::default();
    parser.version()?;
    while !parser.at_end() {
        let at = parser.position();
        match parser.word() {
            Some("record") => {
                let record = parser.record()?;
                parser.sound(at, Definition::Record(&record))?;
                module.records.push(Arc::new(record.normalized()));
            }
            Some("variable") => {
                let variable = parser.variable()?;
                parser.sound(at, Definition::Variable(&variable))?;
                module.variables.push(Arc::new(variable.normalized()));
            }
            Some("function") => {
                let function = parser.function()?;
                parser.sound(at, Definition::Function(&function))?;
                module.functions.push(Arc::new(function.normalized()));
            }
            Some("runtime") => {
                parser.bump()?;
                module.runtime.push(parser.symbol()?);
            }
            _ => return parser.expected("'record', 'variable', 'function' or 'runtime'"),
        }
    }
    Ok(module)
}

impl Parser<'_> {
    fn version(&mut self) -> Result<()> {
        // `cleave-il` is two words and a mark to the lexer; the line is looked at as it stands.
        let line = self.first_line();
        let version = line.strip_prefix(TEXT_MAGIC).map(str::trim);
        match version {
            Some(version) if version == TEXT_VERSION.to_string() => self.after_first_line(),
            Some(version) if version.parse::<u32>().is_ok() => self.error_at(
                0,
                format!("version {version} is not known: this Cleave reads {TEXT_VERSION}"),
            ),
            _ => self.error_at(
                0,
                format!("the first line is not '{TEXT_MAGIC} {TEXT_VERSION}'"),
            ),
        }
    }

    /// What the grammar allows and nobody can work with: a type that is too long.
    fn sound(&self, at: usize, definition: Definition<'_>) -> Result<()> {
        match structure::check(definition).first() {
            None => Ok(()),
            Some(fault) => self.error_at(at, format!("{}: {}", fault.kind.name(), fault.detail)),
        }
    }

    fn record(&mut self) -> Result<Record> {
        self.bump()?;
        let name = self.symbol()?;
        self.take_word("size")?;
        let size = self.number("a number of bytes")?;
        self.take_word("align")?;
        let align = self.number("an alignment")?;
        let is_union = self.eat_word("union")?;
        let mut code = Code::default();
        let mut fields = Vec::new();
        self.take('{')?;
        while !self.eat('}')? {
            let kind: FieldKind = self.a_word("a field")?;
            let name = match self.at(':') {
                true => String::new(),
                false => self.name()?,
            };
            self.take(':')?;
            let quals = self.quals()?;
            let ty = self.ty(&mut code, 0)?;
            self.take_word("at")?;
            let offset = self.number("a number of bits")?;
            let width = match self.eat_word("width")? {
                true => Some(self.number("a number of bits")?),
                false => None,
            };
            self.take_word("size")?;
            let size = self.number("a number of bytes")?;
            fields.push(Field {
                name: name.into(),
                kind,
                ty,
                quals,
                offset,
                width,
                size,
            });
        }
        Ok(Record {
            name,
            is_union,
            size,
            align,
            fields,
            code,
        })
    }

    fn variable(&mut self) -> Result<Variable> {
        self.bump()?;
        let name = self.symbol()?;
        self.take(':')?;
        let mut code = Code::default();
        let quals = self.quals()?;
        let ty = self.ty(&mut code, 0)?;
        let memory: Memory = self.a_word("a memory")?;
        let linkage: Linkage = self.a_word("a linkage")?;
        let align = match self.eat_word("align")? {
            true => Some(self.number("an alignment")?),
            false => None,
        };
        let is_kept = self.eat_word("kept")?;
        let is_declaration = self.eat_word("declaration")?;
        let place = self.place()?;
        let value = match self.eat('=')? {
            true => Some(self.constant(&mut code, Some(ty), 0)?),
            false => None,
        };
        Ok(Variable {
            name,
            linkage,
            memory,
            ty,
            quals,
            align,
            is_kept,
            is_declaration,
            value,
            place,
            code,
        })
    }

    fn place(&mut self) -> Result<Option<Place>> {
        if !self.eat_word("at")? {
            return Ok(None);
        }
        let file = Arc::from(self.string()?);
        self.take(':')?;
        let line = self.number("a line")?;
        Ok(Some(Place { file, line }))
    }

    fn function(&mut self) -> Result<Function> {
        self.bump()?;
        let name = self.symbol()?;
        let mut body = Body::default();
        let mut params = Vec::new();
        let mut variadic = false;
        self.take('(')?;
        while !self.at(')') {
            if self.eat('…')? {
                variadic = true;
                break;
            }
            params.push(self.local(&mut body, true)?);
            if !self.eat(',')? {
                break;
            }
        }
        self.take(')')?;
        self.take('→')?;
        let ret = self.ty(&mut body.code, 0)?;
        let kind: FunctionKind = self.a_word("a kind of function")?;
        let linkage: Linkage = self.a_word("a linkage")?;
        let has_return_slot = self.eat_word("return_slot")?;
        let attributes = self.attributes()?;
        let place = self.place()?;
        let stmt = match self.eat('{')? {
            true => Some(self.body(&mut body)?),
            false => None,
        };
        Ok(Function {
            name,
            linkage,
            kind,
            attributes,
            ret,
            has_return_slot,
            params: params.into(),
            variadic,
            body: stmt,
            place,
            code: body.code,
        })
    }

    fn attributes(&mut self) -> Result<Attributes> {
        let mut attributes = Attributes::default();
        for (word, set) in [
            ("inline", &mut attributes.inline),
            ("always_inline", &mut attributes.always_inline),
            ("never_inline", &mut attributes.never_inline),
            ("kept", &mut attributes.kept),
            ("nothrow", &mut attributes.nothrow),
            ("noreturn", &mut attributes.noreturn),
            ("pure", &mut attributes.pure),
            ("constant", &mut attributes.constant),
        ] {
            *set = self.eat_word(word)?;
        }
        if self.eat_word("align")? {
            attributes.align = Some(self.number("an alignment")?);
        }
        let launch = &mut attributes.launch;
        launch.bounds = self.numbers("bounds")?;
        launch.registers = self.registers("registers")?;
        launch.local_registers = self.registers("local_registers")?;
        launch.cluster = self.numbers("cluster")?;
        launch.block = self.numbers("block")?;
        Ok(attributes)
    }

    fn registers(&mut self, word: &str) -> Result<Option<i64>> {
        if !self.eat_word(word)? {
            return Ok(None);
        }
        self.take('(')?;
        let count = self.number("a number of registers")?;
        self.take(')')?;
        Ok(Some(count))
    }

    fn numbers(&mut self, word: &str) -> Result<Vec<i64>> {
        let mut numbers = Vec::new();
        if self.eat_word(word)? {
            self.take('(')?;
            while !self.at(')') {
                numbers.push(self.number("an integer")?);
                if !self.eat(',')? {
                    break;
                }
            }
            self.take(')')?;
        }
        Ok(numbers)
    }

    fn body(&mut self, body: &mut Body) -> Result<crate::StmtId> {
        while self.eat_word("local")? {
            self.local(body, false)?;
        }
        if self.eat_word("body")? {
            let stmt = self.stmt(body, 0)?;
            self.take('}')?;
            return Ok(stmt);
        }
        let line = match self.eat('!')? {
            true => Some(self.number("a line")?),
            false => None,
        };
        let mut stmts = Vec::new();
        while !self.eat('}')? {
            stmts.push(self.stmt(body, 0)?);
        }
        let kind = StmtKind::Block(stmts.into());
        Ok(body.code.stmts.alloc(Stmt { kind, line }))
    }
}
