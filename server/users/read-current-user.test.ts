import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
// Nobody records anything: what else lets people see happenings is looked at here.
await db.deleteFrom('subhappening_users').execute()

test('the current user tells who is signed in, in which groups and what they see', async () => {
  const { body } = await (await kontor.as(cast.bruno)).get('/users/current/')
  const { webpush_application_server_key: key, ...others } = body
  assert.match(String(key), /^[\w-]{87}$/)
  assert.deepEqual(
    { ...others, groups: (body.groups as { name: string }[]).map(({ name }) => name) },
    {
      id: await kontor.userId(cast.bruno),
      username: 'bruno',
      display_name: 'Bruno Castell',
      is_admin: false,
      may_see_happenings: true,
      has_shifts: true,
      must_change_password: false,
      must_add_factor: false,
      is_held: false,
      unread_chats: false,
      unread_rooms: 0,
      groups: ['Bühne', 'Leitung'],
    },
  )
})

test('happenings are for administrators, the group of the setting', async () => {
  const sees = async (person: (typeof cast)['anna']) =>
    (await (await kontor.as(person)).get('/users/current/')).body.may_see_happenings
  assert.equal(await sees(cast.anna), false)
  assert.equal(await sees(cast.clara), true)
  assert.equal(await sees(cast.hannah), true)
})

test('a revoked membership counts for nothing, a granted one does', async () => {
  const bruno = await kontor.userId(cast.bruno)
  await inTransaction(kontor.kontor, async (tx) => {
    await tx.updateTable('memberships').set({ override: 'revoke' }).where('user_id', '=', bruno).execute()
    changed(tx, aboutUser(bruno))
  })
  const { body } = await (await kontor.as(cast.bruno)).get('/users/current/')
  assert.deepEqual([body.groups, body.may_see_happenings], [[], false])
})

test('without a session the answer is Unauthorized, in a form that old clients understand', async () => {
  const { status, body } = await kontor.client().get('/users/current/')
  assert.equal(status, 401)
  assert.deepEqual(body, { success: false, details: 'Bitte melden Sie sich an.', detail: 'Unauthorized' })
})
