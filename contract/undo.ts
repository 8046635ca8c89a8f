import { Type } from 'typebox'
import { post } from './endpoint.ts'
import { DoneWith, Id, Nullable } from './shapes.ts'

/** What an act on many answers: how many it has changed, and the number by which it can be taken back for an hour. */
export const Acted = DoneWith({ changed: Type.Integer(), undo_id: Nullable(Id) })

export const undo = {
  undo: post('/undo/{undo_id}/', {
    says: 'Rückgängig machen, was man eben mit vielen getan hat; was seither jemand geändert hat, bleibt',
    may: 'admin',
    limit: 'mass_changes',
    params: Type.Object({ undo_id: Id }),
    /** How many are as they were before, and how many somebody has changed since. */
    answer: DoneWith({ undone: Type.Integer(), left: Type.Integer() }),
  }),
}
