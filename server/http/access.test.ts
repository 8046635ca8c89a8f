import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { cast, type Person } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)
const { db } = kontor.kontor

/** Asks with a body of which only the beginning is there while something happens to whoever asks. */
async function slowly(
  person: Person,
  { method, path, body }: { method: 'PATCH' | 'POST'; path: string; body: object },
  meanwhile: (cookie: string) => Promise<unknown>,
) {
  const { cookie = '' } = await kontor.as(person)
  const text = JSON.stringify(body)
  async function* pieces() {
    yield text.slice(0, 5)
    await meanwhile(cookie)
    yield text.slice(5)
  }
  const answer = await kontor.app.inject({
    method,
    url: path,
    headers: { cookie, 'content-type': 'application/json' },
    payload: Readable.from(pieces()),
  })
  return answer.statusCode
}

test('an administrator who is demoted while a body is on its way cannot use it to become one again', async () => {
  const id = await kontor.userId(cast.david)
  const make = (is_admin: boolean) => clara.send('PATCH', `/users/${id}/privileges/`, { is_admin })
  await make(true)
  const own = { method: 'PATCH', path: `/users/${id}/privileges/`, body: { is_admin: true } } as const
  assert.equal(await slowly(cast.david, own, () => make(false)), 403)
  const david = await db.selectFrom('users').where('id', '=', id).select('is_admin').executeTakeFirstOrThrow()
  assert.equal(david.is_admin, false)
})

test('who is signed out while a body is on its way has sent it in vain', async () => {
  const change = {
    method: 'PATCH',
    path: '/users/current/password/',
    body: { password: 'ein-neuer-vorhang' },
  } as const
  const signOut = (cookie: string) => kontor.client(cookie).send('POST', '/auth/logout/')
  assert.equal(await slowly(cast.elif, change, signOut), 401)
  const reset = async () => {
    const id = await kontor.userId(cast.frieda)
    await clara.send('PATCH', `/users/${id}/password/`, { password: 'ein-anderer-vorhang' })
  }
  assert.equal(await slowly(cast.frieda, change, reset), 401)
})
