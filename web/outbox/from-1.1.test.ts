// Literal data of release 1.1, one of each kind that it stored in a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrateRecords } from './from-1.1.ts'

const at = new Date('2025-11-21T18:00:00Z')
const photo = 'AAAAAAAAAAAAAAAAAAAAAA'
const edit = { revision: 3, base: { von_time: null }, local: { von_time: '18:15' } }
const text = { content: { type: 'process' }, renames: {}, version: 2, at }
const message = {
  kind: 'groups',
  room_id: 5,
  client_key: '0123abcd',
  content: 'Guten Morgen',
  written_at: '2025-11-21T18:00:00.000Z',
}
const person = { last_name: 'Sommer', first_name: 'Kim', personalnummer: null, subcontractor: null }
const part = { happening_id: 8, subhappening_id: 9 }

const left = new Map<string, unknown>([
  ['7/hand-in/12', { signature: { name: 'Anna' }, round: 2 }],
  ['7/hand-in/13', { problem: 'Inzwischen hat eine neue Runde begonnen.' }],
  [
    '7/answers/12',
    new Map<string, unknown>([
      ['Stühle', { value: 6, base: 4, round: 2, sent: [5] }],
      ['Tische', { unreadable: 'zwölf', base: null }],
      ['Notiz', { value: 'meine', base: 'alt', theirs: { value: 'andere', round: 3 } }],
      ['Weg', { value: 1, lost: true }],
      ['Schaden', { value: `/docs/photos/${photo}/`, base: null }],
    ]),
  ],
  ['7/answers', new Set([12])],
  [
    '7/chat/unsent',
    [
      { ...message, image: null, state: 'sending' },
      { ...message, image: 'data:image/png;base64,BB', client_key: '4567', why: 'Zu lang.' },
    ],
  ],
  ['7/chat/draft/groups/5', { text: 'Angefangen', image: 'data:image/png;base64,AA' }],
  ['7/times/9', new Map([[31, edit]])],
  ['7/times/9/people', [{ ...person, key: 'k1', happening_id: 8 }]],
  ['7/applied/9', { part, team: 'Fest – Abbau', edits: new Map([[31, edit]]) }],
  ['7/docs/12/draft', text],
  ['7/docs/12/aside', [{ ...text, version: 1 }]],
  ['7/docs/13/aside', text],
  ['7/sending/9', 'report-1'],
  [`7/photos/12/${photo}/9/1763748000000`, {}],
  ['7/photo-key', {}],
])

test('everything that 1.1 has kept becomes a row or a draft, of whose it is', () => {
  const records = migrateRecords(left, new Map([[photo, 'data:image/jpeg;base64,AAAA']]))
  const plain = Object.fromEntries(
    [...records].map(([key, value]) => {
      const { at: _at, stamp: _stamp, ...row } = value as { at?: unknown; stamp?: unknown }
      return [key, key.includes('/outbox/') ? row : value]
    }),
  )
  const doc = { kind: 'answer', lane: 'doc/12' }
  assert.deepEqual(plain, {
    '7/outbox/answer/12/Stühle': {
      ...doc,
      args: { doc_id: 12, name: 'Stühle', base: 4, round: 2, typed: { value: 6 } },
      sent: [{ doc_id: 12, name: 'Stühle', base: 4, round: 2, typed: { value: 5 } }],
    },
    '7/outbox/answer/12/Tische': {
      ...doc,
      args: { doc_id: 12, name: 'Tische', base: null, typed: { unreadable: 'zwölf' } },
      held: true,
    },
    '7/outbox/answer/12/Notiz': {
      ...doc,
      args: {
        doc_id: 12,
        name: 'Notiz',
        base: 'alt',
        typed: { value: 'meine' },
        theirs: { value: 'andere', round: 3 },
      },
      held: true,
    },
    '7/draft/lost/12/Weg': { value: 1 },
    [`7/draft/photos/${photo}/`]: 'data:image/jpeg;base64,AAAA',
    [`7/outbox/photo/${photo}`]: {
      kind: 'photo',
      lane: 'photos',
      args: { doc_id: 12, photo_id: photo, size: 27 },
    },
    '7/outbox/answer/12/Schaden': {
      ...doc,
      args: { doc_id: 12, name: 'Schaden', base: null, typed: { value: `/docs/photos/${photo}/` } },
    },
    '7/outbox/hand-in/12': {
      kind: 'hand-in',
      lane: 'doc/12',
      args: { doc_id: 12, signature: { name: 'Anna' }, round: 2 },
    },
    '7/outbox/hand-in/13': {
      kind: 'hand-in',
      lane: 'doc/13',
      args: { doc_id: 13 },
      why: 'Inzwischen hat eine neue Runde begonnen.',
    },
    '7/outbox/message/0123abcd': { kind: 'message', lane: 'chat/groups/5', args: { ...message, images: [] } },
    '7/outbox/message/4567': {
      kind: 'message',
      lane: 'chat/groups/5',
      args: { ...message, client_key: '4567', images: ['data:image/png;base64,BB'] },
      why: 'Zu lang.',
    },
    '7/draft/chat/groups/5': { text: 'Angefangen' },
    '7/draft/chat-images/groups/5': ['data:image/png;base64,AA'],
    '7/draft/times/9/31': edit,
    '7/outbox/person/k1': {
      kind: 'person',
      lane: 'person/9',
      args: { part, person: { ...person, key: 'k1' } },
    },
    '7/outbox/times/9': {
      kind: 'times',
      lane: 'times/9',
      args: { part, team: 'Fest – Abbau', edits: new Map([[31, edit]]) },
    },
    '7/draft/doc-text/12/': text,
    [`7/draft/doc-aside/12/${at.getTime()}`]: { ...text, version: 1 },
    [`7/draft/doc-aside/13/${at.getTime()}`]: text,
    '7/draft/sending/9/': 'report-1',
  })
})

test('answers stand before what they are handed in with, and messages in their order', () => {
  const keys = [...migrateRecords(left, new Map())]
    .map(([key]) => key)
    .filter((key) => key.includes('/outbox/'))
  assert.ok(keys.indexOf('7/outbox/answer/12/Stühle') < keys.indexOf('7/outbox/hand-in/12'))
  assert.ok(keys.indexOf('7/outbox/message/0123abcd') < keys.indexOf('7/outbox/message/4567'))
})
