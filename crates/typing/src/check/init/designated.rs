//! Lists with designators ([dcl.init.aggr]/3), GNU's for arrays among them.

use cleave_codes::codes;
use cleave_hir::{Designator, ListItem, Name};

use crate::check::init::list::Items;
use crate::check::init::{Mode, Purpose};
use crate::class::{Field, class_info};
use crate::thir::{ExprId, ExprKind};
use crate::written::Target;
use crate::{At, Bound, Context, Fill, Problem, Site, Ty};

impl<'db> Context<'db> {
    /// What is said of a designator: of `.x` at the name, of `[1]` at the bracket.
    pub(crate) fn wrong_designator(
        &mut self,
        number: codes::Code,
        item: &ListItem,
        fills: Vec<Fill<'db>>,
    ) -> ExprId {
        let site = self.site(item.at.unwrap_or(item.value));
        let at = match item.designators.first() {
            Some(Designator::Field(_)) => At::Nth(1),
            _ => At::First,
        };
        let mut problem = Problem::new((number, fills), site).at(at);
        // A remark elsewhere.
        problem.hard = number == codes::SUBSCRIPT_OUT_OF_RANGE;
        self.report(problem)
    }

    pub(crate) fn designated_initialize(
        &mut self,
        to: Ty<'db>,
        items: &[ExprId],
        designated: &'db [ListItem],
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        if items.len() != designated.len() {
            return self.error_expr(site);
        }
        let Some(info) = class_info(db, to.unqualified(db)) else {
            return self.designated_array(to, items, designated, site);
        };
        let class = to.unqualified(db);
        // What initialises the members of bases by position is not looked into.
        let by_position = designated
            .first()
            .is_some_and(|item| item.designators.is_empty());
        if by_position && !info.bases.is_empty() {
            return self.error_expr(site);
        }
        let mut parts: Vec<Option<ExprId>> = vec![None; info.bases.len() + info.fields.len()];
        let mut next = info.bases.len();
        let mut latest = None;
        let mut positional = false;
        for (&e, item) in items.iter().zip(designated) {
            if let ([Designator::Index(..), ..], false) =
                (&*item.designators, self.is_instantiation())
            {
                return self.wrong_designator(codes::INVALID_DESIGNATOR_KIND, item, Vec::new());
            }
            if let ([], Some(_)) = (&*item.designators, info.fields.get(next)) {
                latest = next.checked_sub(info.bases.len());
                positional = true;
            } else if item.designators.is_empty() && !self.is_instantiation() {
                return self.wrong_operand(codes::TOO_MANY_INITIALIZERS, e);
            }
            if let ([Designator::Field(name)], false) =
                (&*item.designators, self.is_instantiation())
            {
                let own = field_number(&info.fields, name);
                // Members of anonymous classes are looked for nowhere.
                let anonymous = info.fields.iter().any(|f| f.name.is_empty());
                if own.is_none() && !anonymous {
                    let fills = vec![
                        Fill::Kind(
                            if info.is_union { "union" } else { "class" },
                            crate::display::type_text(db, class).into(),
                        ),
                        Fill::Name(name.as_str().into()),
                    ];
                    return self.wrong_designator(codes::NO_SUCH_FIELD, item, fills);
                }
                if let (Some(own), Some(latest)) = (own, latest)
                    && (own <= latest || info.is_union)
                {
                    let number = match own == latest && !positional || info.is_union {
                        true => codes::DUPLICATE_DESIGNATOR,
                        false => codes::OUT_OF_ORDER_INITIALIZERS,
                    };
                    return self.wrong_designator(number, item, Vec::new());
                }
                latest = own;
                positional = false;
            }
            let at = match &*item.designators {
                [] => Some(next),
                [Designator::Field(name)] => {
                    field_number(&info.fields, name).map(|i| i + info.bases.len())
                }
                // Nested designators and members of anonymous unions are rare: not looked at.
                _ => return self.error_expr(site),
            };
            let Some(at) = at.filter(|&at| at < parts.len()) else {
                return self.error_expr(site);
            };
            let Some(field) = info.fields.get(at - info.bases.len()) else {
                return self.error_expr(site);
            };
            let mut rest = Items::of(std::slice::from_ref(&e));
            let value = self.for_target(Target::Field(field.decl, class), |cx| {
                cx.element(field.ty, &mut rest, site)
            });
            if info.is_union {
                if items.len() > 1 {
                    continue;
                }
                return self.prvalue(ExprKind::UnionInit(at as u32, Some(value)), class, site);
            }
            parts[at] = Some(value);
            next = at + 1;
        }
        if info.is_union {
            return self.error_expr(site);
        }
        for (at, part) in parts.iter_mut().enumerate() {
            if part.is_none() {
                *part = Some(match at.checked_sub(info.bases.len()) {
                    Some(i) => self.absent(class, &info.fields[i], i as u32, site),
                    None => self.empty_element(info.bases[at].ty, site),
                });
            }
        }
        self.prvalue(ExprKind::Aggregate(parts.into()), class, site)
    }

    /// GNU's `[i] = e`.
    pub(crate) fn designated_array(
        &mut self,
        to: Ty<'db>,
        items: &[ExprId],
        designated: &'db [ListItem],
        site: Site<'db>,
    ) -> ExprId {
        let db = self.db;
        let Some(element) = to.element(db) else {
            return self.error_expr(site);
        };
        let mut elements: Vec<Option<ExprId>> = Vec::new();
        let mut next = 0usize;
        for (&e, item) in items.iter().zip(designated) {
            let (mut at, mut end) = (next, next);
            let room = to.length(db).filter(|_| !self.is_instantiation());
            match &*item.designators {
                [Designator::Field(_)] if !self.is_instantiation() => {
                    return self.wrong_designator(codes::INVALID_DESIGNATOR_KIND, item, Vec::new());
                }
                [] if room.is_some_and(|n| next as u64 >= n) => {
                    return self.wrong_operand(codes::TOO_MANY_INITIALIZERS, e);
                }
                [] => {}
                [Designator::Index(from, to)] => {
                    let index = |cx: &mut Self, e| {
                        let found = crate::eval::constant_expression(cx, e, None).ok()?;
                        usize::try_from(found.as_int(cx.db)?)
                            .ok()
                            .filter(|&n| n < 1 << 20)
                    };
                    let Some(first) = index(self, *from) else {
                        return self.error_expr(site);
                    };
                    let Some(last) = to.map_or(Some(first), |to| index(self, to)) else {
                        return self.error_expr(site);
                    };
                    (at, end) = (first, last);
                    if room.is_some_and(|n| end as u64 >= n) {
                        return self.wrong_designator(
                            codes::SUBSCRIPT_OUT_OF_RANGE,
                            item,
                            Vec::new(),
                        );
                    }
                }
                _ => return self.error_expr(site),
            }
            let value = self.initialize(element, e, Mode::Copy, Purpose::Variable);
            if elements.len() <= end {
                elements.resize(end + 1, None);
            }
            while at <= end {
                elements[at] = Some(value);
                at += 1;
            }
            next = end + 1;
        }
        let ty = match to.length(db) {
            Some(_) => to,
            None => element.array(db, Bound::Known(elements.len() as u64)),
        };
        let filler = self.value_initialize(element, site);
        let elements = elements.into_iter().map(|e| e.unwrap_or(filler)).collect();
        self.prvalue(ExprKind::Array(elements, Some(filler)), ty, site)
    }
}

fn field_number(fields: &[Field<'_>], name: &Name) -> Option<usize> {
    fields.iter().position(|f| &*f.name == name.as_str())
}
