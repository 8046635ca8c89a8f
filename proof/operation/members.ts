// People before a balancer: some have a room open, as the app has it, and some ask all the time.
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { json } from '#measure/ask.ts'
import { connectByHttp2 } from '#measure/ask-by-http2.ts'
import { ofLocalhost } from '#server/testing/certificate.ts'
import { pauseBeforeReturn, pauseBeforeSwitch } from '#web/back-off.ts'

const NODE_ENDS = 1001

/** Comes back as web/chat/live.ts does. */
export class Member {
  isThere = false
  /** How long it was away, each time, in ms. */
  readonly away: number[] = []
  #lostAt = performance.now()
  #failures = 0
  #hasLeft = false
  #web: WebSocket | undefined
  readonly #open: () => WebSocket

  constructor(port: number, path: string, cookie: string) {
    this.#open = () =>
      new WebSocket(`wss://localhost:${port}${path}`, {
        origin: `https://localhost:${port}`,
        ca: ofLocalhost.cert,
        headers: { cookie },
        perMessageDeflate: false,
      })
    this.#connect()
  }

  leave() {
    this.#hasLeft = true
    this.#web?.terminate()
  }

  #connect() {
    if (this.#hasLeft) return
    const web = this.#open()
    this.#web = web
    let hasOpened = false
    web.on('open', () => {
      hasOpened = true
      this.#failures = 0
    })
    // It is back when it has been told something, and not when the balancer has taken it.
    web.once('message', () => {
      this.isThere = true
      this.away.push(performance.now() - this.#lostAt)
    })
    web.on('error', () => {})
    web.once('close', (code) => {
      if (this.isThere) this.#lostAt = performance.now()
      this.isThere = false
      this.#failures++
      const isSwitch = code === NODE_ENDS && hasOpened
      setTimeout(() => this.#connect(), isSwitch ? pauseBeforeSwitch() : pauseBeforeReturn(this.#failures))
    })
  }
}

type Asking = { port: number; cookies: readonly string[]; room: string; askers: number; everyMs: number }

/**
 * So many at once. Three of four look at something, one says something: each time another person, who may say so much
 * a minute.
 */
export function askOn({ port, cookies, room, askers, everyMs }: Asking) {
  const failed: string[] = []
  let asked = 0
  const over = new AbortController()
  const one = async (place: number) => {
    const { ask, close } = connectByHttp2(port)
    await sleep((everyMs / askers) * place)
    for (let number = 0; !over.signal.aborted; number++) {
      const cookie = cookies[(place + askers * Math.floor(number / 4)) % cookies.length] as string
      const looks = number % 4 !== 3
      const path = looks ? (number % 2 === 0 ? '/users/current/' : `${room}meta/`) : `${room}send_message/`
      asked++
      const outcome = await ask(
        looks
          ? { method: 'GET', path, cookie }
          : {
              method: 'POST',
              path,
              cookie,
              headers: json,
              body: JSON.stringify({ message: `${place}/${number}` }),
            },
      ).then(
        ({ status, text }) => (status === 200 ? undefined : `${status} ${text.slice(0, 100)}`),
        (error: Error) => String(error),
      )
      if (outcome !== undefined) failed.push(`${looks ? 'GET' : 'POST'} ${path}: ${outcome}`)
      await sleep(everyMs)
    }
    close()
  }
  const all = Promise.all(Array.from({ length: askers }, (_, place) => one(place)))
  return {
    failed,
    asked: () => asked,
    async end() {
      over.abort()
      await all
    },
  }
}
