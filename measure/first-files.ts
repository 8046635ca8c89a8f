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
