// Generates files that claim to be images, so that the repository needs no collection of them.
import sharp from 'sharp'
import type { Random } from '#planner-simulator/random.ts'
import { chunk } from '#server/testing/images.ts'
import { animatedGif, animatedWebp, comment, dot, jpegSized, pngOf, sized, zText } from './image-formats.ts'

const MANY = 100
type Hostile = { name: string; url: string }

/** Part of everything that must not be served again: scripts, comments, places in metadata. */
export const MARK = 'kontorHurt'
const script = `<svg xmlns="http://www.w3.org/2000/svg" onload="${MARK}()"><script>${MARK}()</script></svg>`
const page = `<!doctype html><html><body><script>${MARK}()</script></body></html>`
const javascript = `=1;/*${MARK}*/${MARK}();`

/**
 * Each known attack once, whatever the count; then truncated and damaged files. Heavy files only if there are
 * many.
 */
export async function hostileImages(count: number, random: Random): Promise<Hostile[]> {
  const bases = await honestImages()
  const files = [...known(bases), ...(count < MANY ? [] : heavy(bases))]
  const all = [...addresses(bases.png), ...files.map(([name, bytes]) => file(name, bytes, random))]
  const names = Object.keys(bases) as (keyof typeof bases)[]
  for (let place = 0; all.length < count; place++) {
    const name = names[place % names.length] as keyof typeof bases
    const bytes = bases[name]
    // Half of them are cut at different places over the whole file, the others are damaged at random.
    const cut = Math.floor(((place * 37) % 1_000) * (bytes.length / 1_000))
    if (place % 2 === 0) all.push(file(`${name} cut after ${cut}`, bytes.subarray(0, cut), random))
    else all.push(file(`damaged ${name}`, damaged(bytes, random), random))
  }
  return all
}

const types = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/svg+xml',
  'text/html',
  'image/bmp',
]

/** With a random media type: the server must not rely on it. */
const file = (name: string, bytes: Buffer, random: Random): Hostile => ({
  name,
  url: `data:${random.pick(types)};base64,${bytes.toString('base64')}`,
})

/** Images with metadata: the place, and the camera. */
async function honestImages() {
  const picture = sharp({
    create: {
      width: 60,
      height: 40,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .withExif({
      IFD0: { Copyright: MARK, ImageDescription: script },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 3230/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 4366/100',
      },
    })
    .withXmp(`<?xpacket?><x:xmpmeta xmlns:x="adobe:ns:meta/">${MARK}</x:xmpmeta>`)
    .withIccProfile('p3')
  return {
    png: await picture.clone().png().toBuffer(),
    jpeg: await picture.clone().jpeg().toBuffer(),
    webp: await picture.clone().webp().toBuffer(),
    gif: await picture.clone().gif().toBuffer(),
    progressive: await picture.clone().jpeg({ progressive: true }).toBuffer(),
    avif: await picture.clone().avif({ effort: 0 }).toBuffer(),
    tiff: await picture.clone().tiff().toBuffer(),
  }
}
type Bases = Awaited<ReturnType<typeof honestImages>>

function known(bases: Bases): [string, Buffer][] {
  const { png, jpeg, webp, gif, avif, tiff } = bases
  const magics = {
    png: png.subarray(0, 8),
    gif: Buffer.from('GIF89a'),
    jpeg: Buffer.from([0xff, 0xd8, 0xff]),
    webp: Buffer.from('RIFF\x00\x00\x00\x00WEBP', 'latin1'),
  }
  const texts = Object.entries({ script, page, javascript })
  const behindMagic = Object.entries(magics).flatMap(([name, magic]) =>
    texts.map(([what, text]): [string, Buffer] => [
      `${what} behind ${name}`,
      Buffer.concat([magic, Buffer.from(text)]),
    ]),
  )
  const behindImages = Object.entries({ png, jpeg, webp, gif }).flatMap(([name, image]) =>
    texts.map(([what, text]): [string, Buffer] => [
      `${what} after a ${name}`,
      Buffer.concat([image, Buffer.from(text)]),
    ]),
  )
  return [
    ...behindMagic,
    ...behindImages,
    ...Object.entries(bases).map(([name, bytes]): [string, Buffer] => [`${name} with a place`, bytes]),
    ...Object.entries(magics).map(([name, magic]): [string, Buffer] => [
      `only the beginning of ${name}`,
      magic,
    ]),
    ['svg', Buffer.from(script)],
    ['svg behind a declaration', Buffer.from(`<?xml version="1.0"?>${script}`)],
    ['html', Buffer.from(page)],
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(5_000)],
    ['one byte', Buffer.from([0xff])],
    ['bmp', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60, 1)])],
    ['ico', Buffer.concat([Buffer.from('0000010001001010', 'hex'), png])],
    ['pdf', Buffer.from(`%PDF-1.7\n${MARK}\n%%EOF`)],
    ['pdf behind gif', Buffer.from(`GIF89a%PDF-1.7\n${MARK}\n%%EOF`)],
    ['tiff', tiff],
    ['avif', avif],
    ['heic', Buffer.from(`\0\0\0\x18ftypheic\0\0\0\0${MARK}`, 'latin1')],
    ['jpeg 2000', Buffer.from('0000000c6a5020200d0a870a', 'hex')],
    ['photoshop', Buffer.from(`8BPS\0\x01${MARK}`, 'latin1')],
    ['postscript', Buffer.from(`%!PS-Adobe-3.0\n(${MARK}) run`)],
    [
      'script for a program',
      Buffer.from(`push graphic-context\nimage over 0,0 0,0 'url(https://boese.example/${MARK})'\n`),
    ],
    [
      'png with wrong sums',
      Buffer.from(png.map((byte, place) => (place > 28 && place < 33 ? byte ^ 255 : byte))),
    ],
    [
      'png with a comment',
      pngOf({ width: 2, height: 2, extra: chunk('tEXt', Buffer.from(`Comment\0${page}`)) }),
    ],
    ['png without end', pngOf({ width: 2, height: 2 }).subarray(0, -12)],
    ['png with pixels missing', pngOf({ width: 500, height: 500, rows: 2 })],
    ['png of no size', pngOf({ width: 0, height: 0 })],
    ['png of 60,000 x 60,000', pngOf({ width: 60_000, height: 60_000, rows: 10 })],
    ['png of 2³¹ x 1', pngOf({ width: 0x7fffffff, height: 1, rows: 0 })],
    ['gif of 60,000 x 60,000', sized(gif, 6, 60_000, 60_000)],
    ['jpeg of 60,000 x 60,000', jpegSized(jpeg, 60_000)],
    ['jpeg with a comment', Buffer.concat([jpeg.subarray(0, 2), comment(page), jpeg.subarray(2)])],
    ['gif with frames outside', animatedGif(sized(dot, 1, 60_000, 60_000), 50, 10, 10)],
    [
      'webp that lies about its length',
      Buffer.concat([webp.subarray(0, 4), Buffer.from('ffffffff', 'hex'), webp.subarray(8)]),
    ],
  ]
}

