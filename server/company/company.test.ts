import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { extractText } from 'unpdf'
import type { FirstSteps } from '#contract/company.ts'
import { cast } from '#demo/cast.ts'
import { buildApp } from '#server/app.ts'
import { insertSession } from '#server/auth/session-store.ts'
import { hashToken, newToken } from '#server/auth/sessions.ts'
import { inTransaction } from '#server/live/news.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { tinyPng } from '#server/testing/images.ts'
import { until } from '#server/testing/until.ts'
import { ensureAdmin } from '#server/users/ensure-admin.ts'

const world = await testApp()
after(() => world[Symbol.asyncDispose]())
const nobody = world.client()
const clara = await world.as(cast.clara)
const logo = `data:image/png;base64,${tinyPng.toString('base64')}`
const toldNow = async () => (await nobody.get('/status/')).body

test('an administrator names the company, and everybody is told so before they sign in', async () => {
  assert.deepEqual([(await toldNow())['name'], (await toldNow())['logo']], ['Kontor', null])
  assert.equal((await clara.send('PATCH', '/company/', { name: '  Haus am Platz ' })).status, 200)
  assert.equal((await toldNow())['name'], 'Haus am Platz')
  assert.equal((await clara.send('PATCH', '/company/', { name: null })).status, 200)
  assert.equal((await toldNow())['name'], 'Kontor')
})

test('a name without a sign that can be seen is refused', async () => {
  for (const name of ['', ' ', '\u200b', 'a'.repeat(61)])
    assert.equal((await clara.send('PATCH', '/company/', { name })).status, 422, JSON.stringify(name))
  assert.equal((await toldNow())['name'], 'Kontor')
})

test('a logo is drawn anew, lies open at an address of its own, and is gone from there with the next one', async () => {
  assert.equal((await clara.send('PATCH', '/company/', { logo })).status, 200)
  const path = (await toldNow())['logo'] as string
  const { status, headers } = await nobody.get(path)
  assert.deepEqual([status, headers['content-type']], [200, 'image/png'])
  assert.match(String(headers['cache-control']), /immutable/)
  assert.equal((await clara.send('PATCH', '/company/', { logo: null })).status, 200)
  assert.equal((await nobody.get(path)).status, 404)
  assert.equal((await toldNow())['logo'], null)
})

test('what is no image is no logo', async () => {
  const svg = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`
  for (const sent of [svg, 'data:image/png;base64,AAAA', 'https://example.org/a.png'])
    assert.equal((await clara.send('PATCH', '/company/', { logo: sent })).status, 422)
  const { body } = await clara.send('PATCH', '/company/', { logo: svg })
  assert.deepEqual((body['detail'] as { loc: string[] }[])[0]?.loc, ['body', 'logo'])
})

test('another node calls itself by the new name, and so do the page and an app that is installed from it', async () => {
  const webFolder = await mkdtemp(join(tmpdir(), 'kontor-company-'))
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><head></head>')
  await writeFile(join(webFolder, 'manifest.webmanifest'), '{"name":"Kontor"}')
  const app = await buildApp(world.kontor, { webFolder })
  const other = await startNode(world.database.connection)
  after(async () => {
    await app.close()
    await other.stop()
    await rm(webFolder, { recursive: true })
  })
  await clara.send('PATCH', '/company/', { name: 'Theater Süd' })
  assert.match((await app.inject('/ui/login')).body, /Theater Süd/)
  assert.deepEqual(JSON.parse((await app.inject('/ui/manifest.webmanifest')).body), {
    name: 'Theater Süd',
    short_name: 'Theater Süd',
  })
  await until(() => other.served.company.name === 'Theater Süd')
  await clara.send('PATCH', '/company/', { name: null })
})

test('a PDF bears name and logo of the company', async () => {
  const { doc_id } = (await clara.send('POST', '/docs/', { name: 'Rundgang' })).body
  const printed = async () => {
    const headers = { cookie: clara.cookie ?? '' }
    const { rawPayload } = await world.app.inject({ url: `/docs/${doc_id as number}.pdf`, headers })
    const { text } = await extractText(new Uint8Array(rawPayload), { mergePages: true })
    return {
      isNamed: text.includes('Haus am Platz'),
      hasLogo: /\/Subtype ?\/Image/.test(rawPayload.toString('latin1')),
    }
  }
  assert.deepEqual(await printed(), { isNamed: false, hasLogo: false })
  await clara.send('PATCH', '/company/', { name: 'Haus am Platz', logo })
  assert.deepEqual(await printed(), { isNamed: true, hasLogo: true })
  await clara.send('PATCH', '/company/', { name: null, logo: null })
})

/** A server on an empty database, and calls by its first administrator. */
async function empty() {
  const database = await createMigratedDatabase()
  const node = await startNode(database.connection)
  after(async () => {
    await node.stop()
    await database.drop()
  })
  await ensureAdmin(node.kontor)
  const { id } = await node.kontor.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const token = newToken()
  await inTransaction(node.kontor, (tx) => insertSession(tx, hashToken(token), id, 3_600))
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) => {
    const headers = { cookie: `session=${token}` }
    const answer = await node.app.inject({ method, url, headers, ...(payload && { payload }) })
    assert.equal(answer.statusCode, 200, `${method} ${url}: ${answer.payload}`)
    return answer.json() as Record<string, unknown>
  }
  const open = async () => {
    const { steps } = (await send('GET', '/company/first-steps/')) as FirstSteps
    return steps.filter(({ is_done }) => !is_done).map(({ step }) => step)
  }
  return { ...node, send, open }
}

test('on an empty server each step is open until what it asks for is there', async () => {
  const { send, open } = await empty()
  const rest = ['second_factor', 'company', 'people', 'groups', 'process', 'invite', 'install']
  assert.deepEqual(await open(), ['password', ...rest])
  await send('PATCH', '/users/current/password/', { password: 'mein-eigener-vorhang' })
  assert.deepEqual(await open(), rest)
  await send('PATCH', '/company/', { name: 'Haus am Platz' })
  assert.deepEqual(await open(), rest.slice(0, 1).concat(rest.slice(2)))
  const file = Buffer.from('Vorname;Nachname;Gruppen\nZita;Zorn;Werkstatt\n').toString('base64')
  await send('POST', '/users/import/', { file })
  assert.deepEqual(await open(), ['second_factor', 'process', 'invite', 'install'])
  const { doc_id } = await send('POST', '/docs/', { name: 'Rundgang' })
  await send('PUT', `/docs/${doc_id as number}/status/`, { status: 'Aktiv' })
  assert.deepEqual(await open(), ['second_factor', 'invite', 'install'])
  await send('POST', '/invitations/', { way: 'sheet' })
  assert.deepEqual(await open(), ['second_factor', 'install'])
})

test('put away they stay so until somebody wants to see them', async () => {
  const { send } = await empty()
  const isPutAway = async () => (await send('GET', '/company/first-steps/'))['put_away']
  assert.equal(await isPutAway(), false)
  for (const put_away of [true, false]) {
    await send('PUT', '/company/first-steps/', { put_away })
    assert.equal(await isPutAway(), put_away)
  }
})
