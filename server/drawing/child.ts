// The program of a child that draws images: says how large one is, waits until it may, and draws it.
import { doJobs } from '#server/children/job-loop.ts'
import type { Head, Look, Order } from './drawing.ts'
import { lookAt } from './re-encode.ts'

await doJobs(async function* (input) {
  const pieces = input[Symbol.asyncIterator]()
  const read = async () => (await pieces.next()).value as Buffer | undefined
  const { small } = JSON.parse(String(await read())) as Order
  const seen = await lookAt((await read()) as Buffer)
  yield JSON.stringify((seen ? { pixels: seen.pixels, weight: seen.weight } : null) satisfies Look)
  const mayDraw = await read()
  const drawn = mayDraw && (await seen?.draw({ small }))
  if (!drawn) return
  yield JSON.stringify({ type: drawn.type } satisfies Head)
  yield drawn.bytes
  if (drawn.small) yield drawn.small
})
