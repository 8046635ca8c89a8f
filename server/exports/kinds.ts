import { join } from 'node:path'
import type { Kind } from '#server/children/crew.ts'

// The programs of the children that make files, and how long they stay.
const program = (name: string) => join(import.meta.dirname, name)

export const kinds = {
  excel: {
    file: program('excel/child.ts'),
    // Rows pass through; what is small stays small.
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
