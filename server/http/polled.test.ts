import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { limits } from './limits/limits.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
await kontor.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = kontor.app.server.address() as AddressInfo
const ask = async (cookie: string, path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
  return { status: answer.status, body: await answer.json() }
}
const kept = async () => {
  const { text } = await kontor.client().get('/metrics')
  return Number(/^kontor_replay_entries (\d+)$/m.exec(text)?.[1])
}

test('a session has one answer of a call in memory, whatever stands in its cookies and addresses', async () => {
  const { cookie = '' } = await kontor.as(cast.anna)
  const before = await kept()
  const { body } = await ask(cookie, '/users/current/')
  for (let nr = 0; nr < 20; nr++) {
    const padded = `${cookie}; a=${'x'.repeat(1_000)}${nr}`
    assert.deepEqual((await ask(padded, '/users/current/')).body, body)
    assert.deepEqual((await ask(padded, `/users/current/?nr=${nr}`)).body, body)
  }
  assert.equal(await kept(), before + 1)
})

test('of a call that chooses by its query the answer asked for last is in memory, and none is given for another', async () => {
  const { cookie = '' } = await kontor.as(cast.clara)
  const before = await kept()
  const asked = ['', '?per_page=1', '?filter=zzz', '?filter_status=Admin']
  const first = new Map<string, unknown>()
  for (const query of asked) first.set(query, (await ask(cookie, `/users/${query}`)).body)
  assert.equal(new Set([...first.values()].map((body) => JSON.stringify(body))).size, asked.length)
  for (const query of [...asked, ...asked].toReversed())
    assert.deepEqual((await ask(cookie, `/users/${query}`)).body, first.get(query))
  assert.equal(await kept(), before + 1)
})

test('hidden chats are shown to administrators who ask for them, and to nobody who does not', async () => {
  const clara = await kontor.as(cast.clara)
  const names = async (hidden: boolean) => {
    const { body } = await ask(clara.cookie ?? '', `/chat/groups/?show_hidden=${hidden}`)
    return (body as { name: string }[]).map(({ name }) => name)
  }
  await clara.send('PUT', '/groups/custom/Verborgen/')
  const { id } = await kontor.kontor.db
    .selectFrom('groups')
    .where('name', '=', 'Verborgen')
    .select('id')
    .executeTakeFirstOrThrow()
  await clara.send('PATCH', `/chat/groups/${id}/admin_settings/`, { visible: false })
  for (const hidden of [true, false, true, true, false, false])
    assert.equal((await names(hidden)).includes('Verborgen'), hidden)
})

test('whoever names the tag of the answer that they have is sent nothing, until there is another', async () => {
  const clara = await kontor.as(cast.clara)
  for (const path of [
    '/groups/custom/',
    '/users/?per_page=3',
    '/users/groups/',
    '/today/',
    '/chat/groups/',
    '/users/current/',
  ]) {
    const get = async (tag: string | null) => {
      const headers = { cookie: clara.cookie ?? '', ...(tag !== null && { 'if-none-match': tag }) }
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, cache: 'no-store' })
      return { status: answer.status, tag: answer.headers.get('etag'), text: await answer.text() }
    }
    const { tag, text } = await get(null)
    for (let nr = 0; nr < 3; nr++) assert.deepEqual(await get(tag), { status: 304, tag, text: '' }, path)
    assert.deepEqual(await get('"another"'), { status: 200, tag, text })
  }
})

test('the tag of a list of chats holds until something is said, read or renamed there', async () => {
  const [anna, bruno, clara] = [
    await kontor.as(cast.anna),
    await kontor.as(cast.bruno),
    await kontor.as(cast.clara),
  ]
  await clara.send('PUT', '/groups/custom/Probe/')
  for (const person of [cast.anna, cast.bruno])
    await clara.send('PUT', `/users/${await kontor.userId(person)}/groups/Probe/`)
  const rooms = async () =>
    (await ask(anna.cookie ?? '', '/chat/groups/')).body as { id: number; name: string }[]
  const id = (await rooms()).find(({ name }) => name === 'Probe')?.id
  const told = new Set<string>()
  const isNew = async (path: string) => {
    const get = (tag: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { cookie: anna.cookie ?? '', 'if-none-match': tag },
        cache: 'no-store',
      })
    const tag = (await get('')).headers.get('etag') ?? ''
    for (let nr = 0; nr < 2; nr++) assert.equal((await get(tag)).status, 304, path)
    const isOther = !told.has(`${path} ${tag}`)
    told.add(`${path} ${tag}`)
    return isOther
  }
  const changes = async () => [await isNew('/chat/groups/'), await isNew('/users/current/')]
  await changes()
  assert.deepEqual(await changes(), [false, false])
  const { message_id } = (
    await bruno.send('POST', `/chat/groups/${id}/send_message/`, { message: 'Guten Morgen' })
  ).body as { message_id: number }
  assert.deepEqual(await changes(), [true, true], 'said')
  await anna.send('POST', `/chat/groups/${id}/read/`, { message_id })
  assert.equal((await changes())[0], true, 'read')
  await clara.send('PATCH', '/groups/custom/Probe/rename/Generalprobe/')
  assert.deepEqual(await changes(), [true, true], 'renamed')
})

test('two sessions in one request are answered by nobody’s memory', async () => {
  const [anna, bruno] = [await kontor.as(cast.anna), await kontor.as(cast.bruno)]
  for (const { cookie = '' } of [anna, bruno]) await ask(cookie, '/users/current/')
  assert.equal((await ask(`${anna.cookie}; ${bruno.cookie}`, '/users/current/')).status, 400)
})

test('what is answered from memory counts like any request', async () => {
  await using world = await testApp({}, { limits: { ...limits, rates: { ...limits.rates, requests: few } } })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  const { cookie = '' } = await world.as(cast.anna)
  const statuses = []
  for (let nr = 0; nr < 5; nr++) {
    const answer = await fetch(`http://127.0.0.1:${port}/users/current/`, { headers: { cookie } })
    await answer.text()
    statuses.push(answer.status)
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 429])
})
const few = { ...limits.rates.requests, most: 3, seconds: 100_000 }
