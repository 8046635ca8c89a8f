import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { limits } from '#server/http/limits.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { newRoom } from '#server/testing/chat-room.ts'
import { tinyPng } from '#server/testing/images.ts'

const LONG = 100_000
const kontor = await testApp(
  {},
  {
    limits: {
      ...limits,
      rates: { ...limits.rates, images: { ...limits.rates.images, most: 3, seconds: LONG } },
      stored: { ...limits.stored, image_bytes: { ...limits.stored.image_bytes, most: 1_000 } },
    },
  },
)
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const image = `data:image/png;base64,${tinyPng.toString('base64')}`
const clara = await kontor.as(cast.clara)

const send = (client: Client, path: string, client_key?: string) =>
  client.send('POST', `${path}send_message/`, { message: '', image, ...(client_key && { client_key }) })
const count = async () =>
  Number((await db.selectFrom('images').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)

test('a person sends so many images and no more, counted before they are drawn; others are not touched', async () => {
  const { path } = await newRoom(kontor, cast.anna, cast.bruno)
  const [anna, bruno] = [await kontor.as(cast.anna), await kontor.as(cast.bruno)]
  for (let nr = 0; nr < 3; nr++) assert.equal((await send(anna, path)).status, 200)
  const refused = await send(anna, path)
  assert.equal(refused.status, 429)
  assert.equal(refused.body['details'], limits.rates.images.sentence)
  assert.equal((await send(bruno, path)).status, 200)
})

test('images of documents count with those of chats', async () => {
  const { body } = await clara.send('POST', '/docs/', { name: 'Bilderbogen' })
  const upload = () => clara.send('POST', `/docs/${body['doc_id'] as number}/images/`, { image })
  const answers = [await upload(), await upload(), await upload(), await upload()]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 429],
  )
})

test('photos in answers count with them, too', async () => {
  const [frieda, { body }] = [
    await kontor.as(cast.frieda),
    await clara.send('POST', '/docs/', { name: 'Fotos' }),
  ]
  const doc = body['doc_id'] as number
  const bytes = Buffer.alloc(600)
  const user_id = await kontor.userId(cast.frieda)
  await db
    .insertInto('doc_photos')
    .values({ id: 'F'.repeat(22), doc_id: doc, user_id, type: 'image/png', bytes, small: bytes })
    .execute()
  const { path } = await newRoom(kontor, cast.frieda)
  assert.equal((await send(frieda, path)).body['details'], limits.stored.image_bytes.sentence)
})

test('the same message sent again is drawn and counted once', async () => {
  const { path } = await newRoom(kontor, cast.david)
  const david = await kontor.as(cast.david)
  const before = await count()
  const answers = []
  for (let nr = 0; nr < 5; nr++) answers.push(await send(david, path, 'dasselbe-bild'))
  assert.equal(new Set(answers.map(({ body }) => body['message_id'])).size, 1)
  assert.equal(await count(), before + 1)
})

test('what a person has stored in a day is bounded; others are not touched', async () => {
  const { path } = await newRoom(kontor, cast.elif, cast.georg)
  const [elif, georg] = [await kontor.as(cast.elif), await kontor.as(cast.georg)]
  const bytes = Buffer.alloc(600)
  const uploaded_by = await kontor.userId(cast.elif)
  await db
    .insertInto('images')
    .values({ id: 'a-large-one', type: 'image/png', bytes, small: bytes, uploaded_by })
    .execute()
  const refused = await send(elif, path)
  assert.equal(refused.status, 429)
  assert.equal(refused.headers['retry-after'], '3600')
  assert.equal(refused.body['details'], limits.stored.image_bytes.sentence)
  assert.equal((await send(georg, path)).status, 200)
  await db
    .updateTable('images')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', 'a-large-one')
    .execute()
  assert.equal((await send(elif, path)).status, 200)
})
