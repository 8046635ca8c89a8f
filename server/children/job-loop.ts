// The child's side: does one job after another, until the server closes its end or has gone.
import { flushCompileCache } from 'node:module'
import { onParentGone } from '#server/parent-watch.ts'
import { END, frame, framesOf, GOES, send } from './frames.ts'

/** Beyond it a child is not kept: a large document leaves memory behind. In bytes. */
const MOST_MEMORY = 450 * 1024 * 1024

/** How a child ends that could do nothing with what it was given; any other end is trouble of its own. */
export const UNFIT = 65

export type Work = (input: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array | string>

/** `clear` is done when the answer has gone: only the next job waits for it. */
export async function doJobs(work: Work, clear?: () => Promise<void>): Promise<never> {
  onParentGone(() => process.exit(1))
  process.stdout.on('error', () => process.exit(1)) // nobody reads any more
  const frames = framesOf(process.stdin)
  for (let first = await frames.next(); !first.done; first = await frames.next()) {
    const input = untilEnd(first.value, frames)
    for await (const piece of work(input)) await send(process.stdout, frame(piece))
    // Work may know from what it read that nothing follows: the end of the job is still to be taken.
    for await (const piece of input) void piece
    await send(process.stdout, END)
    await clear?.()
    // A child is killed and never ends by itself, so it would keep none of it. The next one then need not read the
    // types out of our files, which takes 16 MB.
    flushCompileCache()
    await send(process.stdout, frame(process.memoryUsage.rss() < MOST_MEMORY ? 'stays' : GOES))
  }
  process.exit(0)
}

async function* untilEnd(first: Buffer, frames: AsyncGenerator<Buffer, void, undefined>) {
  let piece = first
  while (piece.length > 0) {
    yield piece
    const next = await frames.next()
    // The server has gone in the middle of a job: nobody waits for the rest.
    if (next.done) process.exit(1)
    piece = next.value
  }
}
