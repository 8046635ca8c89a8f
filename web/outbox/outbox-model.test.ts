// Random histories of two people at one browser with two windows: pages end at any time, requests and responses are
// lost, somebody else signs in. No work may be lost, stored twice, or sent in another user's name. HISTORIES=10000
// runs a long test.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import fc from 'fast-check'
import { CallError } from '#web/api.ts'
import { createOutbox, type KeyedRow, type Outbox } from './outbox.ts'
import { createRecordStore, type RecordStore, type StorageBackend } from './record-store.ts'

const HISTORIES = Number(process.env['HISTORIES'] ?? 200)
const PEOPLE = [1, 2] as const
const WINDOWS = 2
const FIELDS = ['a', 'b']

type Message = { client_key: string }
type Answer = { field: string; value: number; base: number | undefined }
type Fate = 'arrives' | 'request lost' | 'answer lost' | 'failure' | 'failure after all'
type Tab = {
  self: object
  recordStore: RecordStore
  outbox: Outbox
  /** Events not yet delivered: completed writes, messages of other windows, responses. */
  pending: (() => void)[]
  heard: unknown[]
  calls: ((fate: Fate) => void)[]
  listeners: ((message: unknown) => void)[]
  me: () => number
  look: () => void
  hurry: () => void
  close: () => void
}
type World = ReturnType<typeof createWorld>

/** The server and the browser's store. They apply requests in order, but may report completion in any order. */
function createWorld() {
  const stored = new Map<string, unknown>()
  let session: number = PEOPLE[0]
  const said: { by: number; client_key: string }[] = []
  const answers = new Map<string, number>()
  const tabs: (Tab | undefined)[] = []
  const locks = new Map<string, { tab: object; go: () => void }[]>()

  /** Stores a message once per key, and an answer only over the expected value (`base`), or over an equal one. */
  function receive(owner: number, kind: string, row: KeyedRow<unknown>) {
    if (owner !== session) throw new CallError(412, 'Jemand anderes.')
    if (kind === 'message') {
      const { client_key } = row.args as Message
      if (said.every((one) => one.by !== owner || one.client_key !== client_key))
        said.push({ by: owner, client_key })
      return
    }
    const { field, value, base } = row.args as Answer
    const at = `${owner}/${field}`
    const now = answers.get(at)
    if (now !== base && now !== value)
      throw new CallError(412, 'Inzwischen anders.', [{ loc: ['body', 'data', field], msg: '', type: '' }])
    answers.set(at, value)
  }
  return {
    stored,
    said,
    answers,
    tabs,
    locks,
    receive,
    session: () => session,
    signIn: (user: number) => (session = user),
  }
}

/** A window, with its undelivered events. Closing the window drops them. */
function openTab(world: World, me: number): Tab {
  const self = {}
  let isOpen = true
  const pending: (() => void)[] = []
  const heard: unknown[] = []
  const listeners: ((message: unknown) => void)[] = []
  const calls: ((fate: Fate) => void)[] = []
  let user = me

  const later = <T>(value: T) => new Promise<T>((resolve) => pending.push(() => resolve(value)))
  const under = (start: string) => [...world.stored].filter(([key]) => key.startsWith(start))
  const storage: StorageBackend = {
    read: (start) => later(structuredClone(under(start))),
    keys: (start) => later(under(start).map(([key]) => key)),
    write(key, value) {
      if (value === undefined) world.stored.delete(key)
      else world.stored.set(key, structuredClone(value))
      return later(true)
    },
    change(key, by) {
      const value = by(structuredClone(world.stored.get(key)))
      if (value === undefined) world.stored.delete(key)
      else world.stored.set(key, structuredClone(value))
      return later({ value })
    },
    clear: async () => {},
  }
  const channel = {
    post(message: unknown) {
      for (const tab of world.tabs) if (tab && tab.self !== self) tab.heard.push(structuredClone(message))
    },
    listen: (hear: (message: unknown) => void) => void listeners.push(hear),
  }
  const recordStore = createRecordStore(storage, channel)
  /** The timeout of the lock is over: the window sends without it. */
  let isImpatient = false
  const outbox = createOutbox({
    recordStore,
    channel,
    me: () => user,
    askWhoIsHere() {
      user = world.session()
    },
    async withLock(name, act) {
      const line = world.locks.get(name) ?? []
      world.locks.set(name, line)
      if (isImpatient) return act()
      await new Promise<void>((go) => {
        line.push({ tab: self, go })
        if (line.length === 1) go()
      })
      try {
        await act()
      } finally {
        leaveLine(world, name, self)
      }
    },
    loadKinds: async () => {},
    report(error) {
      throw error
    },
  })
  const send = (kind: string) => (rows: readonly KeyedRow<unknown>[], owner: number) =>
    new Promise<number>((resolve, reject) => {
      calls.push((fate) => {
        try {
          if (fate !== 'request lost' && fate !== 'failure')
            for (const row of rows) world.receive(owner, kind, row)
          if (!isOpen) return
          if (fate === 'arrives') resolve(1)
          else reject(fate.startsWith('failure') ? new CallError(500, 'Nummer 12.') : new CallError(0))
        } catch (error) {
          reject(error)
        }
      })
    })
  outbox.define<Message, number>('message', { send: send('message') })
  outbox.define<Answer, number>('answer', {
    send: send('answer'),
    joins: () => true,
    rebase: (row, sent) => ({ ...row, args: { ...row.args, base: sent.args.value } }),
    async onRefused(rows, _error, owner) {
      for (const row of rows) {
        const now = world.answers.get(`${owner}/${row.args.field}`)
        await outbox.settle<Answer>(owner, row, ({ sent = [], ...rest }) => {
          if (now === rest.args.base || now === rest.args.value) return { ...rest, sent, tried: undefined }
          const isOwn = sent.some(({ value }) => value === now)
          return {
            ...rest,
            sent,
            tried: undefined,
            ...(isOwn ? { args: { ...rest.args, base: now } } : { held: true }),
          }
        })
      }
      return 'wait'
    },
  })
  for (const person of PEOPLE) void outbox.rows(person).ready.then(() => outbox.flush())
  return {
    self,
    recordStore,
    outbox,
    pending,
    heard,
    calls,
    listeners,
    me: () => user,
    look: () => void (user = world.session()),
    hurry: () => void (isImpatient = true),
    close() {
      isOpen = false
      outbox.stop()
      for (const name of world.locks.keys()) leaveLine(world, name, self)
    },
  }
}

