import { join } from 'node:path'
import type { Kind } from '#server/children/crew.ts'
import type { Sheet } from './excel/input.ts'

// The programs of the children that make files, and how long they stay.
const program = (name: string) => join(import.meta.dirname, name)

export const kinds = {
  excel: {
    file: program('excel/child.ts'),
    // Rows pass through; what is small stays small. The most is for addresses and for very many columns.
    flags: ['--max-semi-space-size=1', '--max-old-space-size=64', '--optimize-for-size'],
    deadline: 300_000,
  },
  pdf: {
    file: program('pdf/child.ts'),
    flags: ['--max-old-space-size=512'],
    deadline: 60_000,
    keep: { idle: 60_000, jobs: 200 },
  },
} satisfies Record<string, Kind>

/** So many columns are written without much to remember of each. */
const FEW = 100

/** Of most tables nothing is remembered from row to row. */
export const isLean = (sheets: readonly Sheet[]): boolean =>
  sheets.every(({ columns }) => columns.length <= FEW && columns.every(({ type }) => type !== 'link'))

/** With less room V8 clears away sooner, at no price. */
export const leanKind = (kind: Kind): Kind => ({
  ...kind,
  flags: [...kind.flags, '--max-old-space-size=24'],
})
