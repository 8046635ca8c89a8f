import { join } from 'node:path'
import type { ChildType } from '#server/children/child-pool.ts'

const program = (name: string) => join(import.meta.dirname, name)

export const kinds = {
  excel: {
    file: program('excel/child.ts'),
    // Rows are streamed, so little memory suffices; the peak is 65,000 addresses of photos.
    flags: ['--max-semi-space-size=4', '--max-old-space-size=64'],
    deadline: 300_000,
    idle: 60_000,
  },
  pdf: {
    file: program('pdf/child.ts'),
    flags: ['--max-old-space-size=512'],
    deadline: 60_000,
    // Loading fonts takes half a second.
    idle: 60_000,
  },
} satisfies Record<string, ChildType>
