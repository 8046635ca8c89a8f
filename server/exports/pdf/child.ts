// Program of a PDF child process. The compiler and its fonts stay loaded for the next document.
import { Worker } from 'node:worker_threads'
import { doJobs, INVALID_INPUT_EXIT_CODE } from '#server/children/job-loop.ts'
import { Compiler } from './compiler.ts'
import { Images } from './images.ts'
import type { PrintJob, PrintJobPart, PrintJobPerson } from './input.ts'
import { pageData } from './page-data.ts'

// Typesetting blocks this thread for seconds, so a worker thread checks whether the server process still runs.
new Worker(new URL('orphan.ts', import.meta.url)).unref()
const compiler = await Compiler.create()

await doJobs<PrintJob | PrintJobPart>(async function* (input) {
  const order = await receiveInput(input)
  const images = new Images(order.uploaded)
  const seconds = Date.parse(order.asOf) / 1000
  try {
    yield printWithRetry(() => compiler.print(pageData(order, images), images.all(), seconds), images)
  } catch {
    // Typst's error may quote the document, so it is not reported. The exit code tells the server that the input is
    // to blame.
    process.exit(INVALID_INPUT_EXIT_CODE)
  }
  await compiler.forget()
})

/** After an error, replaces images that cannot be decoded by notes and prints again. */
function printWithRetry(print: () => Buffer, images: Images): Buffer {
  try {
    return print()
  } catch (error) {
    const broken = compiler.broken(images.all())
    if (broken.size === 0) throw error
    images.giveUp(broken)
    return print()
  }
}

async function receiveInput(input: AsyncGenerator<PrintJob | PrintJobPart, void, undefined>) {
  const printing = (await input.next()).value as PrintJob
  const people: PrintJobPerson[] = []
  const uploaded = new Map<string, Buffer>()
  for await (const addition of input as AsyncGenerator<PrintJobPart>) {
    if ('person' in addition) people.push(addition.person)
    else uploaded.set(addition.image, Buffer.from(addition.bytes))
  }
  return { ...printing, people, uploaded }
}
