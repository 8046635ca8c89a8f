// R1: a page of 25 of 20,000 users, for an administrator. And what a search for people costs at its worst: words that
// nearly everybody's name has.
import type { Figure } from '#proof/figures.ts'
import { median } from './paired.ts'
import type { Product } from './product.ts'
import { type Effort, readRatio } from './read-ratio.ts'

/** One word a hundred times; as many different ones as a filter holds; and what people really type. */
const filters: Record<string, string> = {
  'one word 100 times': 'a '.repeat(100).trim(),
  '60 words': Array.from({ length: 60 }, (_, at) => String.fromCharCode(97 + (at % 26)) + (at % 10)).join(
    ' ',
  ),
  'a name': 'nachname 17',
}
const TRIES = 7

export const usersList = async (product: Product, effort: Effort) => [
  await readRatio({ figure: 'R1 users list', path: '/users/?per_page=25&page=3', goal: 8 }, product, effort),
  ...(await searches(product)),
]

async function searches({ ask, cookie }: Product): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [list, path] of [
    ['chat', '/chat/direct/users/'],
    ['users', '/users/'],
  ]) {
    for (const [name, filter] of Object.entries(filters)) {
      const times: number[] = []
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const begin = performance.now()
        const query = new URLSearchParams({ filter }).toString()
        const { status } = await ask({ method: 'GET', path: `${path}?${query}`, cookie })
        if (status !== 200) throw new Error(`${path} for ${name} answers ${status}`)
        times.push(performance.now() - begin)
      }
      figures.push({
        figure: `search of 20,000 people (${list}): ${name}`,
        unit: 'ms',
        value: median(times),
        n: TRIES,
        goal: 100,
      })
    }
  }
  return figures
}
