// Program of the child that re-encodes images.
import { doJobs } from '#server/children/job-loop.ts'
import type { ImageJob } from './drawing.ts'
import { reEncode } from './re-encode.ts'

await doJobs<ImageJob>(async function* (input) {
  const { sent, small } = (await input.next()).value as ImageJob
  const drawn = await reEncode(sent, { small })
  if (drawn) yield drawn
})
