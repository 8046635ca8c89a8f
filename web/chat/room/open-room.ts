// An open room: its state, and everything that changes it. New messages arrive live, older ones page by page, own
// ones as soon as the server has accepted them.
import type { ChatMessage, ChatMeta } from '#contract/chat.ts'
import { CallError } from '#web/api.ts'
import { NETWORK_TIMEOUT_MS, REFETCHED_EVENT } from '#web/offline/answers.ts'
import { outbox } from '#web/outbox/browser.ts'
import { queryClient } from '#web/query-client.ts'
import { createStore } from '#web/store.ts'
import { debounce } from '#web/ui/debounce.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { currentUserQuery } from '#web/users/queries.ts'
import { type LiveNews, MAX_DELIVERY_MS, openLiveConnection } from '../live.ts'
import { type AcceptedItem, dropUnsent, editKey, markRead, messageKey, onAccepted } from '../outgoing.ts'
import { askMessages, askMeta, invalidateRoomsSoon, removeMessage } from '../queries.ts'
import type { RoomRef, RoomSearch } from '../search.ts'
import {
  emptyMessages,
  isLoadedFarEnough,
  type Me,
  type MessagesAction,
  type MessagesState,
  needsListRefresh,
  reduceMessages,
  storedMessages,
} from './messages.ts'
import { createOwnReactions, type PendingReaction } from './own-reactions.ts'
import { deleteRoomCopy, loadRoomCopy, saveRoomCopy } from './room-copy.ts'
import { unsentAsMessage } from './rows.ts'

type State = {
  messages: MessagesState
  meta: ChatMeta | undefined
  /** The log can be shown: loaded back to the first unread message or the target, or loading was given up. */
  isReady: boolean
  isLost: boolean
  /** The room does not exist, or access was lost. */
  isGone: boolean
  /** Set if the state is from the offline copy: its time in ms. */
  copiedAt: number | undefined
  /** Id of the last message read before opening the room or returning to it. Newer ones are below the „new“ line. */
  newAfter: number | undefined
  /** Target message that was reached, with the words to highlight. */
  reachedTarget: RoomSearch
  /** Target message that still has to be loaded. */
  pendingTarget: RoomSearch
}

const UNREACHED_SENTENCE = 'Diese Nachricht ließ sich nicht öffnen.'

/** Upper bound of messages fetched to reach a search hit. */
const MAX_FETCHED_FOR_HIT = 20_000

/** Debounce of writing the offline copy, in ms. */
const COPY_DEBOUNCE_MS = 400

export type OpenRoom = ReturnType<typeof openRoom>

/** The page is visible and focused. */
export const isPageFocused = () => document.visibilityState === 'visible' && document.hasFocus()

