//! Launches of kernels in device code: the runtime gives a buffer for the arguments, and launches what is in it.

use cleave_il::{
    Conversion, ExprId as Il, ExprKind as Kind, Integer, LocalId, Symbol, Type, TypeId,
};
use cleave_needed::{Emitted, global_functions};
use cleave_typing::check;
use cleave_typing::class::layout;
use cleave_typing::function::signature;
use cleave_typing::thir::{Category, ExprId};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::passing::{is_empty_class, is_passed_by_reference};
use crate::refusal::Res;

/// The functions that the toolkit's headers define for it.
const BUFFER: &str = "cudaGetParameterBufferV2";
const LAUNCH: &str = "cudaLaunchDeviceV2";

impl<'db> Body<'_, 'db> {
    /// A launch of a kernel in device code.
    pub(crate) fn launch(
        &mut self,
        kernel: ExprId,
        configuration: &[ExprId],
        args: &[ExprId],
    ) -> Res<'db, Il> {
        let any = self.void_pointer();
        let kernel = match self.expr(kernel)?.ty.is_function(self.unit.db) {
            true => self.function_pointer(kernel)?,
            false => self.value(kernel)?,
        };
        let mut all = vec![self.as_any(kernel, any)];
        let mut stream = None;
        for (n, &e) in configuration.iter().enumerate() {
            let x = self.expr(e)?;
            let value = match x.category {
                Category::Prvalue => self.value(e)?,
                _ => {
                    let place = self.place(e)?;
                    self.load(place)
                }
            };
            match n {
                0 | 1 => all.push(value),
                2 => {
                    let ty = self.integer_type(Integer::UnsignedInt);
                    all.push(self.converted(Conversion::Integer, value, ty));
                }
                _ => stream = Some(value),
            }
        }
        if all.len() < 4 {
            all.push(self.integer(0, Integer::UnsignedInt));
        }
        let (buffer, ..) = self.runtime_function(BUFFER)?;
        let mut before = Vec::new();
        let stream = stream.map(|value| self.kept_aside(value, &mut before));
        let made = self.make(Kind::Call(buffer, all.into()), any);
        let (set, local) = self.set_aside(made);
        before.push(set);
        let mut effects = self.launch_arguments(local, args)?;
        let (launch, stream_ty, ret) = self.runtime_function(LAUNCH)?;
        let Some(stream_ty) = stream_ty else {
            return self.refuse("the function that launches kernels");
        };
        let start = self.local_value(local);
        let stream = match stream {
            Some(stream) => self.as_pointer(stream, stream_ty),
            None => self.zero(stream_ty),
        };
        let call = self.make(Kind::Call(launch, [start, stream].into()), ret);
        effects.push(self.discard(call));
        let Some(all) = self.sequence(effects) else {
            return Ok(self.nothing());
        };
        let all = self.discard(all);
        let done = self.if_there(local, all)?;
        Ok(self.after(before, done))
    }

    /// What stores the arguments of a launch in a buffer. Values are computed first, as the reference has it.
    fn launch_arguments(&mut self, buffer: LocalId, args: &[ExprId]) -> Res<'db, Vec<Il>> {
        let db = self.unit.db;
        let (mut values, mut stores) = (Vec::new(), Vec::new());
        let mut offset = 0u64;
        for &e in args {
            let x = self.expr(e)?;
            let is_reference = x.category != Category::Prvalue;
            let ty = match is_reference {
                true => x.ty.pointer(db),
                false => x.ty,
            };
            let Some(layout) = layout(db, ty) else {
                return self.refuse("an argument of a launch");
            };
            offset = offset.next_multiple_of(layout.align.max(1));
            let to = self.pointer_to(ty.unqualified(db))?;
            let start = self.local_value(buffer);
            let pointer = match offset {
                0 => self.as_pointer(start, to),
                _ => {
                    let bytes = self.integer(offset.into(), Integer::UnsignedLong);
                    self.bytes_from(start, bytes, to)
                }
            };
            if is_empty_class(db, ty) {
                // There is nothing to store.
                values.push(self.effect(e)?);
            } else if ty.is_class(db) && is_passed_by_reference(db, ty) {
                let (set, place) = self.set_aside(pointer);
                stores.push(set);
                let dest = Dest::pointed(place, ty.unqualified(db));
                self.init(&dest, e, &mut stores)?;
            } else {
                let value = match is_reference {
                    true => self.reference(e)?,
                    false => self.value(e)?,
                };
                let value = self.kept_aside(value, &mut values);
                let place = self.deref(pointer)?;
                stores.push(self.store(place, value));
            }
            offset += layout.size;
        }
        values.extend(stores);
        Ok(values)
    }

    /// A value that is set aside unless it need not be.
    fn kept_aside(&mut self, value: Il, before: &mut Vec<Il>) -> Il {
        if self.needs_no_local(value) {
            return value;
        }
        let (set, local) = self.set_aside(value);
        before.push(set);
        self.local_value(local)
    }

    /// One of the functions that the toolkit's headers define for launches, the type of its last parameter and that of its result.
    fn runtime_function(&mut self, name: &str) -> Res<'db, (Symbol, Option<TypeId>, TypeId)> {
        let db = self.unit.db;
        let Some(function) = global_functions(db, self.unit.file, name).next() else {
            return self.refuse("the function that launches kernels");
        };
        let last = signature(db, function).and_then(|s| s.ty.params.last().copied());
        let ret = self.ty(check::return_type(db, function))?;
        let ty = last.map(|ty| self.ty(ty)).transpose()?;
        let is_pointer = |ty: &TypeId| matches!(self.code.types[*ty], Type::Pointer { .. });
        let ty = ty.filter(is_pointer);
        let symbol = self.unit.symbol(Emitted::of(db, function))?;
        Ok((symbol, ty, ret))
    }
}
