// What must be true of any answer to any request to a call.
import { isDeepStrictEqual } from 'node:util'
import type { Answer } from './ask.ts'
import { expected } from './callers.ts'
import { misfit } from './misfit.ts'
import type { Operation } from './operations.ts'
import { faultOfRefusal } from './refusals.ts'
import type { Request } from './requests.ts'
import type { Picture } from './written.ts'

export type Trial = {
  operation: Operation
  request: Request
  answer: Answer
  before: Picture
  after: Picture
}

/** The fault, or undefined. */
export function judge(trial: Trial): string | undefined {
  const { operation, request, answer } = trial
  const { status } = answer
  if (status >= 500) return `answers ${status}: ${answer.text}`
  const outcome = expected(operation.may, request.rank)
  if (status >= 400) {
    if (status === 401 && outcome === 'allowed' && operation.may !== 'everyone')
      return 'refuses who may call it'
    return faultOfRefusal(answer) ?? faultOfWriting(trial)
  }
  if (outcome !== 'allowed') return `answers ${status} to who may not call it`
  const unfit = misfitOfBody(operation, request)
  if (unfit) return `accepts a body although ${unfit}`
  return faultOfSuccess(operation, answer) ?? (operation.method === 'GET' ? faultOfWriting(trial) : undefined)
}

function faultOfSuccess({ answer: schema }: Operation, { text, headers }: Answer): string | undefined {
  const mediaType = (schema as { contentMediaType?: string }).contentMediaType
  if (mediaType) return headers['content-type'] === mediaType ? undefined : 'has another media type'
  const fault = misfit(schema, JSON.parse(text), { closed: true })
  return fault && `answers what the contract does not say: ${fault}`
}

/** From where an account is known a wrong password is answered like one too many, and counted all the same. */
const wrongPassword: Record<string, number[]> = {
  'auth.login': [401, 429],
  'auth.confirm': [400, 429],
  'users.changeOwnPassword': [400, 429],
}

/** What hands out what is stored about people leaves a row that says so. */
const handsOut =
  /^(docs\.(downloadResults|downloadRound|pdf)|happenings\.excel|audit\.excel|privacy\.(ownJson|ownPdf|jsonOfUser|pdfOfUser))$/

/** What reads or is refused leaves no trace, but for a wrong password, which is counted, and for what was handed out. */
function faultOfWriting({ operation, answer, before, after }: Trial): string | undefined {
  const counted = wrongPassword[operation.name]?.includes(answer.status)
  const noted = answer.status === 200 && handsOut.test(operation.name)
  const kept = (picture: Picture) => ({
    ...picture,
    ...(counted && { login_attempts: '' }),
    ...(noted && { audit: '' }),
  })
  return isDeepStrictEqual(kept(before), kept(after))
    ? undefined
    : `writes although it answers ${answer.status}`
}

function misfitOfBody({ body: schema }: Operation, { body, type }: Request): string | undefined {
  if (!schema) return undefined
  if (!body || !type?.startsWith('application/json')) return 'it is no JSON'
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return 'it cannot be read'
  }
  return (
    misfit(schema, value, { closed: false }) ?? (holdsUnstorable(value) ? 'it cannot be stored' : undefined)
  )
}

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(holdsUnstorable)
}
