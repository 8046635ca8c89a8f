import type { FastifyInstance } from 'fastify'
import { audit, auditKinds } from '#contract/audit.ts'
import { invalid, refuse } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { oneOf } from '#server/lists/list-store.ts'
import { downloadAudit } from './download-audit.ts'
import { kindsOf } from './kinds.ts'
import { findNames, findObjects } from './names-store.ts'
import { readAudit } from './read-audit.ts'
import type { Narrowed } from './store.ts'

export function auditRoutes(app: FastifyInstance, kontor: Kontor) {
  const { db } = kontor
  serve(app, audit, {
    list: ({ query }) => readAudit(kontor, { ...query, ...narrowed(query) }),
    excel: ({ caller, query, reply }) => downloadAudit(kontor, caller, narrowed(query), reply),
    find: ({ query }) => findObjects(db, query.filter),
    object: async ({ params: { object_kind, object_id } }) => {
      const object = (await findNames(db, [`${object_kind} ${object_id}`])).object(
        `${object_kind} ${object_id}`,
      )
      if (object.name === null) throw refuse('not_found')
      return object
    },
  })
}

type Asked = {
  user_id?: number | undefined
  object: string
  kind: string
  date_start: string
  date_end: string
}

function narrowed({ user_id, object, kind, date_start, date_end }: Asked): Narrowed {
  const wanted = oneOf(auditKinds, kind, 'kind')
  return {
    user_id,
    object: given(object),
    kind: wanted && kindsOf[wanted],
    date_start: day(date_start, 'date_start'),
    date_end: day(date_end, 'date_end'),
  }
}

const given = (value: string) => (value === '' || value === 'null' ? undefined : value)

function day(value: string, name: string): string | undefined {
  const date = given(value)
  if (date === undefined) return undefined
  try {
    return Temporal.PlainDate.from(date).toString()
  } catch {
    throw invalid(['query', name], 'Dieses Datum gibt es nicht.')
  }
}
