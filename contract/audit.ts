import { type Static, Type } from 'typebox'
import { get } from './endpoint.ts'
import { BinaryAnswer, DateTime, Id, listQuery, Nullable, OneOf, Page } from './shapes.ts'
import { type auditKinds, objectKinds } from './words/audit.ts'
import { maxFilterLength } from './words/limits.ts'

export type AuditKind = (typeof auditKinds)[number]

const ObjectKind = OneOf(objectKinds, { title: 'AuditObjectKind' })
export type ObjectKind = Static<typeof ObjectKind>

/** The object that a row is about. `name` is its present name, or null if it has been deleted. */
export const AuditObject = Type.Object(
  {
    kind: ObjectKind,
    id: Id,
    name: Nullable(Type.String()),
    /** The parent happening of a sub-happening; null for all other kinds. */
    happening_id: Nullable(Id),
  },
  { title: 'AuditObject' },
)
export type AuditObject = Static<typeof AuditObject>

export const AuditItem = Type.Object(
  {
    id: Type.Integer(),
    at: DateTime,
    /** The acting user; null for the server itself and for a caller without a session. */
    user_id: Nullable(Id),
    display_name: Nullable(Type.String()),
    action: Type.String(),
    /** The event as a German sentence. */
    sentence: Type.String(),
    objects: Type.Array(AuditObject),
    /** Number of objects beyond those that are named. */
    more_objects: Type.Integer(),
    address: Nullable(Type.String()),
  },
  { title: 'AuditItem' },
)
export type AuditItem = Static<typeof AuditItem>

const OptionalDay = Type.String({ default: '', pattern: '^((?!0000)\\d{4}-\\d{2}-\\d{2}|null|)$' })
const auditFilterQuery = {
  user_id: Type.Optional(Id),
  /** Kind and id, such as `doc 7`; empty or `null` for all objects. */
  object: Type.String({ default: '', pattern: `^((${objectKinds.join('|')}) \\d{1,10}|null|)$` }),
  kind: Type.String({ default: '', maxLength: 60 }),
  date_start: OptionalDay,
  date_end: OptionalDay,
}
const { order_by, page, per_page } = listQuery(50)

export const audit = {
  list: get('/audit/', {
    shedFirst: true,
    says: 'Das Protokoll: wer wann was getan hat, und was abgelehnt wurde',
    may: 'admin',
    query: Type.Object({ ...auditFilterQuery, order_by, page, per_page }),
    answer: Type.Object({
      ...Page(AuditItem).properties,
      /** True if rows exist beyond the last page that can be opened. */
      more: Type.Boolean(),
    }),
  }),
  excel: get('/audit/excel/', {
    says: 'Das Protokoll als Excel',
    may: 'admin',
    limit: 'exports',
    query: Type.Object(auditFilterQuery),
    answer: BinaryAnswer('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  find: get('/audit/objects/', {
    says: 'Personen, Gruppen, Prozesse und Veranstaltungen suchen, nach denen sich das Protokoll filtern lässt',
    may: 'admin',
    limit: 'searches',
    query: Type.Object({ filter: Type.String({ default: '', maxLength: maxFilterLength }) }),
    answer: Type.Object({ items: Type.Array(AuditObject), more: Type.Boolean() }),
  }),
  object: get('/audit/objects/{object_kind}/{object_id}/', {
    says: 'Der Name dessen, wonach das Protokoll gefiltert ist',
    may: 'admin',
    params: Type.Object({ object_kind: ObjectKind, object_id: Id }),
    answer: AuditObject,
  }),
}
