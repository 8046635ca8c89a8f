import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ChatMessage } from '#contract/chat.ts'
import {
  createNameUpdater,
  emptyMessages,
  isLoadedFarEnough,
  type MessagesAction,
  type MessagesState,
  needsListRefresh,
  reduceMessages,
  storedMessages,
  withMessageDefaults,
} from './messages.ts'
import { withPendingReactions } from './own-reactions.ts'

const PAGE = 4
const message = (id: number, client_key: string | null = null) =>
  withMessageDefaults({
    id,
    user_id: 1,
    display_name: 'Anna Berger',
    username: client_key ? 'anna' : 'bruno',
    created_at: '2026-11-21T10:00:00.000Z',
    content: `Nr. ${id}`,
    client_key,
  })
const idsOf = (messages: readonly ChatMessage[]) => messages.map(({ id }) => id)
const run = (steps: MessagesAction[]) =>
  steps.reduce((state, next) => reduceMessages(state, next, PAGE), emptyMessages)
const list = (...ids: number[]): MessagesAction => ({ type: 'list', messages: ids.map((id) => message(id)) })
const fresh = (id: number): MessagesAction => ({ type: 'new', message: message(id) })

test('new messages follow the list, none twice', () => {
  assert.deepEqual(idsOf(run([list(1, 2), fresh(3), fresh(3), fresh(4), fresh(2)]).list), [1, 2, 3, 4])
})

test('before the first list nothing is known, and nothing is shown', () => {
  const state = run([fresh(7)])
  assert.deepEqual([state.list, state.hasOlder], [[], undefined])
})

test('after a reconnect older ones stay where nothing can be missing between', () => {
  const before = run([list(1, 2), fresh(3), fresh(4), fresh(5), fresh(6)])
  assert.deepEqual(idsOf(reduceMessages(before, list(5, 6, 7, 8), PAGE).list), [1, 2, 3, 4, 5, 6, 7, 8])
  const after = reduceMessages(before, list(8, 9, 10, 11), PAGE)
  assert.deepEqual([idsOf(after.list), after.hasOlder], [[8, 9, 10, 11], true])
})

test('what was sent is shown once, whether the answer or the live connection is first', () => {
  const own = message(3, 'schluessel')
  const answered: MessagesAction = { type: 'sent', message: own }
  const heard: MessagesAction = { type: 'new', message: own }
  for (const steps of [
    [answered, heard],
    [heard, answered],
  ])
    assert.deepEqual(idsOf(storedMessages(run([list(1, 2), ...steps]))), [1, 2, 3])
})

test('where the new ones begin is known once the page with the last one that was read is there', () => {
  const newest = run([list(21, 22, 23, 24)])
  assert.equal(isLoadedFarEnough(emptyMessages, 0), false)
  assert.equal(isLoadedFarEnough(newest, 0), true, 'nothing has ever been read')
  assert.equal(isLoadedFarEnough(newest, 23), true)
  assert.equal(isLoadedFarEnough(newest, 19), false)
  const messages = [17, 18, 19, 20].map((id) => message(id))
  const further = reduceMessages(newest, { type: 'older', before: 21, epoch: newest.epoch, messages }, PAGE)
  assert.equal(isLoadedFarEnough(further, 19), true)
  assert.equal(isLoadedFarEnough(further, 3), false)
  assert.equal(isLoadedFarEnough(further, 3, 8), true, 'more would be too many')
  assert.equal(isLoadedFarEnough(run([list(7, 8)]), 3), true, 'there is nothing further back')
})

/** A server with a live connection: it sends a list on opening and after deletions, else new or changed messages. */
class Server {
  all: ChatMessage[] = []
  lastId = 0
  frames: MessagesAction[] = []
  isOpen = false
  newest = (): MessagesAction => ({ type: 'list', messages: this.all.slice(-PAGE) })
  before = (id: number) => this.all.filter((one) => one.id < id).slice(-PAGE)
  connect() {
    this.isOpen = true
    this.frames = [this.newest()]
  }
  cut() {
    this.isOpen = false
    this.frames = []
  }
  say(client_key: string | null) {
    const said = message(++this.lastId, client_key)
    this.all.push(said)
    if (this.isOpen) this.frames.push({ type: 'new', message: said })
    return said
  }
  edit(id: number) {
    this.all = this.all.map((one) => (one.id === id ? { ...one, content: `${one.content}!` } : one))
    const messages = this.all.filter((one) => one.id === id)
    if (this.isOpen) this.frames.push({ type: 'changed', messages })
  }
  /** `together`: new messages that are not delivered yet arrive only in the list after the deletion. */
  remove(id: number, together: boolean) {
    this.all = this.all.filter((one) => one.id !== id)
    if (together) this.frames = this.frames.filter(({ type }) => type !== 'new')
    if (this.isOpen) this.frames.push(this.newest())
  }
}

