// The program of an Excel child.
import { doJobs } from '#server/children/job-loop.ts'
import { NO_MORE, type Outline } from './input.ts'
import { RowReader } from './row-reader.ts'
import { workbook } from './workbook.ts'

await doJobs(async function* (input) {
  const pieces = input[Symbol.asyncIterator]()
  const next = async () => (await pieces.next()).value as Buffer
  yield* workbook(JSON.parse((await next()).toString()) as Outline, async () => {
    const rows = await next()
    return rows.equals(NO_MORE) ? undefined : new RowReader(rows)
  })
})
