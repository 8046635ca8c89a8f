// Checks the form of a refusal, on which every client relies.
import type { Answer } from '#measure/ask.ts'

/** A German sentence: starts with a capital letter, ends with punctuation, and is no message of a library. */
const sentence = /^[„A-ZÄÖÜ].*[.!?]$/su
const english = /\b(must|should|invalid|expected|required|property|unexpected|not found|bad request|error)\b/i

const always = ['success', 'details', 'detail']

/** The fault of a refusal, or undefined. `more`: further keys that refusals of this call may have. */
export function faultOfRefusal(
  { status, headers, text }: Answer,
  more: readonly string[] = [],
): string | undefined {
  if (!String(headers['content-type']).startsWith('application/json'))
    return `no JSON: ${headers['content-type']}`
  let body: Record<string, unknown>
  try {
    body = JSON.parse(text) as Record<string, unknown>
  } catch {
    return 'not readable'
  }
  const keys = Object.keys(body)
  const isWhole = always.every((key) => keys.includes(key))
  if (!isWhole || !keys.every((key) => always.includes(key) || more.includes(key)))
    return `has the keys ${keys.join()}`
  if (body['success'] !== false) return '`success` is not false'
  return faultOfSentence(body['details']) ?? faultOfDetail(status, body['detail'])
}

function faultOfSentence(details: unknown): string | undefined {
  if (typeof details !== 'string') return '`details` is no text'
  if (details === 'Login fehlgeschlagen') return undefined
  // Names that the caller chose stand in quotes and may be in any language.
  const [begin, end] = [details.indexOf('„'), details.lastIndexOf('“')]
  const own = begin >= 0 && end > begin ? `${details.slice(0, begin)}„…${details.slice(end)}` : details
  return sentence.test(own) && !english.test(own)
    ? undefined
    : `\`details\` is no German sentence: ${details}`
}

function faultOfDetail(status: number, detail: unknown): string | undefined {
  const word = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' }[status]
  if (word) return detail === word ? undefined : `\`detail\` is not ${word}`
  // Conflicting answers are listed like invalid inputs.
  const isListed = status === 422 || (status === 412 && Array.isArray(detail))
  if (!isListed) return typeof detail === 'string' && detail !== '' ? undefined : '`detail` is no keyword'
  if (!Array.isArray(detail) || detail.length === 0) return '`detail` is no list of problems'
  for (const problem of detail as Record<string, unknown>[]) {
    if (Object.keys(problem).sort().join() !== 'loc,msg,type')
      return `a problem has the keys ${Object.keys(problem).join()}`
    if (!isPlace(problem['loc'])) return `a problem stands nowhere: ${JSON.stringify(problem['loc'])}`
    if (typeof problem['type'] !== 'string' || problem['type'] === '') return 'a problem has no type'
    const fault = faultOfSentence(problem['msg'])
    if (fault) return fault
  }
  return undefined
}

const isPlace = (loc: unknown) =>
  Array.isArray(loc) &&
  ['body', 'query', 'path'].includes(loc[0] as string) &&
  loc.every((step) => typeof step === 'string' || Number.isInteger(step))
