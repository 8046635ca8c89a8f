import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { withoutTexts } from './png-chunks.ts'
import { reEncode } from './re-encode.ts'

const black = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'black' } })

test('what is written beside the pixels of a PNG is left out before it is unpacked', async () => {
  const png = await black(3, 2).png().toBuffer()
  const named = Buffer.concat([Buffer.from('zTXtComment\0\0'), deflateSync(Buffer.alloc(1_000_000))])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(named.length - 4)
  numbers.writeUInt32BE(crc32(named), 4)
  const text = Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)])
  const afterHeader = 33
  const bomb = Buffer.concat([png.subarray(0, afterHeader), text, png.subarray(afterHeader)])
  const { width, height, comments } = await sharp(withoutTexts(bomb)).metadata()
  assert.deepEqual([width, height, comments], [3, 2, undefined])
  assert.equal((await reEncode(bomb))?.type, 'image/png')
})

test('an image of many pixels is drawn, but not one that has to be held twice for it', async () => {
  const large = black(6_000, 6_000)
  assert.equal((await reEncode(await large.clone().png().toBuffer()))?.type, 'image/png')
  assert.equal(await reEncode(await large.clone().png({ progressive: true }).toBuffer()), undefined)
})
