// Draws the app's icons from web/public/icon.svg. Run once when the sign changes; the results are in the repository.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../web/public')
const iconSvg = await readFile(join(folder, 'icon.svg'), 'utf8')
const iconPath = /<path[^<>]*\/>/.exec(iconSvg)?.[0] ?? ''
const backgroundColour = /fill="(#\w+)"/.exec(iconSvg)?.[1] ?? ''

/**
 * Phones cut a maskable icon to a shape of their own. So the background reaches the edges. `scale`: size of the sign
 * relative to icon.svg.
 */
const maskableSvg = (scale: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${backgroundColour}"/>
  <g transform="translate(16 16) scale(${scale}) translate(-16.5 -16)">${iconPath}</g></svg>`
/** For Android's status bar, which ignores colours: the sign without background. */
const monochromeSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="6 6 20 20">${iconPath}</svg>`

const writePng = (svg: string, size: number, name: string) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 16 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, name))

await writePng(iconSvg, 192, 'icon-192.png')
await writePng(iconSvg, 512, 'icon-512.png')
await writePng(maskableSvg(0.85), 512, 'icon-maskable.png')
await writePng(maskableSvg(1), 180, 'apple-touch-icon.png')
await writePng(monochromeSvg, 96, 'badge-96.png')
