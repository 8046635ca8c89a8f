// The live connection of a room. It comes back by itself: after a second, later when it keeps failing, at once when
// the network or the tab returns. One person may have ten: a tab that nobody has looked at for a while leaves its
// place to others, and one that finds no place tries on. Each time it opens, the server gives the newest messages and
// the people of the room.
import type { ChatFrame } from '#contract/chat.ts'
import type { Room } from './search.ts'
import { soon, waitAfter } from './wait-after.ts'

type Handlers = {
  onFrame: (frame: ChatFrame) => void
  onOpen: () => void
  /** It is gone, and on its way back. */
  onLost: () => void
  /** It never opened: a browser does not say why. Whoever has something to ask the server finds out. */
  onRefused: () => void
  /** The session that it came with is over. It comes back with another one, if there is one by now. */
  onSessionEnded: () => void
  /** The server has ended it for good: no longer a member. */
  onEnded: () => void
}

/** A connection that does not open within this will not. */
const OPENING_MS = 10_000
/** When so much more time has passed than was waited for, the machine has slept, and the connection has died unseen. */
const NAP_MS = 20_000
const BEAT_MS = 5_000
const SESSION_ENDED = 4401
const NO_MEMBER = 4403
/** This node ends; others are there already. */
const NODE_ENDS = 1001
/** A tab that has been out of sight for so long needs no live connection. */
const UNSEEN_MS = 300_000

/** Returns the way to leave. */
export function listenTo({ kind, room_id }: Room, handlers: Handlers): () => void {
  const { protocol, host } = location
  const address = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/chat/${kind}/${room_id}/`
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let hasLeft = false
  let unseen: ReturnType<typeof setTimeout> | undefined
  let isResting = false

  function open() {
    clearTimeout(timer)
    isResting = false
    const web = new WebSocket(address)
    socket = web
    let hasOpened = false
    timer = setTimeout(() => drop(web), OPENING_MS)
    web.addEventListener('open', () => {
      if (web !== socket) return
      hasOpened = true
      failures = 0
      clearTimeout(timer)
      handlers.onOpen()
    })
    web.addEventListener('message', ({ data }) => {
      const frame = web === socket ? frameIn(data) : undefined
      if (frame) handlers.onFrame(frame)
    })
    web.addEventListener('close', ({ code }) => {
      if (web === socket) closed(code, hasOpened)
    })
  }

  function closed(code: number, hadOpened: boolean) {
    socket = undefined
    clearTimeout(timer)
    if (hasLeft) return
    if (code === NO_MEMBER) {
      leave()
      return handlers.onEnded()
    }
    if (code === SESSION_ENDED) handlers.onSessionEnded()
    const isSoon = code === NODE_ENDS && hadOpened
    failures++
    handlers.onLost()
    if (!hadOpened && navigator.onLine) handlers.onRefused()
    // Whoever is told of it may have left.
    if (!hasLeft) timer = setTimeout(open, isSoon ? soon() : waitAfter(failures))
  }

  /** Ends it from here, without waiting for a farewell that may never come. */
  function drop(web: WebSocket) {
    if (web !== socket) return
    web.close()
    closed(1006, false)
  }

  function atOnce() {
    clearTimeout(unseen)
    if (document.visibilityState === 'hidden') unseen = setTimeout(rest, UNSEEN_MS)
    else if (!socket) open()
  }
  /** Until it is looked at again; nobody sees that it is gone. */
  function rest() {
    clearTimeout(timer)
    isResting = true
    const web = socket
    socket = undefined
    web?.close()
  }
  const online = () => {
    failures = 0
    if (!socket && !isResting) open()
  }
  const offline = () => socket && drop(socket)

  let lastBeat = Date.now()
  const beat = setInterval(() => {
    const slept = Date.now() - lastBeat - BEAT_MS > NAP_MS
    lastBeat = Date.now()
    if (!slept || !socket) return
    drop(socket)
    open()
  }, BEAT_MS)

  function leave() {
    hasLeft = true
    clearTimeout(timer)
    clearTimeout(unseen)
    clearInterval(beat)
    socket?.close()
    socket = undefined
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
    window.removeEventListener('focus', atOnce)
    document.removeEventListener('visibilitychange', atOnce)
  }
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  window.addEventListener('focus', atOnce)
  document.addEventListener('visibilitychange', atOnce)
  open()
  return leave
}

/** What the server has said. A newer one than this page may say more: what is not known here is passed over. */
export function frameIn(data: unknown): ChatFrame | undefined {
  let said: Partial<Record<string, unknown>> | null
  try {
    said = JSON.parse(String(data))
  } catch {
    return undefined
  }
  const isWhole: Record<ChatFrame['type'], () => boolean> = {
    messages: () => Array.isArray(said?.['messages']),
    new_message: () => typeof said?.['message'] === 'object' && said['message'] !== null,
    meta: () => Array.isArray(said?.['users']) && typeof said['can'] === 'object',
  }
  const type = String(said?.['type'])
  return Object.hasOwn(isWhole, type) && isWhole[type as ChatFrame['type']]()
    ? (said as ChatFrame)
    : undefined
}
