// Lines of a backup that are not rows: the head, a line before each table, and the checksums at the end.
import { Type } from 'typebox'

export type Head = Type.Static<typeof Head>
export const Head = Type.Object({
  kontor: Type.Literal(1),
  created_at: Type.String(),
  migrations: Type.Array(Type.String()),
})

/** A table, its stored columns, and the key that orders its rows. */
export type Table = Type.Static<typeof Table>
const Table = Type.Object({
  name: Type.String(),
  columns: Type.Array(Type.String(), { minItems: 1 }),
  key: Type.Array(Type.String(), { minItems: 1 }),
})

export type Sum = Type.Static<typeof Sum>
const Sum = Type.Object({ rows: Type.Integer(), sha256: Type.String() })

export const TableOrSums = Type.Union([
  Type.Object({ table: Table }),
  Type.Object({ sums: Type.Record(Type.String(), Sum) }),
])

/** Prefix of a row's line, which is passed to the database unparsed. */
export const ROW = '{"row":'
