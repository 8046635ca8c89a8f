import { type Static, Type } from 'typebox'
import { fieldTypes, longest, type Value } from './document/fields.ts'
import { type docFilters, docStatuses, type fillStatuses } from './document/statuses.ts'
import { limits, type Tree } from './document/tree.ts'
import { del, get, patch, post, put } from './endpoint.ts'
import { Body, DateTime, Done, DoneWith, File, Id, listQuery, Nullable, OneOf, Page } from './shapes.ts'

export const DocStatus = OneOf(docStatuses, { title: 'DocStatus' })
export type DocStatus = Static<typeof DocStatus>
export type DocFilter = (typeof docFilters)[number]

const DocName = Type.String({ minLength: 1, maxLength: 200 })
const OneDoc = Type.Object({ doc_id: Id })
const Content = Type.Unsafe<Tree>({ type: 'object', title: 'DocContent', additionalProperties: true })

/**
 * A number where the field is of type text, else a text; null where nothing is filled in. What a field takes its rule
 * knows, and says by the field's name.
 */
const Answer = Type.Unsafe<Value>({ title: 'DocAnswer', description: 'Zahl, Text oder null' })
/** Answers by the name of their field. */
const Answers = Type.Unsafe<Record<string, Value>>({
  type: 'object',
  description: 'Antworten nach dem Namen ihres Feldes',
  additionalProperties: true,
})

/** What the caller may do with a document right now. */
const Can = Type.Object({ fill: Type.Boolean(), administer: Type.Boolean() }, { title: 'DocCan' })

const listed = {
  id: Id,
  name: Type.String(),
  status: DocStatus,
  last_update: DateTime,
  /** Fields to fill in, and how many of them the caller has filled in. */
  fields: Type.Integer(),
  filled: Type.Integer(),
  /** Null for all that are not deleted. */
  deleted_at: Nullable(DateTime),
  can: Can,
}
export const DocListItem = Type.Object(listed, { title: 'DocListItem' })
export type DocListItem = Static<typeof DocListItem>

export const Doc = Type.Object(
  {
    id: Id,
    name: Type.String(),
    content: Content,
    status: DocStatus,
    last_update: DateTime,
    /** Counts what has been saved; the ETag says the same. */
    version: Type.Integer(),
    can: Can,
  },
  { title: 'Doc' },
)
export type Doc = Static<typeof Doc>

const Visibility = { public: Type.Boolean(), groups: Type.Array(Type.String()) }

const resultsQuery = {
  filter: Type.String({ default: '', maxLength: 200 }),
  /** all, filled or empty; nothing, null and 'Alle' mean all. */
  fill_status: Type.String({ default: 'filled', maxLength: 20 }),
}
export type FillStatus = (typeof fillStatuses)[number]

const DocResult = Type.Object(
  {
    /** Null for a user who has been deleted. */
    user_id: Nullable(Id),
    username: Type.String(),
    /** 'Nachname, Vorname' or the username. */
    display_name: Type.String(),
    values: Type.Array(Answer),
  },
  { title: 'DocResult' },
)
export type DocResult = Static<typeof DocResult>

export const DocResults = Type.Object(
  {
    fields: Type.Array(Type.String()),
    types: Type.Array(OneOf(fieldTypes, { title: 'FieldType' })),
    /** All whom the filter finds, and how many of them have filled in something: whoever is shown. */
    people: Type.Integer(),
    filled: Type.Integer(),
    /** One of them has answered what is not asked any more. */
    former: Type.Optional(Type.Boolean()),
    items: Type.Array(DocResult),
  },
  { title: 'DocResults' },
)
export type DocResults = Static<typeof DocResults>

const Round = Type.Object(
  {
    id: Id,
    ended_at: DateTime,
    ended_by: Type.String(),
    ended_by_display_name: Type.String(),
    people: Type.Integer(),
  },
  { title: 'DocRound' },
)
export type DocRound = Static<typeof Round>

/** As a data: address, four characters for three bytes. */
const imageLength = Math.ceil((limits.imageBytes * 4) / 3)
const excel = File('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')

