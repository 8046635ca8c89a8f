import { doJobs } from '#server/children/job-loop.ts'
import type { Outline, Rows } from './input.ts'
import { workbook } from './workbook.ts'

await doJobs<Outline | Rows>(async function* (input) {
  const outline = (await input.next()).value as Outline
  yield* workbook(outline, async () => (await input.next()).value as Rows)
})
