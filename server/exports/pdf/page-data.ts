import { fieldsOf } from '#contract/document/fields.ts'
import { namingsOf } from '#contract/document/naming.ts'
import { printedBlocks } from './blocks.ts'
import type { Images } from './images.ts'
import type { Person, Printing } from './input.ts'
import { breakable, clean, shortened } from './texts.ts'
import { printedAnswer } from './values.ts'

/** All that the template is given. */
export function pageData(
  { title, asOf, content, answers, results, people, nobody }: Printing & { people: Person[] },
  images: Images,
) {
  const name = clean(title).replaceAll('\n', ' ').trim() || 'Ohne Titel'
  const [year = 0, month = 0, day = 0] = asOf.split('-').map(Number)
  const fields = fieldsOf(content)
  return {
    title: breakable(name, 'wide'),
    running: breakable(shortened(name, 90), 'wide'),
    date: { year, month, day },
    asOf: `Stand: ${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}.${year}`,
    blocks: printedBlocks(content, { answers, images, namings: namingsOf(content) }),
    ...(results && {
      nobody,
      // Without fields there is nothing to say about anybody.
      people: (fields.length > 0 ? people : []).map(({ name, answers }) => ({
        name: breakable(name, 'wide') || '–',
        answers: fields.map((field) => [
          breakable(field.name, 'wide'),
          valueOf(printedAnswer(field, answers)),
        ]),
      })),
    }),
  }
}

const valueOf = (answer: string | undefined) => (answer === undefined ? null : breakable(answer, 'wide'))
