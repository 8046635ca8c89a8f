import { uploadedImageId } from '#contract/document/addresses.ts'
import { parsePhotoId } from '#contract/document/photos.ts'
import type { Signature } from '#contract/document/signature.ts'
import { nodesOf, type Tree } from '#contract/document/tree.ts'
import { germanDay } from '#contract/time/german-day.ts'
import type { Answers } from './values.ts'

export type PrintBase = {
  title: string
  as_of: Date
  content: Tree
  /** Bytes of an uploaded image, undefined if missing. External images are never fetched. */
  image: (src: string) => Promise<Uint8Array | undefined> | Uint8Array | undefined
  /** Bytes of a photo in an answer. `isOfMany`: there are many photos, so small ones suffice. */
  photo?: (src: string, isOfMany: boolean) => Promise<Uint8Array | undefined>
}
export type PrintedDocument = PrintBase & {
  answers: Answers
  /** Author of the answers, and time of the latest one. */
  filled_in?: { by: string; at: Date }
  /** Name below a line to sign on. */
  signature?: string
  handed_in?: HandInNote
}
/** Time and author of handing in, with a signature if there is one. */
type HandInNote = Signature & { at: Date; by: string }
/** Each person with their answers, then the empty document once. */
export type PrintedResults = PrintBase & {
  people: Iterable<PrintedPerson> | AsyncIterable<PrintedPerson>
  /** Sentence for empty results. */
  nobody: string
}
type PrintedPerson = { name: string; answers: Answers; handed_in?: HandInNote }
export type PrintJobPerson = { name: string; answers: Answers; handedIn?: string; signed?: PrintedSignature }
/** A signature, drawn or typed, with the name below it. */
type PrintedSignature = { by: string; strokes?: number[][]; typed?: string }

/** A sheet of slips, each with a link as a QR code. */
export type PrintedSlips = SlipSheet & { title: string; as_of: Date }
type SlipSheet = {
  /** Name of the app, and expiry of the links. */
  app: string
  until: string
  slips: { name: string; username: string; link: string }[]
}

/** Header of every page. */
export type Letterhead = {
  readonly named?: string | undefined
  readonly logo?: { type: string; bytes: Buffer } | undefined
}

/** The first value sent to the child. People follow, then images. */
export type PrintJob = {
  title: string
  asOf: string
  content: Tree
  answers: Answers
  /** Sentence with author and time. */
  filledIn?: string
  signature?: string
  handedIn?: string
  signed?: PrintedSignature
  results: boolean
  nobody: string
  sheet?: SlipSheet
  company?: { name: string; logo?: string }
}
export type PrintJobPart = { person: PrintJobPerson } | { image: string; bytes: Uint8Array }

/**
 * Images and photos beyond these numbers, or beyond `bytes` in total, are replaced by notes. If there are more
 * than `large` photos, all are printed small.
 */
const printLimits = { images: 300, photos: 2_000, large: 20, bytes: 100 * 1024 * 1024 }

export async function* pdfInput(
  printed: PrintedDocument | PrintedResults,
  timeZone: string,
  company: Letterhead = {},
) {
  const { title, as_of, content } = printed
  const results = 'people' in printed
  const asOf = formatIsoDate(timeZone, as_of)
  const answers = results ? {} : printed.answers
  const nobody = results ? printed.nobody : ''
  const own = results ? {} : personalNotes(printed, timeZone)
  const printing: PrintJob = {
    title,
    asOf,
    content,
    answers,
    ...own,
    results,
    nobody,
    ...toLetterheadData(company),
  }
  yield printing
  const photos = new Set(photosIn(answers))
  if (results) {
    for await (const { handed_in, ...one } of printed.people) {
      const person = { ...one, ...handInNotes(handed_in, timeZone) }
      for (const src of photosIn(one.answers)) photos.add(src)
      yield { person } satisfies PrintJobPart
    }
  }
  yield* loadImages(content, photos, printed)
}

function personalNotes({ filled_in, signature, handed_in }: PrintedDocument, timeZone: string) {
  const filledIn =
    filled_in && `Angaben von ${filled_in.by}, zuletzt am ${formatMoment(timeZone, filled_in.at)}`
  return {
    ...(filledIn && { filledIn }),
    ...(signature && { signature }),
    ...handInNotes(handed_in, timeZone),
  }
}

function handInNotes(handed: HandInNote | undefined, timeZone: string) {
  if (!handed) return {}
  const { at, by, strokes, name } = handed
  const handedIn = `Abgegeben am ${formatMoment(timeZone, at)}`
  if (!strokes && name === undefined) return { handedIn }
  const signed = { by, ...(strokes && { strokes }), ...(name !== undefined && { typed: name }) }
  return { handedIn, signed }
}

export function slipsInput({ title, as_of, ...sheet }: PrintedSlips, timeZone: string, company: Letterhead) {
  const printing: PrintJob = {
    title,
    asOf: formatIsoDate(timeZone, as_of),
    content: { type: 'process' },
    answers: {},
    results: false,
    nobody: '',
    sheet,
    ...toLetterheadData(company),
  }
  return [printing]
}

/** Empty until the company has a name or logo. */
function toLetterheadData({ named, logo }: Letterhead): Pick<PrintJob, 'company'> {
  if (named === undefined && logo === undefined) return {}
  const drawn = logo && { logo: `data:${logo.type};base64,${logo.bytes.toString('base64')}` }
  return { company: { name: named ?? '', ...drawn } }
}

const photosIn = (answers: Answers) =>
  Object.values(answers).filter((value): value is string => parsePhotoId(value) !== undefined)

async function* loadImages(content: Tree, photos: ReadonlySet<string>, { image, photo }: PrintBase) {
  const wanted = new Set<string>()
  for (const { type, attrs } of nodesOf(content)) {
    const src = attrs?.['src']
    if (type === 'image' && typeof src === 'string' && uploadedImageId(src)) wanted.add(src)
  }
  const isOfMany = photos.size > printLimits.large
  const all = [
    ...[...wanted].slice(0, printLimits.images).map((src) => ({ src, find: () => image(src) })),
    ...[...photos].slice(0, printLimits.photos).map((src) => ({ src, find: () => photo?.(src, isOfMany) })),
  ]
  let bytes = 0
  for (const { src, find } of all) {
    const file = await find()
    if (!file || file.length === 0 || bytes + file.length > printLimits.bytes) continue
    bytes += file.length
    yield { image: src, bytes: file } satisfies PrintJobPart
  }
}

const toZonedDateTime = (timeZone: string, date: Date) =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone)
const formatIsoDate = (timeZone: string, date: Date) =>
  toZonedDateTime(timeZone, date).toPlainDate().toString()

/** '21.11.2026 um 22:58 Uhr' */
function formatMoment(timeZone: string, date: Date): string {
  const moment = toZonedDateTime(timeZone, date).toPlainDateTime().toString()
  return `${germanDay(moment)} um ${moment.slice(11, 16)} Uhr`
}
