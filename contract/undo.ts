import { Type } from 'typebox'
import { post } from './endpoint.ts'
import { Id, Nullable, SuccessAnswerWith } from './shapes.ts'

/** Result of a bulk action: the number of changed records, and an id by which it can be undone for an hour. */
export const BulkResult = SuccessAnswerWith({ changed: Type.Integer(), undo_id: Nullable(Id) })

export const undo = {
  undo: post('/undo/{undo_id}/', {
    says: 'Rückgängig machen, was man eben mit vielen getan hat; was seither jemand geändert hat, bleibt',
    may: 'admin',
    limit: 'mass_changes',
    params: Type.Object({ undo_id: Id }),
    /** Number of restored records, and of those left alone because somebody has changed them since. */
    answer: SuccessAnswerWith({ undone: Type.Integer(), left: Type.Integer() }),
  }),
}
