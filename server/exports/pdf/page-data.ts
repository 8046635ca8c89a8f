import { labelsOf } from '#contract/document/naming.ts'
import { fieldsOf, hiddenSections } from '#contract/document/outline.ts'
import { germanDay } from '#contract/time/german-day.ts'
import { printedBlocks } from './blocks.ts'
import type { Images } from './images.ts'
import type { Person, Printing } from './input.ts'
import { drawingOf, pictureOf } from './pictures.ts'
import { qrDrawing } from './qr-code.ts'
import { breakable, clean, shortened } from './texts.ts'
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
  }: Printing & { people: Person[] },
  images: Images,
) {
  const name = clean(title).replaceAll('\n', ' ').trim() || 'Ohne Titel'
  const [year = 0, month = 0, day = 0] = asOf.split('-').map(Number)
  const fields = fieldsOf(content)
  return {
    title: breakable(name, 'wide'),
    ...(company && { company: letterheadOf(company, images) }),
    running: breakable(shortened(name, 90), 'wide'),
    date: { year, month, day },
    asOf: `Stand: ${germanDay(asOf)}`,
    ...(filledIn !== undefined && { filledIn: breakable(filledIn, 'wide') }),
    ...(signature !== undefined && { signature: breakable(signature, 'narrow') }),
    ...handing({ ...(handedIn !== undefined && { handedIn }), ...(signed && { signed }) }),
    ...(fields.some(({ required }) => required) && { required: '* Pflichtfeld' }),
    blocks: printedBlocks(content, {
      answers,
      images,
      namings: labelsOf(content),
      // The blank document after the results is printed with all sections.
      hidden: results ? new Set() : hiddenSections(content, answers),
    }),
    ...(sheet && {
      app: breakable(sheet.app, 'narrow'),
      until: sheet.until,
      slips: sheet.slips.map(({ name, username, link }) => ({
        name: breakable(name, 'wide'),
        username: breakable(username, 'wide'),
        link,
        qr: qrDrawing(link),
      })),
    }),
    ...(results && {
      nobody,
      // Without fields there are no answers to print.
      people: (fields.length > 0 ? people : []).map(({ name, answers, ...handed }) => ({
        name: breakable(name, 'wide') || '–',
        ...handing(handed),
        answers: fields.map((field) => [
          breakable(field.name, 'wide'),
          pictureOf(field, answers, { images, of: name }) ?? valueOf(printedAnswer(field, answers)),
        ]),
      })),
    }),
  }
}

const handing = ({ handedIn, signed }: Pick<Person, 'handedIn' | 'signed'>) => ({
  ...(handedIn !== undefined && { handedIn }),
  ...(signed && {
    signed: {
      by: breakable(signed.by, 'narrow'),
      ...(signed.strokes && { drawing: drawingOf(signed.strokes) }),
      ...(signed.typed !== undefined && { typed: breakable(signed.typed, 'narrow') }),
    },
  }),
})

function letterheadOf({ name, logo }: NonNullable<Printing['company']>, images: Images) {
  const placed = logo === undefined ? undefined : images.find(logo)
  return {
    name: breakable(name, 'narrow'),
    ...(typeof placed === 'object' && { logo: placed.path }),
  }
}

const valueOf = (answer: string | undefined) => (answer === undefined ? null : breakable(answer, 'wide'))
