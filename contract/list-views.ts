import { type Static, Type } from 'typebox'
import { put } from './endpoint.ts'
import { Body, SuccessAnswer } from './shapes.ts'
import { happeningLimits } from './words/happenings.ts'

const OptionalChoice = Type.Optional(Type.String({ maxLength: happeningLimits.type }))

/** The stored part of the address of a list: choices and order. Search words, days and pages are not stored. */
const searchFields = {
  order_by: OptionalChoice,
  filter_status: OptionalChoice,
  status: OptionalChoice,
  type: OptionalChoice,
}
/** Keys of columns; in results, names of fields. */
const HiddenColumns = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 })

/** A person's settings of a list. Absent keys mean the default. */
export const ListView = Type.Object(
  { list: Type.String(), hidden: HiddenColumns, search: Type.Object(searchFields) },
  { title: 'ListView' },
)
export type ListView = Static<typeof ListView>

export const listViews = {
  keepListView: put('/users/current/lists/{list}/', {
    says: 'Merken, wie man eine Liste eingestellt hat: „users“, „groups“, „happenings“ oder „results-1“ für die Ergebnisse eines Prozesses',
    may: 'staff',
    params: Type.Object({ list: Type.String({ maxLength: 60 }) }),
    body: Body({ hidden: HiddenColumns, search: Body(searchFields) }),
    mostBytes: 256 * 1024,
    answer: SuccessAnswer,
  }),
}
