import { labelsOf } from '#contract/document/naming.ts'
import { fieldsOf, hiddenSections } from '#contract/document/outline.ts'
import { germanDay } from '#contract/time/german-day.ts'
import { documentToBlocks } from './blocks.ts'
import type { Images } from './images.ts'
import type { PrintJob, PrintJobPerson } from './input.ts'
import { signatureSvg, toPicture } from './pictures.ts'
import { qrCodeSvg } from './qr-code.ts'
import { clean, makeBreakable, truncate } from './texts.ts'
import { printedAnswer } from './values.ts'

/** The input of the Typst template. */
export function pageData(
  {
    title,
    asOf,
    content,
    answers,
    filledIn,
    signature,
    handedIn,
    signed,
    results,
    people,
    nobody,
    sheet,
    company,
  }: PrintJob & { people: PrintJobPerson[] },
  images: Images,
) {
  const name = clean(title).replaceAll('\n', ' ').trim() || 'Ohne Titel'
  const [year = 0, month = 0, day = 0] = asOf.split('-').map(Number)
  const fields = fieldsOf(content)
  return {
    title: makeBreakable(name, 'wide'),
    ...(company && { company: letterheadData(company, images) }),
    running: makeBreakable(truncate(name, 90), 'wide'),
    date: { year, month, day },
    asOf: `Stand: ${germanDay(asOf)}`,
    ...(filledIn !== undefined && { filledIn: makeBreakable(filledIn, 'wide') }),
    ...(signature !== undefined && { signature: makeBreakable(signature, 'narrow') }),
    ...handInData({ ...(handedIn !== undefined && { handedIn }), ...(signed && { signed }) }),
    ...(fields.some(({ required }) => required) && { required: '* Pflichtfeld' }),
    blocks: documentToBlocks(content, {
      answers,
      images,
      namings: labelsOf(content),
      // The blank document after the results is printed with all sections.
      hidden: results ? new Set() : hiddenSections(content, answers),
    }),
    ...(sheet && {
      app: makeBreakable(sheet.app, 'narrow'),
      until: sheet.until,
      slips: sheet.slips.map(({ name, username, link }) => ({
        name: makeBreakable(name, 'wide'),
        username: makeBreakable(username, 'wide'),
        link,
        qr: qrCodeSvg(link),
      })),
    }),
    ...(results && {
      nobody,
      // Without fields there are no answers to print.
      people: (fields.length > 0 ? people : []).map(({ name, answers, ...handed }) => ({
        name: makeBreakable(name, 'wide') || '–',
        ...handInData(handed),
        answers: fields.map((field) => [
          makeBreakable(field.name, 'wide'),
          toPicture(field, answers, { images, of: name }) ?? breakableOrNull(printedAnswer(field, answers)),
        ]),
      })),
    }),
  }
}

const handInData = ({ handedIn, signed }: Pick<PrintJobPerson, 'handedIn' | 'signed'>) => ({
  ...(handedIn !== undefined && { handedIn }),
  ...(signed && {
    signed: {
      by: makeBreakable(signed.by, 'narrow'),
      ...(signed.strokes && { drawing: signatureSvg(signed.strokes) }),
      ...(signed.typed !== undefined && { typed: makeBreakable(signed.typed, 'narrow') }),
    },
  }),
})

function letterheadData({ name, logo }: NonNullable<PrintJob['company']>, images: Images) {
  const placed = logo === undefined ? undefined : images.find(logo)
  return {
    name: makeBreakable(name, 'narrow'),
    ...(typeof placed === 'object' && { logo: placed.path }),
  }
}

const breakableOrNull = (answer: string | undefined) =>
  answer === undefined ? null : makeBreakable(answer, 'wide')
