// Program of the child that re-encodes images: reports the size, waits for permission, re-encodes.
import { doJobs } from '#server/children/job-loop.ts'
import type { DecodedSize, ImageJob } from './drawing.ts'
import { measureImage } from './re-encode.ts'

await doJobs<ImageJob | true>(async function* (input) {
  const { sent, small } = (await input.next()).value as ImageJob
  const seen = await measureImage(sent)
  yield (seen ? { pixels: seen.pixels, weight: seen.weight } : null) satisfies DecodedSize
  const mayDraw = (await input.next()).value
  const drawn = mayDraw && (await seen?.draw({ small }))
  if (drawn) yield drawn
})
