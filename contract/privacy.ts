import { type Static, Type } from 'typebox'
import { get, post, put } from './endpoint.ts'
import { BinaryAnswer, Body, DateTime, Id, Nullable, OneOf, SuccessAnswer } from './shapes.ts'
import { retentionKinds } from './words/retention.ts'

/** Amount of one kind of data about a person. */
const DataPart = Type.Object(
  { name: Type.String(), title: Type.String(), count: Type.Integer() },
  { title: 'PersonalDataPart' },
)
export const PersonalData = Type.Object({ parts: Type.Array(DataPart) }, { title: 'PersonalData' })
export type PersonalData = Static<typeof PersonalData>

/** Consequence of anonymising for one kind of data, with the reason if it stays. */
const AnonymisationEffect = Type.Object(
  { name: Type.String(), what: Type.String(), count: Type.Integer(), why: Nullable(Type.String()) },
  { title: 'AnonymisationFate' },
)
export type AnonymisationEffect = Static<typeof AnonymisationEffect>

const anonymisationFields = {
  /** The name that replaces the person's own everywhere. */
  called: Type.String(),
  /** Personnel numbers in the person's time entries. */
  personnel_numbers: Type.Array(Type.String()),
  goes: Type.Array(AnonymisationEffect),
  stays: Type.Array(AnonymisationEffect),
}
export const Anonymisation = Type.Object(
  {
    ...anonymisationFields,
    /** The reason why the person cannot be anonymised now, or null. */
    refused: Nullable(Type.String()),
  },
  { title: 'Anonymisation' },
)
export type Anonymisation = Static<typeof Anonymisation>

export const RetentionKind = OneOf(retentionKinds, { title: 'RetentionKind' })
export type RetentionKind = Static<typeof RetentionKind>

const Months = Type.Integer({ minimum: 0, maximum: 1200 })
const RetentionRule = Type.Object(
  {
    kind: RetentionKind,
    title: Type.String(),
    /** German sentence about what is deleted and what stays. */
    says: Type.String(),
    /** 0 keeps the data for ever. */
    months: Months,
    /** The default. */
    usual: Months,
    /** The smallest value that may be set. */
    least: Type.Integer(),
    /** Day of the last clean-up, and the number of deleted records. */
    ran_on: Nullable(Type.String()),
    removed: Type.Integer(),
  },
  { title: 'RetentionRule' },
)
export const Retention = Type.Object({ items: Type.Array(RetentionRule) }, { title: 'Retention' })
export type Retention = Static<typeof Retention>

const DeletionPreview = Type.Object(
  {
    kind: RetentionKind,
    count: Type.Integer(),
    /** Records before this moment are deleted; null if everything is kept. */
    before: Nullable(DateTime),
    /** 'würde heute löschen: …' */
    sentence: Type.String(),
  },
  { title: 'RetentionOutlook' },
)
export const RetentionPreview = Type.Object(
  { items: Type.Array(DeletionPreview) },
  { title: 'RetentionOutlooks' },
)
export type RetentionPreview = Static<typeof RetentionPreview>

const retentionMonthFields = Object.fromEntries(
  retentionKinds.map((kind) => [kind, Type.Optional(Months)]),
) as Record<RetentionKind, ReturnType<typeof Type.Optional<typeof Months>>>

const UserParams = Type.Object({ user_id: Id })
const PersonalDataJson = Type.Unsafe<AsyncIterable<Uint8Array>>({
  ...Type.Object(
    {
      format: Type.String(),
      app: Type.String(),
      made_at: DateTime,
      person: Type.Object({ id: Id, username: Type.String(), display_name: Type.String() }),
      not_included: Type.Array(Type.String()),
      parts: Type.Array(
        Type.Object({
          name: Type.String(),
          title: Type.String(),
          columns: Type.Object({}, { description: 'Was jede Angabe einer Zeile bedeutet' }),
          rows: Type.Array(Type.Object({})),
        }),
      ),
    },
    { title: 'PersonalDataFile' },
  ),
  /** Streamed without serialisation; the schema serves the description only. */
  contentMediaType: 'application/json',
})
const pdf = BinaryAnswer('application/pdf')
const dataExportRules = { limit: 'exports', confirmed: true } as const

export const privacy = {
  own: get('/users/current/data/', {
    ...dataExportRules,
    says: 'Wie viel über die eigene Person gespeichert ist',
    may: 'staff',
    answer: PersonalData,
  }),
  ownJson: get('/users/current/data/json/', {
    ...dataExportRules,
    says: 'Alles über die eigene Person als JSON',
    may: 'staff',
    answer: PersonalDataJson,
  }),
  ownPdf: get('/users/current/data/pdf/', {
    ...dataExportRules,
    says: 'Alles über die eigene Person als PDF',
    may: 'staff',
    answer: pdf,
  }),
  ofUser: get('/users/{user_id}/data/', {
    ...dataExportRules,
    says: 'Wie viel über eine Person gespeichert ist',
    may: 'admin',
    params: UserParams,
    answer: PersonalData,
  }),
  jsonOfUser: get('/users/{user_id}/data/json/', {
    ...dataExportRules,
    says: 'Alles über eine Person als JSON, ohne ihre Chats zu zweit',
    may: 'admin',
    params: UserParams,
    answer: PersonalDataJson,
  }),
  pdfOfUser: get('/users/{user_id}/data/pdf/', {
    ...dataExportRules,
    says: 'Alles über eine Person als PDF, ohne ihre Chats zu zweit',
    may: 'admin',
    params: UserParams,
    answer: pdf,
  }),
  previewAnonymisation: get('/users/{user_id}/anonymisation/', {
    says: 'Was beim Anonymisieren einer Person entfernt wird, was bleibt, und warum',
    may: 'admin',
    limit: 'exports',
    params: UserParams,
    query: Type.Object({
      messages: Type.Integer({ default: 0, minimum: 0, maximum: 1 }),
      answers: Type.Integer({ default: 0, minimum: 0, maximum: 1 }),
    }),
    answer: Anonymisation,
  }),
  anonymise: post('/users/{user_id}/anonymisation/', {
    says: 'Eine Person anonymisieren; das lässt sich nicht zurücknehmen',
    may: 'admin',
    confirmed: true,
    limit: 'mass_changes',
    params: UserParams,
    body: Body({
      /** True to delete their messages too; otherwise these stay under the new name. */
      messages: Type.Boolean(),
      answers: Type.Boolean(),
    }),
    answer: Type.Object({ ...SuccessAnswer.properties, ...anonymisationFields }),
  }),
  retention: get('/retention/', {
    says: 'Wie lange was aufbewahrt wird',
    may: 'admin',
    answer: Retention,
  }),
  previewRetention: get('/retention/preview/', {
    says: 'Was mit diesen Fristen heute gelöscht würde',
    may: 'admin',
    limit: 'searches',
    query: Type.Object(retentionMonthFields),
    answer: RetentionPreview,
  }),
  setRetention: put('/retention/', {
    says: 'Festlegen, nach wie vielen Monaten was gelöscht wird; 0 heißt nie',
    may: 'admin',
    confirmed: true,
    body: Body(retentionMonthFields),
    answer: SuccessAnswer,
  }),
}
