// Checks what must be true of every answer to every request.
import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '#measure/ask.ts'
import { expected } from '../calls/callers.ts'
import type { Call } from '../calls/calls.ts'
import { faultOfRefusal } from '../calls/refusals.ts'
import type { TableHashes } from '../calls/table-hashes.ts'
import type { Request } from './requests.ts'
import { mismatch } from './schema-mismatch.ts'

export type Trial = {
  call: Call
  request: Request
  answer: Answer
  before: TableHashes
  after: TableHashes
}

/** The fault, or undefined. */
export function faultOfAnswer(trial: Trial): string | undefined {
  const { call, request, answer } = trial
  const { status } = answer
  if (status >= 500) return `answers ${status}: ${answer.text}`
  const outcome = expected(call.may, request.rank)
  if (status >= 400) {
    if (status === 401 && outcome === 'allowed' && call.may !== 'everyone') return 'refuses who may call it'
    return faultOfRefusal(answer, saidBesides(call, status)) ?? faultOfWriting(trial)
  }
  if (outcome !== 'allowed') return `answers ${status} to who may not call it`
  const unfit = mismatchOfBody(call, request)
  if (unfit) return `accepts a body although ${unfit}`
  return faultOfSuccess(call, answer) ?? (call.method === 'GET' ? faultOfWriting(trial) : undefined)
}

function saidBesides({ conflict, missing }: Call, status: number): string[] {
  const shape: { properties?: object } | undefined = { 409: conflict, 404: missing }[status]
  return Object.keys(shape?.properties ?? {})
}

function faultOfSuccess({ answer: schema }: Call, { text, headers }: Answer): string | undefined {
  const mediaType = (schema as { contentMediaType?: string }).contentMediaType
  if (mediaType) return headers['content-type'] === mediaType ? undefined : 'has another media type'
  const fault = mismatch(schema, JSON.parse(text), { closed: true })
  return fault && `answers what the contract does not say: ${fault}`
}

/** A wrong password from a known address is answered like one too many, but counted like any other. */
const wrongPassword: Record<string, number[]> = {
  'auth.login': [401, 429],
  'auth.confirm': [400, 429],
  'users.changeOwnPassword': [400, 429],
}

/** Calls that export data about people write a row to the audit log. */
const handsOut =
  /^(users\.exportPeople|docs\.(downloadResults|downloadRound|pdf)|happenings\.excel|audit\.excel|privacy\.(ownJson|ownPdf|jsonOfUser|pdfOfUser))$/

/** The first reading by a staff member clears „unread“. */
const readsFirst = 'docs.read'

/**
 * A read or a refusal writes nothing, with three exceptions: wrong passwords are counted, exports are logged,
 * and the first reading of a document is recorded.
 */
function faultOfWriting({ call, answer, before, after }: Trial): string | undefined {
  const counted = wrongPassword[call.name]?.includes(answer.status)
  const noted = answer.status === 200 && handsOut.test(call.name)
  const kept = (hashes: TableHashes) => ({
    ...hashes,
    ...(counted && { login_attempts: '' }),
    ...(noted && { audit: '' }),
    ...(answer.status === 200 && call.name === readsFirst && { docs: '' }),
  })
  return isDeepStrictEqual(kept(before), kept(after))
    ? undefined
    : `writes although it answers ${answer.status}`
}

function mismatchOfBody({ body: schema }: Call, { body, type }: Request): string | undefined {
  if (!schema) return undefined
  if (!body || !type?.startsWith('application/json')) return 'it is no JSON'
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return 'it cannot be read'
  }
  return (
    mismatch(schema, value, { closed: false }) ?? (holdsUnstorable(value) ? 'it cannot be stored' : undefined)
  )
}

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(holdsUnstorable)
}
