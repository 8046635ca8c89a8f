import { uploadedImage } from '#contract/document/addresses.ts'
import { nodesOf, type Tree } from '#contract/document/tree.ts'
import { frame } from '../frames.ts'
import type { Answers } from './values.ts'

/** A document to print. */
export type Printed = {
  title: string
  as_of: Date
  content: Tree
  /** The bytes of an uploaded image; undefined where there is none. Foreign addresses are never asked for. */
  image: (src: string) => Promise<Uint8Array | undefined> | Uint8Array | undefined
}
export type PrintedDocument = Printed & { answers: Answers }
/** The document once, not filled in, then each person with the answers to its fields. */
export type PrintedResults = Printed & {
  people: Iterable<Person> | AsyncIterable<Person>
  /** The sentence for results without anybody in them. */
  nobody: string
}
export type Person = { name: string; answers: Answers }

/** The first message to the child. People follow, then images: an address, then its bytes. */
export type Printing = {
  title: string
  asOf: string
  content: Tree
  answers: Answers
  results: boolean
  nobody: string
}
export type Message = { person: Person } | { image: string }

/** More images, or larger ones in sum, become notes. */
const most = { images: 300, bytes: 100 * 1024 * 1024 }

export async function* pdfInput(printed: PrintedDocument | PrintedResults, timeZone: string) {
  const { title, as_of, content, image } = printed
  const results = 'people' in printed
  const asOf = dateIn(timeZone, as_of)
  const answers = results ? {} : printed.answers
  const nobody = results ? printed.nobody : ''
  yield frame(JSON.stringify({ title, asOf, content, answers, results, nobody } satisfies Printing))
  if (results) {
    for await (const person of printed.people) yield frame(JSON.stringify({ person } satisfies Message))
  }
  yield* images(content, image)
}

async function* images(content: Tree, find: Printed['image']) {
  const wanted = new Set<string>()
  for (const { type, attrs } of nodesOf(content)) {
    const src = attrs?.['src']
    if (type === 'image' && typeof src === 'string' && uploadedImage(src)) wanted.add(src)
  }
  let bytes = 0
  for (const src of [...wanted].slice(0, most.images)) {
    const found = await find(src)
    if (!found || found.length === 0 || bytes + found.length > most.bytes) continue
    bytes += found.length
    yield frame(JSON.stringify({ image: src } satisfies Message))
    yield frame(found)
  }
}

const dateIn = (timeZone: string, date: Date) =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()
