// The program of an Excel child.
import { doJobs } from '#server/children/job-loop.ts'
import { NO_MORE, type Outline } from './input.ts'
import { RowReader } from './row-reader.ts'
import { workbook } from './workbook.ts'

await doJobs<Outline | Uint8Array>(async function* (input) {
  const outline = (await input.next()).value as Outline
  yield* workbook(outline, async () => {
    const rows = Buffer.from((await input.next()).value as Uint8Array)
    return rows.equals(NO_MORE) ? undefined : new RowReader(rows)
  })
})
