import { type Static, Type } from 'typebox'
import { answerEndpoints } from './doc-answers.ts'
import { fieldLimits } from './document/fields.ts'
import { type docFilters, docStatuses } from './document/statuses.ts'
import { documentLimits, type Tree } from './document/tree.ts'
import { del, get, patch, post, put } from './endpoint.ts'
import { HandInKind, resultsQuery } from './results.ts'
import {
  BinaryAnswer,
  Body,
  DateTime,
  Day,
  DocParams,
  ExpectedCallerId,
  GoneRefusal,
  Id,
  listQuery,
  Nullable,
  OneOf,
  Page,
  SuccessAnswer,
  SuccessAnswerWith,
} from './shapes.ts'
import { BulkResult } from './undo.ts'
import { imageTooLargeSentence, maxImageUrlLength } from './words/images.ts'
import { templateKeys } from './words/templates.ts'

export const DocStatus = OneOf(docStatuses, { title: 'DocStatus' })
export type DocStatus = Static<typeof DocStatus>
export type DocFilter = (typeof docFilters)[number]

const DocName = Type.String({ minLength: 1, maxLength: 200 })
export const DocContent = Type.Unsafe<Tree>({
  type: 'object',
  title: 'DocContent',
  additionalProperties: true,
})

/** Due date, and moments at which the server acts by itself: publishing and the next round. */
const scheduleFields = {
  due_on: Nullable(Day),
  publish_at: Nullable(DateTime),
  /** Start of the next round, which clears everybody's answers. */
  next_round_at: Nullable(DateTime),
}

/**
 * `groups`: names of the groups that the document is shared with. `people`: number of people in the audience.
 * `finished`: number of these who have finished.
 */
const Audience = Type.Object(
  {
    public: Type.Boolean(),
    groups: Type.Array(Type.String()),
    people: Type.Integer(),
    finished: Type.Integer(),
  },
  { title: 'DocAudience' },
)

/** The caller's permissions for a document right now. */
const DocPermissions = Type.Object({ fill: Type.Boolean(), administer: Type.Boolean() }, { title: 'DocCan' })

const docListFields = {
  id: Id,
  name: Type.String(),
  status: DocStatus,
  last_update: DateTime,
  /**
   * Number of fields the caller is asked for (only the required ones where there are any), and how many are
   * filled in.
   */
  fields: Type.Integer(),
  filled: Type.Integer(),
  /** Null unless deleted. */
  deleted_at: Nullable(DateTime),
  ...scheduleFields,
  /** True if the caller has handed in. Absent if the process has no hand-in. */
  handed_in: Type.Optional(Type.Boolean()),
  /** For administrators alone. */
  audience: Type.Optional(Audience),
  can: DocPermissions,
}
export const DocListItem = Type.Object(docListFields, { title: 'DocListItem' })
export type DocListItem = Static<typeof DocListItem>

export const Doc = Type.Object(
  {
    id: Id,
    name: Type.String(),
    content: DocContent,
    status: DocStatus,
    last_update: DateTime,
    /** Increases with every save; the same as the ETag. */
    version: Type.Integer(),
    ...scheduleFields,
    /** Absent if the process has no hand-in. */
    hand_in: Type.Optional(HandInKind),
    can: DocPermissions,
  },
  { title: 'Doc' },
)
export type Doc = Static<typeof Doc>

const Visibility = { public: Type.Boolean(), groups: Type.Array(Type.String()) }

