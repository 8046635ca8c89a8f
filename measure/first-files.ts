import { createHash } from 'node:crypto'

/**
 * The files that an address begins with, by the windows that it is opened in (`vite.pieces.ts` writes which are for
 * which).
 */
export function byWindow(files: readonly string[]): { window: string; files: string[] }[] {
  const nameOf = (file: string) => file.replace(/ .*/, '')
  const of = (fits: (media: string) => boolean) =>
    files.filter((file) => fits(file.replace(/^\S+ ?/, ''))).map(nameOf)
  const isPhone = (media: string) => media.startsWith('not all and')
  if (!files.some((file) => file.includes(' '))) return [{ window: '', files: [...files] }]
  return [
    { window: ' at a desk', files: of((media) => !isPhone(media)) },
    { window: ' on a phone', files: of((media) => media === '' || isPhone(media)) },
  ]
}

/**
 * A packed file without the luck of its build: each name in it has a hash that is another with every change anywhere,
 * and moves the packed size by as much as 160 bytes. Here it follows from the name alone.
 */
export const withSteadyNames = (text: string) =>
  text.replaceAll(/-[0-9a-f]{7}(?=\.(?:js|css)\b)/g, (_whole, at: number) => {
    let begin = at
    while (/[\w-]/.test(text[begin - 1] ?? '')) begin--
    return `-${createHash('sha256').update(text.slice(begin, at)).digest('hex').slice(0, 7)}`
  })
