// The program of an Excel child.
import { doJobs } from '#server/children/job-loop.ts'
import type { Outline, Rows } from './input.ts'
import { workbook } from './workbook.ts'

await doJobs(async function* (input) {
  const pieces = input[Symbol.asyncIterator]()
  const read = async <Message>() => {
    const { value } = (await pieces.next()) as { value: Buffer }
    return JSON.parse(value.toString()) as Message
  }
  yield* workbook(await read<Outline>(), () => read<Rows>())
})
