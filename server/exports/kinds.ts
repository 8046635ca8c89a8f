import { join } from 'node:path'
import type { Kind } from '#server/children/crew.ts'

const program = (name: string) => join(import.meta.dirname, name)

export const kinds = {
  excel: {
    file: program('excel/child.ts'),
    // Rows pass through; what is small stays small. The most is for 65,000 addresses of photos.
    flags: ['--max-semi-space-size=4', '--max-old-space-size=64'],
    deadline: 300_000,
    idle: 60_000,
  },
  pdf: {
    file: program('pdf/child.ts'),
    flags: ['--max-old-space-size=512'],
    deadline: 60_000,
    // Fonts cost half a second.
    idle: 60_000,
  },
} satisfies Record<string, Kind>
