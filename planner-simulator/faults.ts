import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

/**
 * A failure of the planner. Receives the answer (JSON) that would have been right, and sends another or none.
 */
export type Fault = (response: ServerResponse, answer: string, name: string) => unknown

const sendJson = (response: ServerResponse, text: string | Buffer, headers: Record<string, string> = {}) =>
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text)
const answerWithStatus =
  (code: number, headers: Record<string, string> = {}): Fault =>
  (response) =>
    response
      .writeHead(code, { 'content-type': 'text/html', ...headers })
      .end('<h1>Traceback (most recent call last)</h1>')
const listJson = (name: string, list: unknown) => JSON.stringify({ [name]: list })
const person = (changes: object) => ({
  id: 'X1',
  username: 'x',
  nachname: 'X',
  vorname: 'Y',
  groups: [],
  ...changes,
})
const answerWithList =
  (list: unknown): Fault =>
  (response, _answer, name) =>
    sendJson(response, listJson(name, list))
const answerWithText =
  (value: string | Buffer): Fault =>
  (response) =>
    sendJson(response, value)

/** Ends the connection after this many bytes, although `content-length` promises the whole answer. */
export const dropConnectionAfter =
  (bytes: number): Fault =>
  (response, answer) => {
    const whole = Buffer.from(answer)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(whole.length) })
    response.write(whole.subarray(0, bytes), () => response.destroy())
  }

/** Sends only this many bytes, and ends the answer as if it was complete. */
export const truncateAnswer =
  (bytes: number): Fault =>
  (response, answer) =>
    sendJson(response, Buffer.from(answer).subarray(0, bytes))

/** Cached by key, since compressing hundreds of megabytes takes seconds. */
const zipBombCache = new Map<string, Buffer>()

function createZipBomb(key: string, unpacked: () => Buffer | string): Buffer {
  const packed = zipBombCache.get(key) ?? gzipSync(unpacked())
  zipBombCache.set(key, packed)
  return packed
}

async function sendRepeatedly(response: ServerResponse, head: string, piece: string, times: number) {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(head)
  for (let count = 0; count < times && !response.destroyed; count++) {
    if (!response.write(piece))
      await Promise.race([new Promise((go) => response.once('drain', go)), sleep(1_000)])
  }
  response.end()
}

