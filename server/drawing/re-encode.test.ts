import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { ChildPool } from '#server/children/child-pool.ts'
import { ImageProcessor } from './drawing.ts'
import { stripPngMetadata } from './re-encode.ts'

const tooManyPixels = /zu viele Bildpunkte/
const childPool = new ChildPool()
const drawing = new ImageProcessor(childPool)
after(async () => {
  drawing.close()
  await childPool.close()
})
const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
const black = (width: number, height: number) => plain(width, height, 'black')

test('what is written beside the pixels of a PNG is left out before it is unpacked', async () => {
  const png = await black(3, 2).png().toBuffer()
  const named = Buffer.concat([Buffer.from('zTXtComment\0\0'), deflateSync(Buffer.alloc(1_000_000))])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(named.length - 4)
  numbers.writeUInt32BE(crc32(named), 4)
  const text = Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)])
  const afterHeader = 33
  const bomb = Buffer.concat([png.subarray(0, afterHeader), text, png.subarray(afterHeader)])
  const { width, height, comments } = await sharp(stripPngMetadata(bomb)).metadata()
  assert.deepEqual([width, height, comments], [3, 2, undefined])
  assert.equal((await drawing.draw(bomb))?.type, 'image/png')
})

test('an image of many pixels is drawn, but not one that has to be held twice for it', async () => {
  const large = black(6_000, 6_000)
  assert.equal((await drawing.draw(await large.clone().png().toBuffer()))?.type, 'image/png')
  await assert.rejects(drawing.draw(await large.clone().png({ progressive: true }).toBuffer()), tooManyPixels)
})

test('too many pixels are named as what they are, also those of an animation', async () => {
  await assert.rejects(drawing.draw(await black(8_001, 5_000).png().toBuffer()), tooManyPixels)
  const frames = Array.from({ length: 41 }, (_, at) =>
    plain(1_000, 1_000, `hsl(${at * 8}, 90%, 50%)`)
      .png()
      .toBuffer(),
  )
  const animation = sharp(await Promise.all(frames), { join: { animated: true }, limitInputPixels: false })
  await assert.rejects(drawing.draw(await animation.gif({ effort: 1 }).toBuffer()), tooManyPixels)
})

/** A PNG with a gradient: red grows to the right, green downwards. `rest` returns blue and alpha of a pixel. */
async function sky(side: number, rest: (at: number) => readonly [blue: number, alpha: number]) {
  const pixels = Buffer.alloc(side * side * 4)
  for (let at = 0; at < side * side; at++) {
    const [blue, alpha] = rest(at)
    const x = at % side
    const y = Math.floor(at / side)
    pixels.set([Math.floor((x * 256) / side), Math.floor((y * 256) / side), blue, alpha], at * 4)
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer()
}

test('a PNG keeps its colours, and what can be seen through stays so', async () => {
  const sent = await sky(512, (at) => [90, at % 512 < 256 ? 0 : 200])
  const drawn = await drawing.draw(sent)
  assert.equal(drawn?.type, 'image/png')
  const raw = (image: Buffer) => sharp(image).ensureAlpha().raw().toBuffer()
  assert.ok((await raw(sent)).equals(await raw(drawn.bytes)))
})

test('a photo that comes as a PNG becomes small without bands, and stays transparent where it was', async () => {
  let seed = 1
  const noise = () => (seed = (seed * 48_271) % 2_147_483_647) % 256
  const sent = await sky(1_200, (at) => [noise(), at < 12_000 ? 0 : 255])
  const drawn = await drawing.draw(sent, { small: true })
  assert.equal(drawn?.type, 'image/webp')
  assert.ok(drawn.bytes.length < 1_500_000 && drawn.bytes.length < sent.length / 2, `${drawn.bytes.length}`)
  for (const bytes of [drawn.bytes, drawn.small ?? assert.fail()]) {
    const { format, hasAlpha } = await sharp(bytes).metadata()
    assert.deepEqual({ format, hasAlpha }, { format: 'webp', hasAlpha: true })
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const reds = new Set<number>()
    for (let x = 0; x < info.width; x++) reds.add(data[((info.height - 20) * info.width + x) * 4] as number)
    assert.ok(reds.size > 150, `${reds.size} shades of red`)
    assert.deepEqual([data[3], data.at(-1)], [0, 255])
  }
})
