// Program of the child that re-encodes images: reports the size, waits for permission, re-encodes.
import { doJobs } from '#server/children/job-loop.ts'
import type { Look, Order } from './drawing.ts'
import { measureImage } from './re-encode.ts'

await doJobs<Order | true>(async function* (input) {
  const { sent, small } = (await input.next()).value as Order
  const seen = await measureImage(sent)
  yield (seen ? { pixels: seen.pixels, weight: seen.weight } : null) satisfies Look
  const mayDraw = (await input.next()).value
  const drawn = mayDraw && (await seen?.draw({ small }))
  if (drawn) yield drawn
})
