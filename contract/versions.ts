// Former contents of a process: stored with every save, and can be named, viewed and restored.
import { type Static, Type } from 'typebox'
import { DocContent } from './docs.ts'
import { del, get, post, put } from './endpoint.ts'
import {
  Body,
  DateTime,
  DocParams,
  Id,
  Nullable,
  orderAndPageFields,
  Page,
  SuccessAnswer,
  SuccessAnswerWith,
} from './shapes.ts'

const versionFields = {
  /** The version of the process that was saved; not every number still exists. */
  version: Type.Integer(),
  saved_at: DateTime,
  /** 'Vorname Nachname' or the username; null if unknown. */
  saved_by_display_name: Nullable(Type.String()),
  /** Versions with a name are never thinned out. */
  name: Nullable(Type.String()),
  /** Set if this save restored an older version: the time when that version was saved. */
  restores: Nullable(DateTime),
  /** True if the version equals the present content. */
  is_present: Type.Boolean(),
}
const DocVersion = Type.Object(versionFields, { title: 'DocVersion' })
export type DocVersion = Static<typeof DocVersion>

const DocVersionContent = Type.Object(
  {
    ...versionFields,
    content: DocContent,
    /**
     * Fields that were renamed after this version: old name mapped to present name. Answers are stored under
     * the present name.
     */
    names: Type.Record(Type.String(), Type.String()),
  },
  { title: 'DocVersionContent' },
)
type DocVersionContent = Static<typeof DocVersionContent>

const AffectedFields = Type.Array(Type.Object({ field: Type.String(), people: Type.Integer() }))

const VersionParams = Type.Object({ doc_id: Id, version: Id })

export const versions = {
  list: get('/docs/{doc_id}/versions/', {
    shedFirst: true,
    says: 'Die Fassungen eines Prozesses, die neueste zuerst',
    may: 'admin',
    params: DocParams,
    query: Type.Object(orderAndPageFields),
    answer: Page(DocVersion),
  }),
  read: get('/docs/{doc_id}/versions/{version}/', {
    says: 'Eine Fassung eines Prozesses mit ihrem Inhalt',
    may: 'admin',
    params: VersionParams,
    answer: DocVersionContent,
  }),
  effects: get('/docs/{doc_id}/versions/{version}/effects/', {
    says: 'Wessen Angaben nicht mehr oder wieder zu sehen wären, stellte man eine Fassung wieder her',
    may: 'admin',
    limit: 'searches',
    params: VersionParams,
    /**
     * Numbers of people per field, keyed by the field names of that version. `people`: number of all affected
     * people.
     */
    answer: Type.Object(
      { people: Type.Integer(), goes: AffectedFields, returns: AffectedFields },
      { title: 'DocVersionEffects' },
    ),
  }),
  restore: post('/docs/{doc_id}/versions/{version}/restore/', {
    says: 'Eine Fassung wiederherstellen; mit If-Match nur über der genannten Fassung',
    may: 'admin',
    versioned: true,
    limit: 'document_saves',
    params: VersionParams,
    answer: SuccessAnswerWith({ version: Type.Integer() }),
  }),
  name: put('/docs/{doc_id}/versions/{version}/name/', {
    says: 'Eine Fassung benennen; damit bleibt sie für immer',
    may: 'admin',
    params: VersionParams,
    body: Body({ name: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: SuccessAnswer,
  }),
  unname: del('/docs/{doc_id}/versions/{version}/name/', {
    says: 'Den Namen einer Fassung entfernen',
    may: 'admin',
    params: VersionParams,
    answer: SuccessAnswer,
  }),
}
