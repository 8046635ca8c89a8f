// A room that somebody looks at: what is known of it, and everything that changes that. It is heard live; older pages
// are asked for; one's own messages stand in it as soon as the server has taken them; and its newest state is kept on
// the device, for when there is no network.
import type { ChatMessage, ChatMeta } from '#contract/chat.ts'
import { messagesAtOnce } from '#contract/words/limits.ts'
import { Failed } from '#web/api.ts'
import { ANSWERS, copyOf, keepAnswer, keptAt, PATIENCE_MS, READ_AGAIN } from '#web/offline/answers.ts'
import { outbox } from '#web/outbox/browser.ts'
import { queryClient } from '#web/query-client.ts'
import { createStore } from '#web/store.ts'
import { debounce } from '#web/ui/debounce.ts'
import { currentUserQuery, knownUserId } from '#web/users/queries.ts'
import { type LiveNews, listenTo } from '../live.ts'
import { markRead, type Outgoing, onSent, takeOut } from '../outgoing.ts'
import { askMessages, askMeta, removeMessage, roomsChangedSoon } from '../queries.ts'
import type { Room } from '../search.ts'
import { type Messages, nothing, reachesBackTo, type Step, step } from './messages.ts'

type State = {
  messages: Messages
  meta: ChatMeta | undefined
  /** There is enough of it to be shown: back to where the new ones begin. */
  isReady: boolean
  isLost: boolean
  /** The room has been taken away, or never was. */
  isGone: boolean
  /** It stands here from a copy that this device has kept: when the server said so, in ms. */
  copiedAt: number | undefined
  /** After which message what is new began when the room was opened, or looked at again. */
  newAfter: number | undefined
}

/** Whoever is led further back than so many messages begins with these. */
const MOST_LED = 20_000

/** By now the live connection has brought what the server took. */
const SETTLED_MS = 10_000

/** Several messages in a moment are kept as one state, this long after the last, in ms. */
const KEEP_MS = 400

export type OpenRoom = ReturnType<typeof openRoom>
export type Me = { id: number; username: string; display_name: string }

/** Somebody looks at this page now: it is in sight, and where the keyboard goes. */
export const isWatched = () => document.visibilityState === 'visible' && document.hasFocus()