export const docs = {
  list: get('/docs/', {
    priority: 'low',
    says: 'Prozesse, die man sehen darf; für Admins mit filter_status=Gelöscht die gelöschten',
    may: 'staff',
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
    body: Body({ name: DocName }),
    answer: DoneWith({ doc_id: Id }),
  }),
  read: get('/docs/{doc_id}/', {
    says: 'Ein Prozess mit Inhalt; der ETag ist seine Fassung',
    may: 'staff',
    versioned: true,
    params: OneDoc,
    answer: Doc,
  }),
  save: patch('/docs/{doc_id}/', {
    says: 'Inhalt speichern; mit If-Match nur über der genannten Fassung',
    may: 'admin',
    versioned: true,
    limit: 'document_saves',
    params: OneDoc,
    body: Body({
      content: Content,
      /** Old names of fields and their new ones: answers move along. */
      renames: Type.Optional(
        Type.Record(Type.String(), Type.String({ maxLength: longest.name }), { maxProperties: 1_000 }),
      ),
    }),
    mostBytes: limits.bytes + 64 * 1024,
    tooLarge: 'Der Inhalt ist größer als 2 MB.',
    answer: DoneWith({ version: Type.Integer() }),
  }),
  remove: del('/docs/{doc_id}/', {
    says: 'Einen Prozess löschen; 30 Tage lang lässt er sich zurückholen',
    may: 'admin',
    params: OneDoc,
    answer: Done,
  }),
  restore: post('/docs/{doc_id}/restore/', {
    says: 'Das Löschen rückgängig machen',
    may: 'admin',
    params: OneDoc,
    answer: Done,
  }),
  copy: post('/docs/{doc_id}/copy/', {
    says: 'Einen Prozess als Entwurf kopieren, ohne Antworten',
    may: 'admin',
    limit: 'new_documents',
    params: OneDoc,
    answer: DoneWith({ doc_id: Id }),
  }),
  pdf: get('/docs/{doc_id}.pdf', {
    says: 'Der Prozess als PDF mit den eigenen Antworten, für Admins auch mit allen Ergebnissen',
    may: 'staff',
    mayMore: 'admin',
    limit: 'exports',
    params: OneDoc,
    query: Type.Object({
      results: Type.Integer({ default: 0, minimum: 0, maximum: 1 }),
      ...resultsQuery,
    }),
    answer: File('application/pdf'),
  }),
  rename: put('/docs/{doc_id}/name/', {
    says: 'Einen Prozess umbenennen',
    may: 'admin',
    params: OneDoc,
    body: Body({ name: DocName }),
    answer: Done,
  }),
  setStatus: put('/docs/{doc_id}/status/', {
    says: 'Den Status eines Prozesses setzen',
    may: 'admin',
    params: OneDoc,
    body: Body({ status: DocStatus }),
    answer: Done,
  }),
  visibility: get('/docs/{doc_id}/visibility/', {
    says: 'Wer einen Prozess sieht',
    may: 'admin',
    params: OneDoc,
    answer: Type.Object(Visibility, { title: 'DocVisibility' }),
  }),
  setPublic: put('/docs/{doc_id}/visibility/public/', {
    says: 'Einen Prozess allen zeigen oder nur seinen Gruppen',
    may: 'admin',
    params: OneDoc,
    body: Body({ public: Visibility.public }),
    answer: Done,
  }),
  setGroups: put('/docs/{doc_id}/visibility/groups/', {
    says: 'Die Gruppen setzen, die einen Prozess sehen',
    may: 'admin',
    params: OneDoc,
    body: Body({ groups: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1_000 }) }),
    answer: Done,
  }),
  answers: get('/docs/{doc_id}/currentuserdata/', {
    says: 'Die eigenen Antworten',
    may: 'staff',
    params: OneDoc,
    answer: Type.Object({ data: Answers }, { title: 'DocAnswers' }),
  }),
  answer: patch('/docs/{doc_id}/currentuserdata/', {
    says: 'Eigene Antworten eintragen; genannte Felder werden ersetzt, null leert sie; mit believed nur über dem, was dort erwartet wird',
    may: 'staff',
    conditional: true,
    params: OneDoc,
    body: Body({
      data: Type.Record(Type.String({ maxLength: 200 }), Answer, { maxProperties: 2_000 }),
      /** Who filled it in, as the screen knows it: refused when somebody else is signed in by now. */
      user_id: Type.Optional(Id),
      /**
       * What these fields held when they were filled in, null for nothing: where one of them holds something else by now,
       * and not the same as is to be entered, nothing is stored, and the refusal (412) names these fields.
       */
      believed: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Answer, { maxProperties: 2_000 })),
    }),
    /** Names that no field of the document has: they were not stored. */
    answer: DoneWith({ ignored: Type.Array(Type.String()) }),
  }),
  results: get('/docs/{doc_id}/userdata/', {
    priority: 'low',
    says: 'Die Ergebnisse: eine Zeile für jeden, eine Spalte für jedes Feld',
    may: 'admin',
    limit: 'searches',
    params: OneDoc,
    query: Type.Object(resultsQuery),
    answer: DocResults,
  }),
  downloadResults: get('/docs/{doc_id}/userdata/download/', {
    says: 'Die Ergebnisse als Excel',
    may: 'admin',
    limit: 'exports',
    params: OneDoc,
    query: Type.Object(resultsQuery),
    answer: excel,
  }),
  resetResults: post('/docs/{doc_id}/userdata/reset/', {
    says: 'Alle Antworten löschen; die Tabelle bleibt als Runde erhalten',
    may: 'admin',
    limit: 'resets',
    params: OneDoc,
    answer: Done,
  }),
  rounds: get('/docs/{doc_id}/userdata/rounds/', {
    says: 'Frühere Runden der Ergebnisse, die neueste zuerst',
    may: 'admin',
    params: OneDoc,
    answer: Type.Object({ items: Type.Array(Round) }),
  }),
  downloadRound: get('/docs/{doc_id}/userdata/rounds/{round_id}/download/', {
    says: 'Eine frühere Runde als Excel',
    may: 'admin',
    limit: 'exports',
    params: Type.Object({ doc_id: Id, round_id: Id }),
    answer: excel,
  }),
  uploadImage: post('/docs/{doc_id}/images/', {
    says: 'Ein Bild für einen Prozess hochladen, als data:-Adresse',
    may: 'admin',
    params: OneDoc,
    body: Body({ image: Type.String({ minLength: 1, maxLength: imageLength + 100 }) }),
    mostBytes: imageLength + 1_000,
    tooLarge: 'Das Bild ist größer als 8 MB.',
    answer: DoneWith({ src: Type.String() }),
  }),
  image: get('/docs/images/{image_id}/', {
    says: 'Ein hochgeladenes Bild',
    may: 'staff',
    params: Type.Object({ image_id: Type.String({ pattern: '^[\\w-]{22}$' }) }),
    answer: File('image/*'),
  }),
}