export const faults: Record<string, Fault> = {
  down: (response) => response.destroy(),
  silent: () => {},
  slow: async (response, answer) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    for (const byte of Buffer.from(answer)) {
      if (response.destroyed) return
      response.write(Buffer.from([byte]))
      await sleep(1_000)
    }
    response.end()
  },
  headersOnly: (response) => response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders(),
  empty: answerWithText(''),
  html: answerWithText('<!doctype html><title>Wartung</title><p>Wir sind gleich zurück.'),
  noJson: answerWithText('{users: [}'),
  null: answerWithText('null'),
  list: answerWithText('[]'),
  number: answerWithText('42'),
  otherName: answerWithText('{"people": []}'),
  noList: (response, _answer, name) => sendJson(response, `{"${name}": {"id": 1}}`),
  nobody: (response, _answer, name) => sendJson(response, listJson(name, [])),
  trailing: (response, answer) => sendJson(response, `${answer}{"more": 1}`),
  doubled: (response, answer) => sendJson(response, answer + answer),
  latin1: (response, answer) => sendJson(response, Buffer.from(answer, 'latin1')),
  wrongUtf8: (response, answer) =>
    sendJson(
      response,
      Buffer.concat([
        Buffer.from(answer.slice(0, 60)),
        Buffer.from([0xff, 0xfe]),
        Buffer.from(answer.slice(60)),
      ]),
    ),
  utf16: (response, answer) => sendJson(response, Buffer.from(answer, 'utf16le')),
  gzipBomb: (response) =>
    sendJson(
      response,
      createZipBomb('spaces', () => Buffer.alloc(300 * 1024 * 1024, 32)),
      { 'content-encoding': 'gzip' },
    ),
  gzipBombOfRecords: (response, _answer, name) =>
    sendJson(
      response,
      createZipBomb(name, () => `{"${name}":[${'{"id":"1"},'.repeat(9_000_000)}{"id":"2"}]}`),
      {
        'content-encoding': 'gzip',
      },
    ),
  gzipBroken: (response, answer) => {
    const packed = gzipSync(answer)
    sendJson(response, packed.subarray(0, packed.length / 2), { 'content-encoding': 'gzip' })
  },
  gzipLie: (response, answer) => sendJson(response, answer, { 'content-encoding': 'gzip' }),
  endless: (response, _answer, name) => sendRepeatedly(response, `{"${name}":[`, ' '.repeat(65_536), 1e9),
  endlessRecord: (response, _answer, name) =>
    sendRepeatedly(response, `{"${name}":[{"id":"`, 'x'.repeat(65_536), 1e9),
  million: (response, _answer, name) =>
    sendRepeatedly(
      response,
      `{"${name}":[{"id":"0"}`,
      `,{"id":"1","nachname":"${'x'.repeat(100)}"}`.repeat(100),
      10_000,
    ),
  deep: (response, _answer, name) =>
    sendJson(response, `{"${name}":[${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}]}`),
  sameId: answerWithList([person({}), person({})]),
  noId: answerWithList([person({ id: undefined })]),
  emptyId: answerWithList([person({ id: '   ' })]),
  idIsObject: answerWithList([person({ id: { $ne: 1 } })]),
  idIsFloat: answerWithList([person({ id: 1.5 })]),
  nameIsNumber: answerWithList([person({ nachname: 7 })]),
  nameIsList: answerWithList([person({ nachname: ['a'] })]),
  nameTooLong: answerWithList([person({ nachname: 'x'.repeat(10_000) })]),
  recordIsNull: answerWithList([null]),
  recordIsText: answerWithList(['Anna']),
  recordIsList: answerWithList([[1]]),
  groupsIsText: answerWithList([person({ groups: 'Technik' })]),
  groupsOfNumbers: answerWithList([person({ groups: [1, 2] })]),
  tooManyGroups: answerWithList([
    person({ groups: Array.from({ length: 5_000 }, (_, number) => `G${number}`) }),
  ]),
  redirect: answerWithStatus(302, { location: 'http://169.254.169.254/latest/meta-data/' }),
  redirectHome: answerWithStatus(301, { location: '/users' }),
  badRequest: answerWithStatus(400),
  unauthorized: answerWithStatus(401),
  forbidden: answerWithStatus(403),
  notFound: answerWithStatus(404),
  tooMany: answerWithStatus(429, { 'retry-after': '60' }),
  broken: answerWithStatus(500),
  badGateway: answerWithStatus(502),
  unavailable: answerWithStatus(503),
  noContent: (response) => response.writeHead(204).end(),
  badChunks: (response) => {
    response.socket?.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nnope\r\n')
  },
  noHttp: (response) => {
    response.socket?.end('220 mail.example ESMTP\r\n')
  },
  hugeHeader: (response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(200_000)}\r\n\r\n{}`)
  },
}

/** Odd but valid answers: the sync must take over these people as they are. */
export const oddLists: Record<string, unknown[]> = {
  script: [person({ nachname: '<script>alert(1)</script>', vorname: '<img src=x onerror=alert(1)>' })],
  formula: [person({ nachname: '=HYPERLINK("http://x","y")', vorname: '@SUM(A1)', telefon: '+49 40 1' })],
  controls: [person({ nachname: 'Nu\u0000ll\u0007', vorname: ' \u202eabc ' })],
  surrogate: [person({ nachname: 'halb\ud800' })],
  proto: [person({ username: '__proto__', groups: ['__proto__', 'constructor'] })],
  numberId: [person({ id: 4711 })],
  noFields: [{ id: 'X9' }],
  unknownFields: [person({ is_admin: true, password: 'x', salary: 1 })],
}