/** `pendingTarget`: the message to open the room at, with the words to highlight. */
export function openRoom(room: RoomRef, me: Me, pendingTarget: RoomSearch) {
  const states = createStore<State>({
    messages: emptyMessages,
    meta: undefined,
    isReady: false,
    isLost: false,
    isGone: false,
    copiedAt: undefined,
    newAfter: undefined,
    reachedTarget: {},
    pendingTarget,
  })
  /** Id of the last message that was seen here, or read elsewhere. */
  let readUpTo = 0
  let isAsking = false
  let wantsOlder = false
  const reactions = createOwnReactions(room)

  const change = (to: Partial<State>) => states.set({ ...states.get(), ...to })
  function take(next: MessagesAction) {
    change({ messages: reduceMessages(states.get().messages, next) })
    showWhenReady()
    if (next.type === 'list' || next.type === 'removed') void askOlder()
  }
  function showWhenReady() {
    const { isReady, meta, messages, newAfter = 0, pendingTarget } = states.get()
    if (!meta) return
    if (pendingTarget.message === undefined) {
      if (!isReady && isLoadedFarEnough(messages, newAfter)) change({ isReady: true })
    } else if (isLoadedFarEnough(messages, pendingTarget.message, MAX_FETCHED_FOR_HIT)) {
      const isThere = storedMessages(messages).some(({ id }) => id === pendingTarget.message)
      if (isThere) change({ isReady: true, pendingTarget: {}, reachedTarget: pendingTarget })
      else giveUp()
    }
  }
  /** Gives up on the target (deleted, too far back, or not loadable) and shows the loaded messages. */
  function giveUp() {
    if (states.get().pendingTarget.message !== undefined) toast(UNREACHED_SENTENCE, { tone: 'danger' })
    change({ isReady: true, pendingTarget: {} })
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
        // Refetching the current user finds no session, which leads to the login.
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
      case 'changed_messages':
        if (needsListRefresh(states.get().messages, news.messages, me.id)) invalidateRoomsSoon()
        take({ type: 'changed', messages: news.messages })
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
    // Another user has signed in in another window: refetching the user leaves this screen.
    if (meta.user_id !== me.id) {
      keep.cancel()
      void queryClient.invalidateQueries(currentUserQuery)
      return
    }
    const isFirst = states.get().meta === undefined || states.get().copiedAt !== undefined
    const mark = meta.read_up_to ?? 0
    readUpTo = Math.max(readUpTo, mark)
    change({ meta, copiedAt: undefined, ...(isFirst && { newAfter: mark }) })
    // The list of chats shows the room's name and state, too.
    if (!isFirst) invalidateRoomsSoon()
    showWhenReady()
    void askOlder()
  }
  /** Drops delivered rows of the outbox: a message may arrive live before, or without, the answer to its call. */
  function arrived(messages: readonly ChatMessage[]) {
    for (const { user_id, client_key } of messages)
      if (user_id === me.id && client_key !== null) dropUnsent(me.id, messageKey(client_key))
    invalidateRoomsSoon()
  }
  /** The room does not exist or access was lost, so its offline copy is deleted. */
  function leaveForGood() {
    keep.cancel()
    void deleteRoomCopy(room)
    change({ isGone: true })
  }

  function taken(one: AcceptedItem, author: number) {
    const { kind, room_id } = one.args
    if (kind !== room.kind || room_id !== room.room_id || author !== me.id) return
    if (one.kind === 'message') onMessageAccepted(one.message_id, unsentAsMessage(one.args, me))
    else onEditAccepted(one.args.message_id, one.args.content)
  }
  function onMessageAccepted(id: number, message: ChatMessage) {
    take({ type: 'sent', message: { ...message, id } })
    setTimeout(() => !states.get().isLost && take({ type: 'settled', id }), MAX_DELIVERY_MS)
  }
  /** Shows the new text; mentions and quotes arrive over the live connection. */
  function onEditAccepted(id: number, content: string) {
    const message = storedMessages(states.get().messages).find((one) => one.id === id)
    if (message && message.content !== content) {
      const edited_at = new Date().toISOString()
      take({ type: 'changed', messages: [{ ...message, content, edited_at }] })
    }
    if (states.get().isLost) void askInstead()
  }

  /** Fetches requested and outdated pages, one after the other. */
  async function askOlder(): Promise<void> {
    if (isAsking) return
    const { meta, isReady, pendingTarget, messages: now } = states.get()
    const { staleBefore, hasOlder, list, epoch } = now
    const isWanted = wantsOlder || (meta !== undefined && (!isReady || pendingTarget.message !== undefined))
    const before = staleBefore ?? (isWanted && hasOlder ? list[0]?.id : undefined)
    if (before === undefined) return
    isAsking = true
    try {
      const messages = await askMessages(room, before)
      if (staleBefore === undefined) wantsOlder = false
      take({ type: 'older', before, epoch, messages })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // Scrolling up requests the page again.
      wantsOlder = false
      giveUp()
      return
    } finally {
      isAsking = false
    }
    return askOlder()
  }

  /**
   * Fetches by HTTP instead of the live connection: the room or session may be gone, or a proxy may not support
   * WebSockets.
   */
  async function askInstead() {
    try {
      hearMeta(await askMeta(room))
      if (!states.get().isLost || !isPageFocused()) return
      const { sent } = states.get().messages
      const messages = await askMessages(room)
      // Connected in the meantime: the live list is newer.
      if (!states.get().isLost) return
      // Messages sent while the list was loading may be missing in it.
      const meanwhile = states.get().messages.sent.filter((one) => !sent.includes(one))
      hear({ type: 'messages', messages })
      for (const message of meanwhile) take({ type: 'sent', message })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 404 || error.status === 422) leaveForGood()
    }
  }

  /** Shows the offline copy until the server answers. */
  async function showCopy() {
    const copy = await loadRoomCopy(room)
    const { meta, messages } = states.get()
    if (!copy || meta || messages.hasOlder !== undefined) return
    change({
      messages: { ...emptyMessages, list: copy.list, hasOlder: copy.hasOlder },
      meta: copy.meta,
      isReady: true,
      copiedAt: copy.at,
      newAfter: copy.meta.read_up_to ?? 0,
    })
    showWhenReady()
  }
  const keep = debounce(() => {
    const { messages, meta, isReady, copiedAt, isGone } = states.get()
    if (!meta || !isReady || isGone || copiedAt !== undefined || messages.hasOlder === undefined) return
    void saveRoomCopy(room, meta, messages)
  }, COPY_DEBOUNCE_MS)

  function start() {
    const late = setTimeout(() => void showCopy(), NETWORK_TIMEOUT_MS)
    addEventListener(REFETCHED_EVENT, keep.call)
    const ends = [
      states.subscribe(keep.call),
      onAccepted(taken),
      openLiveConnection(room, hear),
      () => clearTimeout(late),
      () => removeEventListener(REFETCHED_EVENT, keep.call),
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
    /** Scrolls to the target message once it is loaded, and highlights the words. */
    leadTo(pendingTarget: RoomSearch) {
      change({ pendingTarget })
      showWhenReady()
      void askOlder()
    },
    /** Cancels the target and keeps the scroll position. */
    unmark() {
      change({ pendingTarget: {}, reachedTarget: {} })
    },
    async remove(id: number) {
      await removeMessage(room, id)
      // Also drops its unsent edit.
      dropUnsent(me.id, editKey(id))
      take({ type: 'removed', id })
    },
    wishes: reactions.wishes,
    async react(wish: PendingReaction) {
      await reactions.react(wish)
      if (states.get().isLost) await askInstead()
    },
    /** Messages up to this one are visible; they count as read if the page is focused. */
    seen(id: number) {
      if (id <= readUpTo || !isPageFocused()) return
      readUpTo = id
      markRead(me.id, room, id)
    },
    /** Called on returning to the page: the „new“ line moves above the messages that arrived in the meantime. */
    lookedAtAgain() {
      const newest = states.get().messages.list.at(-1)
      if (newest && newest.id > readUpTo) change({ newAfter: readUpTo })
    },
  }
}
