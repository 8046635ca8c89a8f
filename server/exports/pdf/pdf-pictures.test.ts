import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { imageSize } from './image-size.ts'
import {
  as_of,
  assertGood,
  exports,
  field,
  given,
  inside,
  paragraph,
  picture,
  print,
  textOf,
} from './pdf-stage.test-data.ts'

const square = { create: { width: 30, height: 20, channels: 3 as const, background: '#c01c28' } }
const formats = ['png', 'jpeg', 'webp', 'gif'] as const
for (const format of formats) {
  test(`an uploaded ${format} is printed, with its description`, async () => {
    const bytes = await sharp(square).toFormat(format).toBuffer()
    const size = imageSize(bytes)
    assert.deepEqual([size?.width, size?.height], [30, 20])
    const content = [picture('/docs/images/abcdefghijklmnopqrstuv/', 'Das Zelt')]
    const pdf = await print(content, { image: () => bytes })
    assertGood(pdf)
    assert.match(inside(pdf), /\/Subtype ?\/Image/)
    assert.match(inside(pdf), /\/Alt ?\(Das Zelt\)/)
  })
}

test('a picture that is broken, missing or too large leaves a note, and the rest is printed', async () => {
  const whole = await sharp(square).png().toBuffer()
  const broken = Buffer.from(whole)
  broken.fill(0, 50, 70)
  const huge = Buffer.from(whole)
  huge.writeUInt32BE(60_000, 16)
  huge.writeUInt32BE(60_000, 20)
  const data = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
  const pdf = await print([picture(data(broken)), picture(data(whole)), picture(data(whole.subarray(0, 20)))])
  assertGood(pdf)
  assert.equal([...inside(pdf).matchAll(/\/Subtype ?\/Image/g)].length, 1)
  const notes = given([picture(data(huge)), picture('/docs/images/abcdefghijklmnopqrstuv/', 'Zelt')]).blocks
  assert.deepEqual(notes, [
    { k: 'p', c: [{ k: 'note', s: '[Bild – zu groß]' }] },
    { k: 'p', c: [{ k: 'note', s: '[Bild „Zelt“ – nicht vorhanden]' }] },
  ])
})

test('a picture from elsewhere is never fetched: a note says where it is', async () => {
  const asked: string[] = []
  await print([picture('https://elsewhere.example/a.png', 'Plan')], {
    image: (src) => {
      asked.push(src)
      return undefined
    },
  })
  assert.deepEqual(asked, [])
  assert.deepEqual(given([picture('https://elsewhere.example/a.png', 'Plan')]).blocks, [
    { k: 'p', c: [{ k: 'note', s: '[Bild „Plan“ – nicht eingebettet: https://elsewhere.example/a.png]' }] },
  ])
})

test('a photo and a drawn signature are printed as pictures, for one person and for all', async () => {
  const path = `/docs/photos/${'F'.repeat(22)}/`
  const gone = `/docs/photos/${'G'.repeat(22)}/`
  const content = [
    paragraph(field('photo', 'Schaden'), field('photo', 'Rückseite'), field('signature', 'Empfangen')),
  ]
  const bytes = await sharp({ create: { width: 400, height: 800, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const asked: [string, boolean][] = []
  const photo = async (src: string, isOfMany: boolean) => {
    asked.push([src, isOfMany])
    return src === path ? bytes : undefined
  }
  const answers = { Schaden: path, Rückseite: gone, Empfangen: 'M10 20L300 150' }
  const own = await print(content, { answers, photo })
  assertGood(own)
  assert.equal(inside(own).match(/\/Subtype ?\/Image/g)?.length, 1)
  assert.deepEqual(asked, [
    [path, false],
    [gone, false],
  ])
  const all = await exports.resultsPdf(
    { id: 1 },
    {
      title: 'Alle',
      as_of,
      content: { type: 'process', content },
      image: () => undefined,
      photo,
      people: [
        { name: 'Anna Abel', answers },
        { name: 'Bruno Braun', answers: { Empfangen: 'gez. Bruno Braun' } },
      ],
      nobody: '',
    },
  )
  assertGood(all)
  assert.equal(inside(all).match(/\/Subtype ?\/Image/g)?.length, 1)
  assert.match(await textOf(own), /Rückseite:\s+\[Foto – nicht vorhanden\]/)
  assert.match(await textOf(all), /gez\. Bruno Braun/)
})
