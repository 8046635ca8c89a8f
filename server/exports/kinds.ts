import { join } from 'node:path'
import type { Program } from './child.ts'

/** The kinds of children: where their program lies, and how long one job may take, in ms. */
export type Kind = Program & {
  deadline: number
  /** How long an idle child stays for the next job, and after how many jobs it goes in any case. */
  keep?: { idle: number; jobs: number }
}

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
