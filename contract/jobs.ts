import { Type } from 'typebox'
import { get } from './endpoint.ts'
import { Nullable } from './shapes.ts'

export const jobs = {
  result: get('/background_result/{background_result_id}/', {
    says: 'Ergebnis einer Arbeit im Hintergrund; leer, solange sie läuft',
    may: 'staff',
    polled: true,
    params: Type.Object({ background_result_id: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) }),
    answer: Type.Object({ result: Nullable(Type.String()) }),
  }),
}
