// The program of a PDF child: it keeps its typesetter and fonts for the next document.
import { Worker } from 'node:worker_threads'
import { doJobs, UNFIT } from '#server/children/job-loop.ts'
import { PARENT_PIPE } from '#server/parent-watch.ts'
import { Compiler } from './compiler.ts'
import { Images } from './images.ts'
import { type Message, type Person, type Printing } from './input.ts'
import { pageData } from './page-data.ts'

// Typesetting blocks this thread for seconds; another one sees when the server has gone.
new Worker(new URL('../../children/orphan.ts', import.meta.url)).unref()
delete process.env[PARENT_PIPE] // it has a copy
const compiler = await Compiler.create()

const print = async function* (input: AsyncIterable<Buffer>) {
  const order = await receive(input)
  const images = new Images(order.uploaded)
  const seconds = Date.parse(order.asOf) / 1000
  try {
    yield printed(() => compiler.print(pageData(order, images), images.all(), seconds), images)
  } catch {
    // The typesetter's error holds words of the document: nobody is told them, and this child takes no next document.
    process.exit(UNFIT)
  }
}
await doJobs(print, () => compiler.forget())

/** A document that cannot be printed with its images may be printed without the broken ones. */
function printed(print: () => Buffer, images: Images): Buffer {
  try {
    return print()
  } catch (error) {
    const broken = compiler.broken(images.all())
    if (broken.size === 0) throw error
    images.giveUp(broken)
    return print()
  }
}

async function receive(input: AsyncIterable<Buffer>) {
  let order: Printing | undefined
  let src: string | undefined
  const people: Person[] = []
  const uploaded = new Map<string, Buffer>()
  for await (const piece of input) {
    if (!order) order = JSON.parse(piece.toString()) as Printing
    else if (src !== undefined) {
      uploaded.set(src, piece)
      src = undefined
    } else {
      const message = JSON.parse(piece.toString()) as Message
      if ('person' in message) people.push(message.person)
      else src = message.image
    }
  }
  return { ...(order as Printing), people, uploaded }
}
