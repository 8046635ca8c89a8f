import { join } from 'node:path'
import type { ChildType } from '#server/children/child-pool.ts'

const programPath = (name: string) => join(import.meta.dirname, name)

export const exportChildTypes = {
  excel: {
    file: programPath('excel/child.ts'),
    // Rows are streamed, so little memory suffices. The peak is the list of up to 65,000 photo links of a sheet.
    flags: ['--max-semi-space-size=4', '--max-old-space-size=64'],
    deadline: 300_000,
    idle: 60_000,
  },
  pdf: {
    file: programPath('pdf/child.ts'),
    flags: ['--max-old-space-size=512'],
    deadline: 60_000,
    // An idle child is kept, because loading fonts takes half a second.
    idle: 60_000,
  },
} satisfies Record<string, ChildType>
