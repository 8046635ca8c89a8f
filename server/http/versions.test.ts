import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { until } from '#server/testing/until.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { url } = await kontor.listen()
const ask = async (cookie: string, path: string) => {
  const answer = await fetch(url + path, { headers: { cookie } })
  return { status: answer.status, body: await answer.json() }
}
/** Polls like an app, with the ETag. */
async function askAgain(cookie: string, path: string, tag: string | null) {
  const headers = { cookie, ...(tag !== null && { 'if-none-match': tag }) }
  const answer = await fetch(url + path, { headers, cache: 'no-store' })
  return { status: answer.status, tag: answer.headers.get('etag'), text: await answer.text() }
}

test('whoever names the tag of the answer that they have is sent nothing, until there is another', async () => {
  const { cookie = '' } = await kontor.as(cast.clara)
  for (const path of [
    '/groups/custom/',
    '/users/?per_page=3',
    '/users/groups/',
    '/docs/',
    '/happenings/?with_teams=true',
    '/shifts/',
    '/today/',
    '/chat/groups/',
    '/users/current/',
  ]) {
    await askAgain(cookie, path, null)
    const { tag, text } = await askAgain(cookie, path, null)
    assert.ok(tag, path)
    for (let nr = 0; nr < 3; nr++)
      assert.deepEqual(await askAgain(cookie, path, tag), { status: 304, tag, text: '' }, path)
    const another = await askAgain(cookie, path, '"another"')
    // The part after the dot is the expiry time.
    assert.equal(another.tag?.split('.')[0], tag.split('.')[0], path)
    assert.deepEqual([another.status, another.text], [200, text], path)
  }
})

test('the tag of one address, or of one person, says nothing of another', async () => {
  const [clara, bruno] = [await kontor.as(cast.clara), await kontor.as(cast.bruno)]
  const { tag } = await askAgain(clara.cookie ?? '', '/docs/?per_page=1', null)
  assert.equal((await askAgain(clara.cookie ?? '', '/docs/?per_page=2', tag)).status, 200)
  assert.equal((await askAgain(bruno.cookie ?? '', '/docs/?per_page=1', tag)).status, 200)
})

test('a change on this node is seen at once, one on another within a moment; who hears of none asks anew', async () => {
  await using world = await testApp()
  const other = await startNode(world.database.connection)
  const { url } = await other.listen()
  const { cookie = '' } = await world.as(cast.clara)
  const ask = async (tag = '') => {
    const headers = { cookie, 'if-none-match': tag }
    const { status, headers: answered } = await fetch(`${url}/groups/custom/`, { headers })
    return { status, tag: answered.get('etag') ?? undefined }
  }
  const { tag } = await ask()
  assert.equal((await ask(tag)).status, 304)
  const put = (name: string) =>
    world.client(cookie).send('PUT', `/groups/custom/${encodeURIComponent(name)}/`)
  assert.equal((await put('Von drüben')).status, 200)
  await until(async () => (await ask(tag)).status === 200)
  const known = (await ask()).tag
  const name = encodeURIComponent('Von hier')
  await fetch(`${url}/groups/custom/${name}/`, { method: 'PUT', headers: { cookie } })
  assert.equal((await ask(known)).status, 200)
  const last = (await ask()).tag
  await other.kontor.news.stop()
  assert.deepEqual(await ask(last), { status: 200, tag: undefined })
  await other.stop()
})

test('what the clock makes another answer is another one then', async (t) => {
  const { cookie = '' } = await kontor.as(cast.clara)
  const { tag } = await askAgain(cookie, '/shifts/', null)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 25 * 3_600_000 })
  assert.equal((await askAgain(cookie, '/shifts/', tag)).status, 200)
})

test('numbers of people in an administrator’s list of processes are a minute old at most; others see none', async (t) => {
  for (const [person, after] of [
    [cast.clara, 200],
    [cast.anna, 304],
  ] as const) {
    const { cookie = '' } = await kontor.as(person)
    const { tag } = await askAgain(cookie, '/docs/', null)
    assert.equal((await askAgain(cookie, '/docs/', tag)).status, 304)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 })
    assert.equal((await askAgain(cookie, '/docs/', tag)).status, after)
    t.mock.timers.reset()
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
      fetch(url + path, {
        headers: { cookie: anna.cookie ?? '', 'if-none-match': tag },
        cache: 'no-store',
      })
    await get('')
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
