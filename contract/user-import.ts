// Import and export of users as a table, for companies without a planner; part of the API of users.
import { type Static, Type } from 'typebox'
import { get, post } from './endpoint.ts'
import { BinaryAnswer, Body, Nullable, SuccessAnswerWith } from './shapes.ts'

const NullableText = Nullable(Type.String())

/** `names` are the first few. */
export const SyncChanges = Type.Object(
  { count: Type.Integer(), names: Type.Array(Type.String()) },
  { title: 'SyncChanges' },
)

/** Preview of an import: numbers, and the first few names of each kind. */
export const ImportPreview = Type.Object(
  {
    new: SyncChanges,
    changed: SyncChanges,
    /** Deactivated users who are in the table. */
    returning: SyncChanges,
    /** Active local users who are missing in the table, except administrators. */
    missing: SyncChanges,
    /** Users managed by the planner, which an import leaves alone. */
    of_planner: SyncChanges,
    new_groups: SyncChanges,
    memberships_added: Type.Integer(),
    unchanged: Type.Integer(),
    /** Headings of columns that the import does not know and skips. */
    ignored_columns: Type.Array(Type.String()),
    problems: Type.Array(
      Type.Object({ line: Type.Integer(), sentence: Type.String() }, { title: 'ImportProblem' }),
    ),
    /** The reason why nothing would be written, or null. */
    refused: NullableText,
  },
  { title: 'ImportPreview' },
)
export type ImportPreview = Static<typeof ImportPreview>

/** Base64; the server detects the character encoding. */
const TableFile = Type.String({ maxLength: 4_000_000 })
const Import = Body({ file: TableFile, deactivate_missing: Type.Optional(Type.Boolean()) })
const importLimits = { mostBytes: 4_100_000, tooLarge: 'Die Datei ist größer als 3 MB.' }

export const userImport = {
  previewImport: post('/users/import/preview/', {
    says: 'Was eine CSV-Datei mit Personen ändern würde; ändert nichts',
    may: 'admin',
    limit: 'syncs',
    ...importLimits,
    body: Import,
    answer: SuccessAnswerWith(ImportPreview.properties),
  }),
  importPeople: post('/users/import/', {
    says: 'Personen und Gruppen aus einer CSV-Datei übernehmen; niemand wird gelöscht',
    may: 'admin',
    confirmed: true,
    limit: 'syncs',
    ...importLimits,
    body: Import,
    answer: SuccessAnswerWith(ImportPreview.properties),
  }),
  exportPeople: get('/users/export/', {
    says: 'Die aktiven Benutzer mit ihren Gruppen als CSV-Datei',
    may: 'admin',
    limit: 'exports',
    answer: BinaryAnswer('text/csv; charset=utf-8'),
  }),
}
