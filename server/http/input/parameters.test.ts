import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)

test('a parameter that comes twice is refused, not read as one of the two', async () => {
  for (const twice of ['page=0&page=1', 'filter=a&filter=b', 'order_by=%2Busername&order_by=-username']) {
    assert.equal((await clara.get(`/users/?${twice}`)).status, 422, twice)
  }
})

test('what belongs into the body counts nowhere else', async () => {
  const id = await kontor.userId(cast.david)
  const asked = await clara.send('PATCH', `/users/${id}/privileges/?is_admin=true`, { is_admin: false })
  assert.equal(asked.status, 200)
  assert.equal((await clara.get(`/users/${id}/`)).body['is_admin'], false)
  assert.equal((await clara.send('PATCH', `/users/${id}/privileges/?is_admin=true`, {})).status, 422)
})

test('a day that there is not is refused, by whichever field a list is narrowed', async () => {
  for (const [path, field] of [
    ['/happenings/', 'date_start'],
    ['/happenings/', 'date_end'],
    ['/audit/', 'date_end'],
  ] as const) {
    const { status, body } = await clara.get(path, { query: { [field]: '2027-02-30' } })
    assert.equal(status, 422, path)
    assert.deepEqual(body['detail'], [
      { loc: ['query', field], msg: 'Dieses Datum gibt es nicht.', type: 'value_error' },
    ])
  }
})