function leaveLine(world: World, name: string, self: object) {
  const line = world.locks.get(name) ?? []
  const wasFirst = line[0]?.tab === self
  const left = line.filter(({ tab }) => tab !== self)
  world.locks.set(name, left)
  if (wasFirst) left[0]?.go()
}

const settled = () => new Promise(setImmediate)
const fates: Fate[] = ['arrives', 'request lost', 'answer lost', 'failure', 'failure after all']
const tab = fc.nat({ max: WINDOWS - 1 })
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('say' as const), tab }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      tab,
      field: fc.constantFrom(...FIELDS),
      due: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('draft' as const), tab, isGone: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const), tab }) },
  { weight: 14, arbitrary: fc.record({ kind: fc.constant('browser' as const), tab, nth: fc.nat(5) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('hear' as const), tab }) },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('server' as const),
      tab,
      nth: fc.nat(2),
      fate: fc.constantFrom(...fates),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('reload' as const),
      tab,
      fate: fc.option(fc.constantFrom(...fates)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('sign in' as const), who: fc.constantFrom(...PEOPLE) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('look' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hurry' as const), tab }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wake' as const), tab }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(800, 5_000, 40_000) }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

async function live(acts: readonly Act[]) {
  const world = createWorld()
  /** Messages that were put into the outbox, by window and person. */
  const spoken: { by: number; page: object; client_key: string }[] = []
  const typed = new Map<string, number>()
  const drafted = new Map<string, number | undefined>()
  /** Items that a window has added to a draft, and that were reported as stored. */
  const added: { owner: number; item: number }[] = []
  let count = 0
  const open = (at: number, me: number) => (world.tabs[at] = openTab(world, me))
  for (let at = 0; at < WINDOWS; at++) open(at, PEOPLE[0])

  const put = (one: Tab, field: string, isDue: boolean) => {
    const owner = one.me()
    const key = `answer/${field}`
    const rows = one.outbox.rows<Answer>(owner)
    const value = ++count
    const base = rows.get().has(key) ? rows.get().get(key)?.args.base : world.answers.get(`${owner}/${field}`)
    one.outbox.put<Answer>(owner, {
      kind: 'answer',
      lane: 'doc',
      key,
      args: { field, value, base },
      ...(!isDue && { due: Date.now() + 800 }),
    })
    typed.set(`${owner}/${field}`, value)
    void one.outbox.flush()
  }
  for (const one of acts) {
    const at = 'tab' in one ? one.tab : 0
    const here = world.tabs[at] as Tab
    const owner = here.me()
    if (one.kind === 'say') {
      const client_key = `m${++count}`
      spoken.push({ by: owner, page: here.self, client_key })
      here.outbox.put<Message>(owner, { kind: 'message', lane: 'messages', args: { client_key } })
      void here.outbox.flush()
    } else if (one.kind === 'type') put(here, one.field, one.due)
    else if (one.kind === 'draft') {
      const value = one.isGone ? undefined : ++count
      drafted.set(`${owner}/draft/x/`, value)
      void here.recordStore.under<number>(`${owner}/draft/x/`).change('', value)
    } else if (one.kind === 'add') {
      const item = ++count
      void here.recordStore
        .under<number[]>(`${owner}/draft/y/`)
        .change('', (stored = []) => (stored.includes(item) ? stored : [...stored, item]))
        .then(() => added.push({ owner, item }))
    } else if (one.kind === 'browser')
      here.pending.splice(one.nth % Math.max(1, here.pending.length), 1)[0]?.()
    else if (one.kind === 'hear') {
      const [message] = here.heard.splice(0, 1)
      if (message) for (const hear of here.listeners) hear(message)
    } else if (one.kind === 'server')
      here.calls.splice(one.nth % Math.max(1, here.calls.length), 1)[0]?.(one.fate)
    else if (one.kind === 'reload') {
      here.close()
      for (const call of here.calls) if (one.fate) call(one.fate)
      open(at, world.session())
    } else if (one.kind === 'sign in') world.signIn(one.who)
    else if (one.kind === 'look') here.look()
    else if (one.kind === 'hurry') here.hurry()
    else if (one.kind === 'wake') void here.outbox.wake()
    else mock.timers.tick(one.ms)
    await settled()
  }

  /** Delivers all pending events and answers all calls, until none is left. */
  const comeToRest = async () => {
    for (let turn = 0; turn < 400; turn++) {
      let isMoving = false
      for (const one of world.tabs) {
        if (!one) continue
        for (const go of [
          ...one.pending.splice(0),
          ...one.calls.splice(0).map((call) => () => call('arrives')),
        ]) {
          isMoving = true
          go()
        }
        for (const message of one.heard.splice(0)) {
          isMoving = true
          for (const hear of one.listeners) hear(message)
        }
      }
      await settled()
      if (isMoving) continue
      mock.timers.tick(60_000)
      await settled()
      if (world.tabs.every((one) => !one || one.pending.length + one.calls.length + one.heard.length === 0))
        return
    }
    assert.fail('it never comes to rest')
  }
  // Both windows show the stored drafts.
  await comeToRest()
  for (const [key, value] of drafted)
    for (const one of world.tabs) {
      const records = one?.recordStore.under<number>(key)
      await Promise.all([records?.ready, comeToRest()])
      assert.equal(records?.get().get(''), value, 'a draft is another than it was')
    }
  for (const { owner, item } of added)
    for (const one of world.tabs) {
      const records = one?.recordStore.under<number[]>(`${owner}/draft/y/`)
      await Promise.all([records?.ready, comeToRest()])
      assert.ok(records?.get().get('')?.includes(item), 'a window has overwritten the work of the other')
    }
  for (const person of PEOPLE) {
    for (const one of world.tabs) one?.close()
    world.tabs.length = 0
    world.signIn(person)
    const last = open(0, person)
    await comeToRest()
    // The person resolves the conflicts: their value replaces the server's.
    for (const [key, row] of last.outbox.rows<Answer>(person).get()) {
      if (!row.held) continue
      const base = world.answers.get(`${person}/${row.args.field}`)
      void last.outbox.settle<Answer>(person, { key, stamp: row.stamp }, (one) => ({
        ...one,
        held: undefined,
        args: { ...one.args, base },
      }))
      await settled()
      void last.outbox.wake()
    }
    await comeToRest()
    assert.deepEqual([...last.outbox.rows(person).get()], [], 'something is left')
    assert.deepEqual(
      [...world.stored.keys()].filter((key) => key.startsWith(`${person}/outbox`)),
      [],
    )
  }
  const byOwner = ({ by, client_key }: { by: number; client_key: string }) => `${by} ${client_key}`
  assert.deepEqual(world.said.map(byOwner).toSorted(), spoken.map(byOwner).toSorted())
  for (const { page, by } of spoken) {
    const own = spoken.filter((one) => one.page === page && one.by === by).map(({ client_key }) => client_key)
    const heard = world.said.filter((one) => one.by === by && own.includes(one.client_key))
    assert.deepEqual(
      heard.map(({ client_key }) => client_key),
      own,
      'in their order',
    )
  }
  assert.deepEqual(Object.fromEntries(world.answers), Object.fromEntries(typed), 'the newest answers stand')
  for (const one of world.tabs) one?.close()
}

test('nothing is lost, nothing is doubled, and nobody’s work goes in another’s name, whatever ends or gets lost', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 })
  try {
    await fc.assert(fc.asyncProperty(fc.array(act, { maxLength: 60, size: 'max' }), live), {
      numRuns: HISTORIES,
    })
  } finally {
    mock.timers.reset()
  }
})
