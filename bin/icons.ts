// Draws the app's icons from web/public/icon.svg. Run once when the sign changes; the results are in the repository.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../web/public')
const sign = await readFile(join(folder, 'icon.svg'), 'utf8')
const stroke = /<path[^<>]*\/>/.exec(sign)?.[0] ?? ''
const colour = /fill="(#\w+)"/.exec(sign)?.[1] ?? ''

/**
 * Phones cut a maskable icon to a shape of their own. So the background reaches the edges, and the sign is
 * scaled to `part` of the width.
 */
const filled = (part: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${colour}"/>
  <g transform="translate(16 16) scale(${part}) translate(-16.5 -16)">${stroke}</g></svg>`
/** For Android's status bar, which ignores colours: the sign without background. */
const shape = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="6 6 20 20">${stroke}</svg>`

const draw = (svg: string, size: number, name: string) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 16 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, name))

await draw(sign, 192, 'icon-192.png')
await draw(sign, 512, 'icon-512.png')
await draw(filled(0.85), 512, 'icon-maskable.png')
await draw(filled(1), 180, 'apple-touch-icon.png')
await draw(shape, 96, 'badge-96.png')