/** `ledTo`: a message that somebody was led to; it is fetched, however far back it stands. */
export function openRoom(room: Room, me: Me, ledTo?: number) {
  const states = createStore<State>({
    messages: nothing,
    meta: undefined,
    isReady: false,
    isLost: false,
    isGone: false,
    copiedAt: undefined,
    newAfter: undefined,
  })
  /** Seen here, or read elsewhere. */
  let readUpTo = 0
  let isAsking = false
  let wantsOlder = false

  const change = (to: Partial<State>) => states.set({ ...states.get(), ...to })
  function take(next: Step) {
    change({ messages: step(states.get().messages, next) })
    if (next.type === 'list' || next.type === 'removed') void askOlder()
    showWhenReady()
  }
  function showWhenReady() {
    const { isReady, meta, messages, newAfter = 0 } = states.get()
    if (isReady || !meta) return
    const isThere =
      ledTo === undefined ? reachesBackTo(messages, newAfter) : reachesBackTo(messages, ledTo, MOST_LED)
    if (isThere) change({ isReady: true })
  }

  function hear(news: LiveNews) {
    switch (news.type) {
      case 'open':
        change({ isLost: false })
        void outbox.wake()
        return
      case 'lost':
        change({ isLost: true })
        void showCopy()
        // Asking who is signed in finds out that nobody is, and leads to the login; or that the same person still is.
        if (news.why === 'session') void queryClient.invalidateQueries(currentUserQuery)
        if (news.why === 'refused') void askInstead()
        return
      case 'ended':
        leaveForGood()
        return
      case 'meta':
        hearMeta(news)
        return
      case 'messages':
        take({ type: 'list', messages: news.messages })
        arrived(news.messages)
        return
      case 'new_message':
        take({ type: 'new', message: news.message })
        arrived([news.message])
        return
      default:
        news satisfies never
    }
  }
  function hearMeta(meta: ChatMeta) {
    // Somebody else has signed in in another window: the page finds out, and leaves.
    if (meta.user_id !== me.id) {
      keep.cancel()
      void queryClient.invalidateQueries(currentUserQuery)
      return
    }
    const isFirst = states.get().meta === undefined || states.get().copiedAt !== undefined
    const mark = meta.read_up_to ?? 0
    readUpTo = Math.max(readUpTo, mark)
    change({ meta, copiedAt: undefined, ...(isFirst && { newAfter: mark }) })
    // The list beside it shows the same name and state.
    if (!isFirst) roomsChangedSoon()
    showWhenReady()
    if (!states.get().isReady) void askOlder()
  }
  /** Our own may be heard before the sending is answered, or although it never was. */
  function arrived(messages: readonly ChatMessage[]) {
    for (const { user_id, client_key } of messages)
      if (user_id === me.id && client_key !== null) takeOut(me.id, client_key)
    roomsChangedSoon()
  }
  /** The room has been taken away, or never was: whoever may not see it keeps nothing of it either. */
  function leaveForGood() {
    keep.cancel()
    void dropCopy(room)
    change({ isGone: true })
  }

  function sent({ kind, room_id, client_key, content, image, written_at }: Outgoing, id: number) {
    if (kind !== room.kind || room_id !== room.room_id) return
    const { id: user_id, username, display_name } = me
    take({
      type: 'sent',
      message: { id, user_id, username, display_name, created_at: written_at, content, image, client_key },
    })
    setTimeout(() => !states.get().isLost && take({ type: 'settled', id }), SETTLED_MS)
  }

  /** The pages that are wanted, and those that may have changed: one after the other. */
  async function askOlder(): Promise<void> {
    if (isAsking) return
    const { staleBefore, hasOlder, list, epoch } = states.get().messages
    const isWanted = wantsOlder || (states.get().meta !== undefined && !states.get().isReady)
    const before = staleBefore ?? (isWanted && hasOlder ? list[0]?.id : undefined)
    if (before === undefined) return
    isAsking = true
    try {
      const messages = await askMessages(room, before)
      if (staleBefore === undefined) wantsOlder = false
      take({ type: 'older', before, epoch, messages })
    } catch (error) {
      if (!(error instanceof Failed)) throw error
      // Scrolling asks again.
      wantsOlder = false
      change({ isReady: true })
      return
    } finally {
      isAsking = false
    }
    return askOlder()
  }

  /** No live connection: perhaps there is no such room, or no session; perhaps something between lets none through. */
  async function askInstead() {
    try {
      hearMeta(await askMeta(room))
      if (!states.get().isLost || !isWatched()) return
      const { sent } = states.get().messages
      const messages = await askMessages(room)
      // What has come live since is newer.
      if (!states.get().isLost) return
      // The list may not know them yet.
      const meanwhile = states.get().messages.sent.filter((one) => !sent.includes(one))
      hear({ type: 'messages', messages })
      for (const message of meanwhile) take({ type: 'sent', message })
    } catch (error) {
      if (!(error instanceof Failed)) throw error
      if (error.status === 404 || error.status === 422) leaveForGood()
    }
  }

  /** As long as nobody has answered. */
  async function showCopy() {
    const copy = await copyOfRoom(room)
    const { meta, messages } = states.get()
    if (!copy || meta || messages.hasOlder !== undefined) return
    change({
      messages: { ...nothing, list: copy.list, hasOlder: copy.hasOlder },
      meta: copy.meta,
      isReady: true,
      copiedAt: copy.at,
      newAfter: copy.meta.read_up_to ?? 0,
    })
  }
  const keep = debounce(() => {
    const { messages, meta, isReady, copiedAt, isGone } = states.get()
    if (!meta || !isReady || isGone || copiedAt !== undefined || messages.hasOlder === undefined) return
    void keepCopy(room, meta, messages)
  }, KEEP_MS)

  function start() {
    const late = setTimeout(() => void showCopy(), PATIENCE_MS)
    addEventListener(READ_AGAIN, keep.call)
    const ends = [
      states.subscribe(keep.call),
      onSent(sent),
      listenTo(room, hear),
      () => clearTimeout(late),
      () => removeEventListener(READ_AGAIN, keep.call),
    ]
    return () => {
      for (const end of ends) end()
    }
  }

  return {
    room,
    start,
    states,
    wantOlder() {
      if (!states.get().messages.hasOlder) return
      wantsOlder = true
      void askOlder()
    },
    async remove(id: number) {
      await removeMessage(room, id)
      take({ type: 'removed', id })
    },
    /** Whatever was said up to here is in sight, and read where somebody looks. */
    seen(id: number) {
      if (id <= readUpTo || !isWatched()) return
      readUpTo = id
      markRead(me.id, room, id)
    },
    /** Somebody comes back to the window: what was said meanwhile is what is new now. */
    lookedAtAgain() {
      const newest = states.get().messages.list.at(-1)
      if (newest && newest.id > readUpTo) change({ newAfter: readUpTo })
    },
  }
}

// No call answers all of a room: its copy stands under the room's own address, beside the answers that can be read
// without a network.

type RoomCopy = { list: readonly ChatMessage[]; hasOlder: boolean; meta: ChatMeta }

const addressOf = ({ kind, room_id }: Room) => `/chat/${kind}/${room_id}/`

/** Without https, or where a browser keeps nothing, there are none. */
const openAnswers = async () => globalThis.caches?.open(ANSWERS).catch(() => undefined)

async function keepCopy(room: Room, meta: ChatMeta, messages: Messages) {
  if (meta.user_id !== knownUserId()) return
  const answers = await openAnswers()
  if (!answers) return
  const list = messages.list.slice(-messagesAtOnce)
  const hasOlder = messages.hasOlder === true || list.length < messages.list.length
  const copy: RoomCopy = { list, hasOlder, meta }
  const headers = { 'kontor-user': String(meta.user_id) }
  await keepAnswer(answers, addressOf(room), Response.json(copy, { headers }))
}

async function dropCopy(room: Room) {
  const answers = await openAnswers()
  await answers?.delete(addressOf(room))
}

/** `at`: when the server said so, in ms. */
async function copyOfRoom(room: Room): Promise<(RoomCopy & { at: number }) | undefined> {
  if (!('caches' in globalThis)) return undefined
  const answer = await copyOf(addressOf(room)).catch(() => undefined)
  const copy = answer && { ...((await answer.json()) as RoomCopy), at: keptAt(answer) }
  return copy?.meta.user_id === knownUserId() ? copy : undefined
}