export const docs = {
  list: get('/docs/', {
    shedFirst: true,
    says: 'Prozesse, die man sehen darf; für Admins mit filter_status=Gelöscht die gelöschten',
    may: 'staff',
    offline: true,
    polled: true,
    limit: 'searches',
    query: Type.Object({
      ...listQuery(10),
      filter_status: Type.String({ default: '', maxLength: 40 }),
    }),
    answer: Page(DocListItem),
  }),
  create: post('/docs/', {
    says: 'Einen Prozess anlegen',
    may: 'admin',
    limit: 'new_documents',
    /** Empty without a template. */
    body: Body({ name: DocName, template: Type.Optional(OneOf(templateKeys, { title: 'DocTemplate' })) }),
    answer: SuccessAnswerWith({ doc_id: Id }),
  }),
  read: get('/docs/{doc_id}/', {
    says: 'Ein Prozess mit Inhalt; der ETag ist seine Fassung',
    may: 'staff',
    offline: true,
    versioned: true,
    params: DocParams,
    answer: Doc,
  }),
  save: patch('/docs/{doc_id}/', {
    says: 'Inhalt speichern; mit If-Match nur über der genannten Fassung',
    may: 'admin',
    versioned: true,
    limit: 'document_saves',
    params: DocParams,
    body: Body({
      content: DocContent,
      /** Old field names mapped to new ones. Stored answers move to the new name. */
      renames: Type.Optional(
        Type.Record(Type.String(), Type.String({ maxLength: fieldLimits.name }), { maxProperties: 1_000 }),
      ),
      user_id: ExpectedCallerId,
    }),
    mostBytes: documentLimits.bytes + 64 * 1024,
    mostValues: 300_000,
    tooLarge: 'Der Inhalt ist größer als 2 MB.',
    answer: SuccessAnswerWith({ version: Type.Integer() }),
  }),
  remove: del('/docs/{doc_id}/', {
    says: 'Einen Prozess löschen; 30 Tage lang lässt er sich zurückholen',
    may: 'admin',
    params: DocParams,
    answer: SuccessAnswer,
  }),
  restore: post('/docs/{doc_id}/restore/', {
    says: 'Das Löschen rückgängig machen',
    may: 'admin',
    params: DocParams,
    answer: SuccessAnswer,
  }),
  copy: post('/docs/{doc_id}/copy/', {
    says: 'Einen Prozess als Entwurf kopieren, ohne Antworten',
    may: 'admin',
    limit: 'new_documents',
    params: DocParams,
    answer: SuccessAnswerWith({ doc_id: Id }),
  }),
  pdf: get('/docs/{doc_id}.pdf', {
    says: 'Der Prozess als PDF mit den eigenen Antworten, für Admins auch mit allen Ergebnissen',
    may: 'staff',
    mayMore: 'admin',
    limit: 'exports',
    params: DocParams,
    query: Type.Object({
      results: Type.Integer({ default: 0, minimum: 0, maximum: 1 }),
      /** 1 adds a line for a signature below the caller's own answers. */
      signature: Type.Integer({ default: 0, minimum: 0, maximum: 1 }),
      ...resultsQuery,
    }),
    answer: BinaryAnswer('application/pdf'),
  }),
  rename: put('/docs/{doc_id}/name/', {
    says: 'Einen Prozess umbenennen',
    may: 'admin',
    params: DocParams,
    body: Body({ name: DocName }),
    answer: SuccessAnswer,
  }),
  setStatus: put('/docs/{doc_id}/status/', {
    says: 'Den Status eines Prozesses setzen',
    may: 'admin',
    params: DocParams,
    body: Body({ status: DocStatus }),
    answer: SuccessAnswer,
  }),
  massEdit: post('/docs/mass_edit/', {
    says: 'Den Status vieler Prozesse setzen',
    may: 'admin',
    limit: 'mass_changes',
    body: Body({ doc_ids: Type.Array(Id, { minItems: 1, maxItems: 1_000 }), status: DocStatus }),
    answer: BulkResult,
    missing: GoneRefusal,
  }),
  visibility: get('/docs/{doc_id}/visibility/', {
    says: 'Wer einen Prozess sieht',
    may: 'admin',
    params: DocParams,
    answer: Type.Object(Visibility, { title: 'DocVisibility' }),
  }),
  setPublic: put('/docs/{doc_id}/visibility/public/', {
    says: 'Einen Prozess allen zeigen oder nur seinen Gruppen',
    may: 'admin',
    params: DocParams,
    body: Body({ public: Visibility.public }),
    answer: SuccessAnswer,
  }),
  setGroups: put('/docs/{doc_id}/visibility/groups/', {
    says: 'Die Gruppen setzen, die einen Prozess sehen',
    may: 'admin',
    params: DocParams,
    body: Body({ groups: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1_000 }) }),
    mostBytes: 1024 * 1024,
    answer: SuccessAnswer,
  }),
  ...answerEndpoints,
  uploadImage: post('/docs/{doc_id}/images/', {
    says: 'Ein Bild für einen Prozess hochladen, als data:-Adresse',
    may: 'admin',
    params: DocParams,
    body: Body({ image: Type.String({ minLength: 1, maxLength: maxImageUrlLength }) }),
    mostBytes: maxImageUrlLength + 1_000,
    tooLarge: imageTooLargeSentence,
    answer: SuccessAnswerWith({ src: Type.String() }),
  }),
  image: get('/docs/images/{image_id}/', {
    says: 'Ein hochgeladenes Bild',
    may: 'staff',
    offline: true,
    params: Type.Object({ image_id: Type.String({ pattern: '^[\\w-]{22}$' }) }),
    answer: BinaryAnswer('image/*'),
  }),
}
