// Sends invalid HTTP over real connections. The server may refuse or close, but must not crash or be fooled.
import { connect } from 'node:net'
import { type Ask, connectTo } from '#measure/ask.ts'
import { createRandom, type Random } from '#planner-simulator/random.ts'

const host = 'Host: kontor\r\n'
const canary = 'GET /status/ HTTP/1.1\r\nHost: kontor\r\n\r\n'
const plain = `GET /status/ HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
const body = '{"username":"x","password":"x"}'
const post = (headers: string, content = body) =>
  `POST /auth/login/ HTTP/1.1\r\n${host}Content-Type: application/json\r\n${headers}\r\n${content}`

/** A second request hidden behind an unclear length: it must never be answered. */
const smuggling: string[] = [
  post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${canary}`),
  post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `0\r\n\r\n${canary}`),
  post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${canary}`),
  post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${canary}`),
  post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${canary}`),
  post('Transfer-Encoding:\x0bchunked\r\n', `0\r\n\r\n${canary}`),
  post('Content-Length: 0\r\nContent-Length: 31\r\n', canary),
  post('Content-Length: 31, 0\r\n', canary),
  post('Content-Length: +0\r\n', canary),
  post('Content-Length: -1\r\n', canary),
  post('Content-Length: 0x0\r\n', canary),
  post('Content-Length : 0\r\n', canary),
  post('Content-Length: 99999999999999999999\r\n', canary),
  post('Transfer-Encoding: chunked\r\n', `fffffffffffffffff\r\n${canary}`),
  post('Transfer-Encoding: chunked\r\n', `-1\r\n${canary}`),
  post('Transfer-Encoding: chunked\r\n', `1\r\nxx\r\n0\r\n\r\n${canary}`),
  post('Transfer-Encoding: chunked\r\n', `1;\nx\r\n0\r\n\r\n${canary}`),
  post('Transfer-Encoding: chunked\r\n', `0 \r\n\r\n${canary}`),
  post('Transfer-Encoding: chunked\r\n', `0\n\n${canary}`),
  post('X: y\r\n Content-Length: 0\r\n', canary),
  post('X: y\rContent-Length: 0\r\n', canary),
  post('X: y\0\r\nContent-Length: 0\r\n', canary),
]

const lines = 'CONNECT kontor:1|BREW /|get /|OPTIONS *|GET ../|GET //|GET http://[|GET /\xff|GET /\t/|GET'
const nonsense: string[] = [
  ...lines.split('|').map((line) => `${line} HTTP/1.1\r\n${host}\r\n`),
  '',
  '\0',
  '\x16\x03\x01\x02\x00',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'GET /status/\r\n\r\n',
  `GET / HTTP/9.9\r\n${host}\r\n`,
  'GET /status/ HTTP/1.1\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
  `GET /status/ HTTP/1.1\r\n${host}X: ${'a'.repeat(70_000)}\r\n\r\n`,
  `GET /status/ HTTP/1.1\r\n${host}${'X: y\r\n'.repeat(3_000)}\r\n`,
  `GET /status/ HTTP/1.1\r\n${host}Cookie: ${'session=x; '.repeat(500)}\r\n\r\n`,
  `GET /status/ HTTP/1.1\r\n${host}Expect: 100-continue\r\nConnection: close\r\n\r\n`,
  `GET /ui/ HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  canary.repeat(200) + plain,
  post('Content-Length: 1000000\r\n'),
  post('Transfer-Encoding: chunked\r\n', '5\r\n{"a":'),
]

/** One of the requests above, cut, repeated in part, extended or overwritten at random. */
function damaged(random: Random): Buffer {
  const all = [plain, post(`Content-Length: ${body.length}\r\n`), ...smuggling, ...nonsense]
  const whole = Buffer.from(random.pick(all), 'latin1')
  const at = random.below(whole.length + 1)
  const kind = random.below(4)
  if (kind === 0) return whole.subarray(0, at)
  if (kind === 1) return Buffer.concat([whole.subarray(0, at), whole.subarray(random.below(at + 1))])
  if (kind === 2)
    return Buffer.concat([whole.subarray(0, at), Buffer.from([random.below(256)]), whole.subarray(at)])
  const copy = Buffer.from(whole)
  for (let times = random.below(8); times >= 0 && copy.length > 0; times--)
    copy[random.below(copy.length)] = random.below(256)
  return copy
}

/** Returns the number of connections. Throws with the bytes after which the server failed. */
export async function throwBytes(
  port: number,
  { count, seed }: { count: number; seed: number },
): Promise<number> {
  const { ask, close } = connectTo(port)
  const random = createRandom(seed)
  for (const text of smuggling) {
    const answer = await exchange(port, Buffer.from(text, 'latin1'))
    if (answer.includes('"hash"')) throw new Error(`a hidden request was answered: ${JSON.stringify(text)}`)
  }
  const known = nonsense.map((text) => Buffer.from(text, 'latin1'))
  for (let done = smuggling.length; done < count; done++) {
    const bytes = known.shift() ?? damaged(random)
    const answer = await exchange(port, bytes)
    const shown = JSON.stringify(bytes.toString('latin1').slice(0, 300))
    if (/^HTTP\/1\.1 5/m.test(answer)) throw new Error(`answered ${answer.slice(0, 80)} to ${shown}`)
    if (done % 10 === 0) await assertAlive(ask, shown)
  }
  await assertAlive(ask, 'the last bytes')
  close()
  return count
}

async function assertAlive(ask: Ask, shown: string) {
  const { status } = await ask({ method: 'GET', path: '/status/' }).catch(() => ({ status: 0 }))
  if (status !== 200) throw new Error(`the server is not well after ${shown}`)
}

/**
 * Sends the bytes, closes our end at once, and returns the answer. Otherwise the server would wait for the rest
 * of a request.
 */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    const chunks: (string | Buffer)[] = []
    const patience = setTimeout(() => socket.destroy(), 5_000)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(patience)
      resolve(chunks.join(''))
    })
    socket.end(bytes)
  })
}
