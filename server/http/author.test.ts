import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { partWithCallerId } from '#contract/shapes.ts'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { tinyPng } from '#server/testing/images.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)

/** Each call whose input may name the author (`user_id`), with its other required fields. */
const calls: Record<string, object> = {
  'docs.save': { content: { type: 'process' } },
  'docs.answer': { data: {} },
  'docs.handIn': {},
  'docs.takeBack': {},
  'photos.upload': { image: `data:image/png;base64,${tinyPng.toString('base64')}` },
  'happenings.record': { items: [] },
  'happenings.addPerson': { key: '0'.repeat(32), last_name: 'Sommer' },
  'chat.send': { message: 'Von Anna' },
  'chat.edit': { message: 'Von Anna' },
  'chat.read': { message_id: 1 },
}

const declared = Object.entries(api).flatMap(([domain, all]) =>
  Object.entries(all as Record<string, Endpoint>).map(([name, call]) => [`${domain}.${name}`, call] as const),
)

const optionalFields = ({ body, query }: Endpoint) =>
  [body, query].flatMap((schema) => {
    const { properties = {}, required = [] } = (schema ?? {}) as { properties?: object; required?: string[] }
    return Object.keys(properties).filter((name) => !required.includes(name))
  })

test('each change that can say who typed it is tried here', () => {
  const named = declared.filter(
    ([, call]) => call.method !== 'GET' && optionalFields(call).includes('user_id'),
  )
  assert.deepEqual(named.map(([name]) => name).sort(), Object.keys(calls).sort())
})

test('what somebody else has typed on the same device is not done in the name of whoever is signed in', async () => {
  const [own, other] = [await kontor.userId(cast.clara), await kontor.userId(cast.anna)]
  for (const [name, call] of declared) {
    const rest = calls[name]
    if (!rest) continue
    const path = call.path
      .replace('{kind}', 'groups')
      .replace('{photo_id}', 'A'.repeat(22))
      .replaceAll(/\{\w+\}/g, '1')
    const as = (user_id: number) =>
      partWithCallerId(call) === 'query'
        ? clara.send(call.method, path, rest, { query: { user_id: `${user_id}` } })
        : clara.send(call.method, path, { ...rest, user_id })
    const { status, body } = await as(other)
    assert.deepEqual([status, body['details']], [412, 'Hier ist inzwischen jemand anderes angemeldet.'], name)
    assert.notEqual((await as(own)).status, 412, name)
  }
})
