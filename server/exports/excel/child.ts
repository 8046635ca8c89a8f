import { doJobs } from '#server/children/job-loop.ts'
import type { RowBatch, WorkbookOutline } from './input.ts'
import { writeWorkbook } from './workbook.ts'

await doJobs<WorkbookOutline | RowBatch>(async function* (input) {
  const outline = (await input.next()).value as WorkbookOutline
  yield* writeWorkbook(outline, async () => (await input.next()).value as RowBatch)
})
