// A room that somebody looks at: what is known of it, and everything that changes that.
import type { ChatFrame, ChatMessage, ChatMeta } from '#contract/chat.ts'
import { Failed } from '#web/api.ts'
import { PATIENCE_MS, READ_AGAIN } from '#web/offline/answers.ts'
import { outbox } from '#web/outbox/browser.ts'
import { queryClient } from '#web/query-client.ts'
import { createStore } from '#web/store.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { askMessages, askMeta, removeMessage } from '../changes.ts'
import { listenTo } from '../live.ts'
import { roomsChangedSoon } from '../queries.ts'
import { markRead } from '../read-marks.ts'
import type { Room } from '../search.ts'
import { onSent, takeOut } from '../unsent.ts'
import { dropRoom, type KeptRoom, keepNothing, keepRoom, keptRoom } from './copies-of-room.ts'
import { type Messages, nothing, reachesBackTo, type Step, step } from './messages.ts'
import { isWatched } from './watched.ts'

export type State = {
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

export type OpenRoom = ReturnType<typeof openRoom>
export type Me = { id: number; username: string; display_name: string }

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
  const reachesNew = () =>
    states.get().meta !== undefined &&
    (ledTo === undefined
      ? reachesBackTo(states.get().messages, states.get().newAfter ?? 0)
      : reachesBackTo(states.get().messages, ledTo, MOST_LED))
  function showWhenReady() {
    if (!states.get().isReady && reachesNew()) change({ isReady: true })
  }

  function hear(frame: ChatFrame) {
    if (frame.type === 'meta') return hearMeta(frame)
    if (frame.type === 'messages') take({ type: 'list', messages: frame.messages })
    else take({ type: 'new', message: frame.message })
    arrived(frame.type === 'messages' ? frame.messages : [frame.message])
    roomsChangedSoon()
  }
  function hearMeta(meta: ChatMeta) {
    // Somebody else has signed in in another window: the page finds out, and leaves.
    if (meta.user_id !== me.id) {
      keepNothing()
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
  }

  const sent: Parameters<typeof onSent>[0] = (message, id) => {
    const { kind, room_id, client_key, content, image, written_at } = message
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

  const goAway = () => {
    dropRoom(room)
    change({ isGone: true })
  }

  /** Nobody has answered yet. What comes meanwhile is better. */
  const showCopy = async () => show(await keptRoom(room))
  function show(copy: KeptRoom | undefined) {
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
      if (error.status === 404 || error.status === 422) goAway()
    }
  }

  function start() {
    const late = setTimeout(() => void showCopy(), PATIENCE_MS)
    const keep = () => keepRoom(room, states.get())
    const keeping = states.subscribe(keep)
    addEventListener(READ_AGAIN, keep)
    const leave = listenTo(room, {
      onFrame: hear,
      onOpen() {
        change({ isLost: false })
        void outbox.wake()
      },
      onLost() {
        change({ isLost: true })
        void showCopy()
      },
      onRefused: () => void askInstead(),
      onSessionEnded() {
        // Asking who is signed in finds out that nobody is, and leads to the login; or that the same person still is.
        void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
      },
      onEnded: goAway,
    })
    const unfollow = onSent(sent)
    return () => {
      clearTimeout(late)
      keeping()
      removeEventListener(READ_AGAIN, keep)
      leave()
      unfollow()
    }
  }

  return {
    room,
    start,
    states,
    wantOlder() {
      wantsOlder = true
      void askOlder()
    },
    async remove(id: number) {
      await removeMessage(room, id)
      take({ type: 'removed', id })
    },
    /** Somebody looks at it: whatever was said up to here is read. */
    seen(id: number) {
      if (id <= readUpTo) return
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
