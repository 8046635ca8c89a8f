// A warm server, calls of it, and how many statements each takes.
import assert from 'node:assert/strict'
import { after, mock } from 'node:test'
import pg from 'pg'
import { json } from '#measure/ask.ts'
import { wholeServer } from '#measure/whole-server.ts'
import { openSession } from './callers.ts'

export const whole = await wholeServer()
after(() => whole[Symbol.asyncDispose]())
export const [anna, bruno, clara] = [
  await openSession(whole.kontor, 'anna'),
  await openSession(whole.kontor, 'bruno'),
  await openSession(whole.kontor, 'clara'),
]
export async function idOf(username: string): Promise<number> {
  const { id } = await whole.kontor.db
    .selectFrom('users')
    .where('username', '=', username)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

export type Call = { cookie: string; method: string; path: string; body?: object }
export const get = (cookie: string, path: string): Call => ({ cookie, method: 'GET', path })
export const post = (cookie: string, path: string, body: object): Call => ({
  cookie,
  method: 'POST',
  path,
  body,
})
export const put = (path: string, body?: object): Call => ({
  cookie: clara,
  method: 'PUT',
  path,
  ...(body && { body }),
})

type Made = { doc_id: number; undo_id: number | null }

export async function make({ cookie, method, path, body }: Call): Promise<Made> {
  const { status, text } = await whole.ask({
    method,
    path,
    cookie,
    ...(body && { headers: json, body: JSON.stringify(body) }),
  })
  assert.equal(status, 200, `${method} ${path}: ${text}`)
  return (method === 'GET' ? {} : JSON.parse(text)) as Made
}

/** Statements of the node itself, which no call has asked for. */
const OWN = ['set statement_timeout', 'transaction_read_only', 'pg_notify($1', 'node_minutes', 'backups']
export const statementsOf = async (work: () => Promise<unknown>): Promise<number> =>
  (await textsOf(work)).length
export async function textsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = mock.method(pg.Client.prototype, 'query')
  await work()
  const texts = query.mock.calls.map(({ arguments: [asked] }) => textOf(asked))
  query.mock.restore()
  return texts.filter((text) => !OWN.some((part) => text.includes(part)))
}

const textOf = (asked: unknown) =>
  typeof asked === 'string' ? asked : String((asked as { text: unknown }).text)
