import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, isGone, isUnreachable, onSessionEnded, registerUserCheck, urlOf } from './api.ts'

test('an address that is no number names nothing, and the server is not asked', async (t) => {
  const fetch = t.mock.method(globalThis, 'fetch', () => Promise.reject(new Error('asked')))
  for (const doc_id of [Number('abc'), 1.5, Number.POSITIVE_INFINITY])
    await assert.rejects(ask('GET', '/docs/{doc_id}/', { params: { doc_id } }), isGone)
  assert.equal(fetch.mock.callCount(), 0)
})

test('a call that is never answered counts as no connection in the end; a large one has more time', async (t) => {
  const deadlines: [ms: number, end: AbortController][] = []
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    const end = new AbortController()
    deadlines.push([ms, end])
    return end.signal
  })
  t.mock.method(
    globalThis,
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const room = { kind: 'groups', room_id: 1 } as const
  const say = (message: string) =>
    ask('POST', '/chat/{kind}/{room_id}/send_message/', {
      params: room,
      body: { message, image: null, client_key: 'k', user_id: 1 },
    })
  for (const call of [say('eins'), say('x'.repeat(100_000))]) {
    deadlines.at(-1)?.[1].abort(new DOMException('', 'TimeoutError'))
    deadlines[0]?.[1].abort(new DOMException('', 'TimeoutError'))
    await assert.rejects(call, isUnreachable)
  }
  assert.deepEqual(
    deadlines.map(([ms]) => ms),
    [30_000, 90_000],
  )
})

test('what the server has no newer of is not sent again, and is that very thing; nobody finds it after signing out', async (t) => {
  const named: (string | null)[] = []
  t.mock.method(globalThis, 'fetch', async (_: string, init: RequestInit) => {
    const tag = new Headers(init.headers).get('if-none-match')
    named.push(tag)
    if (init.method === 'POST') return Response.json({ success: true, details: '' })
    const headers = { etag: '"1"' }
    return tag === '"1"' ? new Response(null, { status: 304, headers }) : Response.json(['Ton'], { headers })
  })
  const first = await ask('GET', '/groups/custom/')
  assert.equal(await ask('GET', '/groups/custom/'), first)
  await ask('POST', '/auth/logout/')
  assert.deepEqual(await ask('GET', '/groups/custom/'), ['Ton'])
  assert.deepEqual(named, [null, '"1"', null, null])
})

test('a copy of the service worker is no answer; who asks again after it names its tag', async (t) => {
  const tags: (string | null)[] = []
  t.mock.method(globalThis, 'fetch', async (_: string, init: RequestInit) => {
    tags.push(new Headers(init.headers).get('if-none-match'))
    const headers = { etag: '"2"', 'kontor-kept-at': '1000' }
    return tags.length === 1 ? Response.json(['Licht'], { headers }) : new Response(null, { status: 304 })
  })
  await assert.rejects(ask('GET', '/happenings/types/'), { status: 0, at: 1_000, answer: ['Licht'] })
  assert.deepEqual(await ask('GET', '/happenings/types/'), ['Licht'])
  assert.deepEqual(tags, [null, '"2"'])
})

test('an answer for somebody else is never shown: in its place stands who is signed in by now', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => Response.json([], { headers: { 'kontor-user': '2' } }))
  registerUserCheck((user_id) => user_id !== 1)
  t.after(() => registerUserCheck(() => false))
  await assert.rejects(ask('GET', '/groups/'), {
    status: 412,
    message: 'Hier ist inzwischen jemand anderes angemeldet.',
  })
})

test('whoever is told „Unauthorized“ is signed out, whatever status it comes with', async (t) => {
  let ended = 0
  onSessionEnded(() => ended++)
  t.after(() => onSessionEnded(() => {}))
  for (const status of [200, 401, 502]) {
    t.mock.method(globalThis, 'fetch', async () => Response.json({ detail: 'Unauthorized' }, { status }))
    await assert.rejects(ask('POST', '/shifts/feed/'), { status: 401 })
  }
  assert.equal(ended, 3)
})

test('a change has succeeded with status 200 and success true alone; else the server’s sentence is told, or „Technischer Fehler“', async (t) => {
  for (const [answer, status, message] of [
    [{}, 200, 'Technischer Fehler'],
    [{ success: 'true' }, 200, 'Technischer Fehler'],
    [{ success: true, details: '' }, 201, 'Technischer Fehler'],
    [{ success: false, details: 'Das geht nicht.' }, 200, 'Das geht nicht.'],
  ] as const) {
    t.mock.method(globalThis, 'fetch', async () => Response.json(answer, { status }))
    await assert.rejects(ask('POST', '/shifts/feed/'), { message })
  }
  assert.equal(urlOf('/docs/', {}, { filter: 'a', page: 0, x: null }), '/docs/?filter=a&page=0')
})
