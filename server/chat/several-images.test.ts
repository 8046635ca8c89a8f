import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { imagesTooLargeSentence, maxImagesPerMessage, maxImageUrlLength } from '#contract/words/images.ts'
import { cast, type Person } from '#demo/cast.ts'
import { deleteUnusedImages, UNUSED_DAYS } from '#server/images/store.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { newRoom } from '#server/testing/chat-room.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const [anna, bruno, elif] = [
  await kontor.as(cast.anna),
  await kontor.as(cast.bruno),
  await kontor.as(cast.elif),
]

const roomWith = async (...people: Person[]) => (await newRoom(kontor, ...people)).path
/** Images are recognised by their width, which re-encoding does not change. */
async function picture(width: number) {
  const create = { width, height: 1, channels: 3 as const, background: '#2a7f62' }
  return `data:image/png;base64,${(await sharp({ create }).png().toBuffer()).toString('base64')}`
}
const pictures = (...widths: number[]) => Promise.all(widths.map(picture))
async function send(who: Client, path: string, widths: number[], more: object = {}) {
  const [image, ...images] = await pictures(...widths)
  return who.send('POST', `${path}send_message/`, { message: '', image, images, ...more })
}
type Said = { id: number; image: string | null; images: string[] }
const messages = async (who: Client, path: string) => (await who.get(path)).body as unknown as Said[]
async function widthOf(address: unknown) {
  const id = String(address).split('/').at(-2) ?? ''
  const { bytes } = await db
    .selectFrom('images')
    .where('id', '=', id)
    .select('bytes')
    .executeTakeFirstOrThrow()
  return (await sharp(bytes).metadata()).width
}
const count = async () => (await db.selectFrom('images').select('id').execute()).length

test('several images come in the order in which they were sent; the first is also the image that there was before', async () => {
  const path = await roomWith(cast.anna, cast.bruno)
  assert.equal((await send(anna, path, [3, 1, 2])).status, 200)
  const [message] = await messages(bruno, path)
  assert.equal(message?.image, message?.images[0])
  const widths = []
  for (const address of message?.images ?? []) widths.push(await widthOf(address))
  assert.deepEqual(widths, [3, 1, 2])
  const [among] = (await bruno.get(`${path}images/`)).body as unknown as Said[]
  assert.deepEqual(among?.images, message?.images)
})

test('where the first is missing, the next one is the first', async () => {
  const path = await roomWith(cast.anna)
  const images = await pictures(4, 5)
  assert.equal((await anna.send('POST', `${path}send_message/`, { message: '', images })).status, 200)
  const [message] = await messages(anna, path)
  assert.equal(await widthOf(message?.image), 4)
  assert.equal(message?.images.length, 2)
})

test('each of them is seen by members alone, in this room alone, and until its message is deleted', async () => {
  const [path, other] = [await roomWith(cast.anna, cast.bruno), await roomWith(cast.bruno)]
  await send(anna, path, [1, 2])
  const [message] = await messages(bruno, path)
  for (const address of message?.images ?? []) {
    assert.equal((await bruno.get(address)).status, 200)
    assert.equal((await bruno.get(address, { query: { size: 'small' } })).status, 200)
    assert.equal((await elif.get(address)).status, 404)
    assert.equal((await bruno.get(address.replace(path, other))).status, 404)
  }
  await anna.send('DELETE', `${path}messages/${message?.id}/`)
  for (const address of message?.images ?? []) assert.equal((await bruno.get(address)).status, 404)
})

test('what no message shows any more is deleted, and what one shows stays', async () => {
  const path = await roomWith(cast.anna)
  await send(anna, path, [1, 2, 3])
  const [gone] = await messages(anna, path)
  await send(anna, path, [4, 5])
  await anna.send('DELETE', `${path}messages/${gone?.id}/`)
  await db
    .updateTable('images')
    .set({ created_at: new Date(Date.now() - (UNUSED_DAYS + 1) * 86_400_000) })
    .execute()
  const before = await count()
  await deleteUnusedImages(db)
  assert.ok((await count()) <= before - 3)
  const [stays] = await messages(anna, path)
  for (const address of stays?.images ?? []) assert.equal((await anna.get(address)).status, 200)
})

test('more than ten, too large ones and what is no image are refused as a whole, with a sentence', async () => {
  const path = await roomWith(cast.anna)
  const before = await count()
  const one = await picture(1)
  const large = `data:image/png;base64,${'A'.repeat(maxImageUrlLength / 2)}`
  const tooLarge = `data:image/png;base64,${'A'.repeat(maxImageUrlLength)}`
  const cases: [images: string[], sentence: RegExp][] = [
    [Array.from({ length: maxImagesPerMessage }, () => one), /höchstens 9 Einträge/],
    [[tooLarge], /^Das Bild ist größer als 8 MB\.$/],
    [[large, large, large], new RegExp(`^${imagesTooLargeSentence}$`)],
    [[one, 'data:image/png;base64,AAAA'], /kein Bild/],
  ]
  for (const [images, sentence] of cases) {
    const refused = await anna.send('POST', `${path}send_message/`, { message: 'Text', image: one, images })
    assert.ok(refused.status === 413 || refused.status === 422, String(refused.status))
    assert.match(String(refused.body['details']), sentence)
  }
  assert.deepEqual([await messages(anna, path), await count()], [[], before])
  const ten = Array.from({ length: maxImagesPerMessage }, (_, at) => at + 1)
  assert.equal((await send(anna, path, ten)).status, 200)
  assert.equal((await messages(anna, path))[0]?.images.length, maxImagesPerMessage)
})

test('sent again under the same key they are stored once', async () => {
  const path = await roomWith(cast.anna)
  const key = { client_key: 'drei-auf-einmal' }
  const first = await send(anna, path, [1, 2, 3], key)
  const before = await count()
  const again = await send(anna, path, [1, 2, 3], key)
  assert.equal(again.body['message_id'], first.body['message_id'])
  assert.equal(await count(), before)
  assert.equal((await messages(anna, path))[0]?.images.length, 3)
})
