// The live connection of a room. It reconnects after a second, with backoff while it fails, and at once when the
// network or the tab returns. A person may have ten connections: hidden tabs close theirs after a while, and a tab
// above the limit keeps trying. On each opening the server sends the newest messages and the people of the room.
import type { ChatFrame } from '#contract/chat.ts'
import { nodeSwitchDelay, reconnectDelay } from '#web/back-off.ts'
import { logOnly } from '#web/log-only.ts'
import type { RoomRef } from './search.ts'

export type LiveNews =
  | ChatFrame
  | { type: 'open' }
  /**
   * Disconnected, will reconnect. `session`: the session has ended. `refused`: the connection never opened although
   * the browser is online. Browsers hide the reason, which only an HTTP request can find out.
   */
  | { type: 'lost'; why?: 'session' | 'refused' | undefined }
  /** Ended for good: no longer a member. */
  | { type: 'ended' }

/** In ms. Within this time the live connection delivers a message that the server has accepted. */
export const MAX_DELIVERY_MS = 10_000
/** Timeout in ms for opening. */
const OPENING_TIMEOUT_MS = 10_000
/** In ms. A beat that is late by more than this means that the machine was asleep and the connection is dead. */
const MAX_HEARTBEAT_GAP_MS = 20_000
const HEARTBEAT_MS = 5_000
const SESSION_ENDED_CODE = 4401
const NO_MEMBER_CODE = 4403
/** Close code of a node that shuts down. Other nodes take over. */
const NODE_SHUTDOWN_CODE = 1001
/** In ms. Tabs that are hidden for longer close their connection. */
const MAX_HIDDEN_MS = 300_000

/** Returns the function to disconnect. */
export function openLiveConnection({ kind, room_id }: RoomRef, hear: (news: LiveNews) => void): () => void {
  const { protocol, host } = location
  const address = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/chat/${kind}/${room_id}/`
  const ends = new AbortController()
  const { signal } = ends
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let unseen: ReturnType<typeof setTimeout> | undefined
  let isSuspended = false

  function open() {
    clearTimeout(timer)
    isSuspended = false
    const web = new WebSocket(address)
    socket = web
    let hasOpened = false
    timer = setTimeout(() => drop(web), OPENING_TIMEOUT_MS)
    web.addEventListener('open', () => {
      if (web !== socket) return
      hasOpened = true
      failures = 0
      clearTimeout(timer)
      hear({ type: 'open' })
    })
    web.addEventListener('message', ({ data }) => {
      if (web === socket) hear(JSON.parse(String(data)) as ChatFrame)
    })
    web.addEventListener('error', (event) => logOnly('Live connection:', event))
    web.addEventListener('close', ({ code }) => {
      if (web === socket) closed(code, hasOpened)
    })
  }

  function closed(code: number, hadOpened: boolean) {
    socket = undefined
    clearTimeout(timer)
    if (code === NO_MEMBER_CODE) {
      leave()
      return hear({ type: 'ended' })
    }
    failures++
    const isRefused = !hadOpened && navigator.onLine
    hear({ type: 'lost', why: code === SESSION_ENDED_CODE ? 'session' : isRefused ? 'refused' : undefined })
    // `hear` may have disconnected for good: no reconnect then.
    if (signal.aborted) return
    timer = setTimeout(
      open,
      code === NODE_SHUTDOWN_CODE && hadOpened ? nodeSwitchDelay() : reconnectDelay(failures),
    )
  }

  /** Closes the socket without waiting for its close event, which may never come. */
  function drop(web: WebSocket) {
    if (web !== socket) return
    web.close()
    closed(1006, false)
  }

  function look() {
    clearTimeout(unseen)
    if (document.visibilityState === 'hidden') unseen = setTimeout(suspend, MAX_HIDDEN_MS)
    else if (!socket) open()
  }
  /** Closes the connection of a hidden tab without reporting it to `hear`. `look` opens it again. */
  function suspend() {
    clearTimeout(timer)
    isSuspended = true
    const web = socket
    socket = undefined
    web?.close()
  }

  let lastBeat = Date.now()
  const beat = setInterval(() => {
    const slept = Date.now() - lastBeat - HEARTBEAT_MS > MAX_HEARTBEAT_GAP_MS
    lastBeat = Date.now()
    if (!slept || !socket) return
    drop(socket)
    open()
  }, HEARTBEAT_MS)

  function leave() {
    ends.abort()
    clearTimeout(timer)
    clearTimeout(unseen)
    clearInterval(beat)
    socket?.close()
    socket = undefined
  }
  const online = () => {
    failures = 0
    if (!socket && !isSuspended) open()
  }
  addEventListener('online', online, { signal })
  addEventListener('offline', () => socket && drop(socket), { signal })
  addEventListener('focus', look, { signal })
  document.addEventListener('visibilitychange', look, { signal })
  open()
  return leave
}