/** Small files that decompress to very large images, at the accepted limits and beyond them. */
function heavy({ gif, jpeg, webp }: Bases): [string, Buffer][] {
  const frame = gif.subarray(gif.indexOf(0x2c, 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1)), -1)
  return [
    ['png with a comment that bursts', pngOf({ width: 2, height: 2, extra: zText(30_000_000, MARK) })],
    ['png that bursts', pngOf({ width: 12_000, height: 12_000 })],
    ['png just small enough', pngOf({ width: 6_300, height: 6_300 })],
    ['interlaced png just small enough', pngOf({ width: 6_300, height: 6_300, interlaced: true })],
    ['deep interlaced png', pngOf({ width: 6_300, height: 6_300, interlaced: true, depth: 16 })],
    ['png that is thin', pngOf({ width: 1, height: 1_000_000 })],
    ['jpeg with a hundred beginnings', Buffer.concat(Array.from({ length: 100 }, () => jpeg))],
    ['gif of 20,000 single dots', animatedGif(dot, 20_000, 1, 1)],
    ['gif of 5,000 frames', animatedGif(frame, 5_000, 60, 40, gif.subarray(0, gif.indexOf(0x2c)))],
    ['webp of 3,000 frames', animatedWebp(webp, 3_000, 60, 40)],
    ['webp of 16,383 x 16,383', animatedWebp(webp, 1, 16_383, 16_383)],
  ]
}

/** Malformed data: URLs, and data: URLs whose content is not what they declare. */
function addresses(png: Buffer): Hostile[] {
  const encoded = png.toString('base64')
  return [
    `data:image/png,${encodeURIComponent(script)}`,
    `data:image/svg+xml;utf8,${script}`,
    `data:text/html;base64,${Buffer.from(page).toString('base64')}`,
    `data:text/html;base64,${encoded}`,
    `data:image/png;charset=utf-8;base64,${encoded}`,
    `data:;base64,${encoded}`,
    `data:image/png;base64,${encoded}\u0000`,
    `data:image/png;base64,${encoded}"><script>${MARK}()</script>`,
    `data:image/png;base64,${encoded.slice(0, 10)}!!${encoded.slice(10)}`,
    ` data:image/png;base64,${encoded}`,
    `DATA:image/png;base64,${encoded}`,
    `data:image/png;base64,${' \n'.repeat(1_000)}${encoded}`,
    `data:image/png;base64,`,
    `data:image/png;base64,${'='.repeat(100)}`,
    `data:image/png;base64,${'A'.repeat(1_000_000)}!`,
    'https://boese.example/x.png',
    'file:///etc/passwd',
    `javascript:${MARK}()`,
    '/docs/images/x/',
  ].map((url) => ({ name: url.slice(0, 60), url }))
}

function damaged(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes)
  // Mostly leaves the first bytes intact: otherwise the file would be refused before the rest is parsed.
  const from = random.chance(0.8) ? 12 : 0
  for (let times = random.below(12); times >= 0; times--)
    copy[from + random.below(copy.length - from)] = random.pick([0, 255, random.below(256)])
  return copy
}
