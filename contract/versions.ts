// The contents that a process has had: kept with every save, named, looked at, and brought back.
import { type Static, Type } from 'typebox'
import { Content } from './docs.ts'
import { del, get, post, put } from './endpoint.ts'
import { Body, DateTime, Done, DoneWith, Id, Nullable, OneDoc, orderedPage, Page } from './shapes.ts'

const described = {
  /** Counts what was saved, as the version of the process does; those between may be gone. */
  version: Type.Integer(),
  saved_at: DateTime,
  /** 'Vorname Nachname' or the username; null where that is not known. */
  saved_by_display_name: Nullable(Type.String()),
  /** Null for most: those with a name are kept for good. */
  name: Nullable(Type.String()),
  /** When the one was saved that it has brought back. */
  restores: Nullable(DateTime),
  /** It is what the process is now. */
  is_present: Type.Boolean(),
}
const DocVersion = Type.Object(described, { title: 'DocVersion' })
export type DocVersion = Static<typeof DocVersion>

const DocVersionContent = Type.Object(
  {
    ...described,
    content: Content,
    /** Of its fields that have another name today: that one, where their answers are. */
    names: Type.Record(Type.String(), Type.String()),
  },
  { title: 'DocVersionContent' },
)
type DocVersionContent = Static<typeof DocVersionContent>

const Touched = Type.Array(Type.Object({ field: Type.String(), people: Type.Integer() }))

const OneVersion = Type.Object({ doc_id: Id, version: Id })

export const versions = {
  list: get('/docs/{doc_id}/versions/', {
    givesWay: true,
    says: 'Die Fassungen eines Prozesses, die neueste zuerst',
    may: 'admin',
    params: OneDoc,
    query: Type.Object(orderedPage),
    answer: Page(DocVersion),
  }),
  read: get('/docs/{doc_id}/versions/{version}/', {
    says: 'Eine Fassung eines Prozesses mit ihrem Inhalt',
    may: 'admin',
    params: OneVersion,
    answer: DocVersionContent,
  }),
  effects: get('/docs/{doc_id}/versions/{version}/effects/', {
    says: 'Wessen Angaben nicht mehr oder wieder zu sehen wären, stellte man eine Fassung wieder her',
    may: 'admin',
    limit: 'searches',
    params: OneVersion,
    /** By the names of the fields in that version; `people` in all. */
    answer: Type.Object(
      { people: Type.Integer(), goes: Touched, returns: Touched },
      { title: 'DocVersionEffects' },
    ),
  }),
  restore: post('/docs/{doc_id}/versions/{version}/restore/', {
    says: 'Eine Fassung wiederherstellen; mit If-Match nur über der genannten Fassung',
    may: 'admin',
    versioned: true,
    limit: 'document_saves',
    params: OneVersion,
    answer: DoneWith({ version: Type.Integer() }),
  }),
  name: put('/docs/{doc_id}/versions/{version}/name/', {
    says: 'Eine Fassung benennen; damit bleibt sie für immer',
    may: 'admin',
    params: OneVersion,
    body: Body({ name: Type.String({ minLength: 1, maxLength: 200 }) }),
    answer: Done,
  }),
  unname: del('/docs/{doc_id}/versions/{version}/name/', {
    says: 'Den Namen einer Fassung entfernen',
    may: 'admin',
    params: OneVersion,
    answer: Done,
  }),
}
