//! Launches of kernels in device code: the runtime gives a buffer for the arguments, and launches what is in it.

use cleave_il::{Conversion, ExprId as Il, ExprKind as Kind, Integer, Symbol, Type, TypeId};
use cleave_needed::{Emitted, global_functions};
use cleave_typing::check;
use cleave_typing::class::layout;
use cleave_typing::function::signature;
use cleave_typing::thir::{Category, ExprId};

use crate::body::Body;
use crate::body::dest::Dest;
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
        let made = self.make(Kind::Call(buffer, all.into()), any);
        let (set, local) = self.set_aside(made);
        let mut effects = Vec::new();
        let mut offset = 0u64;
        for &e in args {
            let x = self.expr(e)?;
            let is_reference = x.category != Category::Prvalue;
            let ty = match is_reference {
                true => x.ty.pointer(self.unit.db),
                false => x.ty,
            };
            let Some(layout) = layout(self.unit.db, ty) else {
                return self.refuse("an argument of a launch");
            };
            offset = offset.next_multiple_of(layout.align.max(1));
            let to = self.pointer_to(ty.unqualified(self.unit.db))?;
            let start = self.local_value(local);
            let bytes = self.integer(offset.into(), Integer::UnsignedLong);
            let pointer = self.bytes_from(start, bytes, to);
            if ty.is_class(self.unit.db) {
                let (set, place) = self.set_aside(pointer);
                effects.push(set);
                let dest = Dest::pointed(place, ty.unqualified(self.unit.db));
                self.init(&dest, e, &mut effects)?;
            } else {
                let value = match is_reference {
                    true => self.reference(e)?,
                    false => self.value(e)?,
                };
                let place = self.deref(pointer)?;
                effects.push(self.store(place, value));
            }
            offset += layout.size;
        }
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
        Ok(self.comma(set, done))
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