const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('say' as const) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('own' as const) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('answer' as const) }) },
  { weight: 8, arbitrary: fc.record({ what: fc.constant('frame' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('delete' as const), at: fc.nat(30), together: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('deleteOwn' as const), at: fc.nat(30) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('edit' as const), at: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('cut' as const) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('connect' as const) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('older' as const) }) },
)

test('whatever happens in whatever order, it ends like the server’s list', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 80, size: 'max' }), (happenings) => {
      const server = new Server()
      let state: MessagesState = emptyMessages
      const take = (next: MessagesAction) => {
        state = reduceMessages(state, next, PAGE)
        const ids = idsOf(storedMessages(state))
        assert.deepEqual(
          ids,
          [...new Set(ids)].sort((a, b) => a - b),
        )
      }
      const answers: MessagesAction[] = []
      const settling: number[] = []
      let page: MessagesAction | undefined
      const ask = () => {
        const before = state.staleBefore ?? (state.hasOlder ? state.list[0]?.id : undefined)
        if (before === undefined) return undefined
        return { type: 'older', before, epoch: state.epoch, messages: server.before(before) } as const
      }
      for (const one of happenings) {
        if (one.what === 'say') server.say(null)
        if (one.what === 'own') {
          const said = server.say(`key-${server.lastId}`)
          answers.push({ type: 'sent', message: said })
          settling.push(said.id)
        }
        const victim = 'at' in one ? server.all.at(one.at % Math.max(1, server.all.length)) : undefined
        if (one.what === 'delete' && victim) server.remove(victim.id, one.together)
        if (one.what === 'edit' && victim) server.edit(victim.id)
        if (one.what === 'deleteOwn' && victim) {
          server.remove(victim.id, false)
          take({ type: 'removed', id: victim.id })
        }
        if (one.what === 'cut') server.cut()
        if (one.what === 'connect') server.connect()
        const next =
          one.what === 'frame' ? server.frames.shift() : one.what === 'answer' ? answers.shift() : undefined
        if (next) take(next)
        // A page is requested now and arrives later.
        if (one.what === 'older') {
          if (page) take(page)
          page = page ? undefined : ask()
        }
      }
      if (page) take(page)
      for (const answer of answers) take(answer)
      if (!server.isOpen) server.connect()
      for (const frame of server.frames) take(frame)
      for (const id of settling) take({ type: 'settled', id })
      for (let next = ask(); next; next = ask()) take(next)
      assert.deepEqual(storedMessages(state), server.all)
    }),
    { numRuns: 3_000 },
  )
})

test('a reaction that is wanted shows at once, beside those of others, and one that is not any more does not', () => {
  const reacted = { ...message(1), reactions: [{ reaction: 'up' as const, user_ids: [2, 7] }] }
  const wish = (reaction: 'up' | 'heart', isOn: boolean) =>
    withPendingReactions([reacted, message(2)], [{ id: 1, reaction, isOn }], 7)[0]?.reactions
  assert.deepEqual(wish('up', true), reacted.reactions)
  assert.deepEqual(wish('up', false), [{ reaction: 'up', user_ids: [2] }])
  assert.deepEqual(wish('heart', false), reacted.reactions)
  assert.deepEqual(wish('heart', true), [...reacted.reactions, { reaction: 'heart', user_ids: [7] }])
})

test('somebody who is renamed has the new name as author, in quotes and where they are mentioned; quoted words stay', () => {
  const anna = { user_id: 1, display_name: 'Anna Berger' }
  const gone = { user_id: null, display_name: 'Gelöschter Benutzer' }
  const { inMessage } = createNameUpdater([{ id: 1, username: 'anna', display_name: 'Anna Neu' }])
  const quoting: ChatMessage = {
    ...message(2),
    ...gone,
    reply_to: { id: 1, message: { ...anna, content: 'Fragt Anna Berger' } },
    mentions: [{ ...anna, word: '@Anna Berger' }],
  }
  assert.equal(inMessage(message(1)).display_name, 'Anna Neu')
  assert.deepEqual(inMessage(quoting), {
    ...quoting,
    reply_to: { id: 1, message: { ...anna, display_name: 'Anna Neu', content: 'Fragt Anna Berger' } },
    mentions: [{ ...anna, display_name: 'Anna Neu', word: '@Anna Berger' }],
  })
  const same = { ...message(3), ...gone }
  assert.equal(inMessage(same), same)
})

test('changed messages are news for the list of chats if the newest reads otherwise, or who reads it is mentioned anew', () => {
  const state = run([list(1, 2)])
  const reactions = [{ reaction: 'up' as const, user_ids: [2] }]
  const mentions = [{ user_id: 7, word: '@Anna', display_name: 'Anna' }]
  const isNews = (changed: Partial<ChatMessage>, id: number) =>
    needsListRefresh(state, [{ ...message(id), ...changed }], 7)
  assert.deepEqual(
    [
      isNews({ reactions }, 2),
      isNews({ content: 'Anders' }, 1),
      isNews({ content: 'Anders' }, 2),
      isNews({ mentions }, 1),
    ],
    [false, false, true, true],
  )
})
