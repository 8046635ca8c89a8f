// An answer as it goes out, with the tag that names it. One that many people get alike is written down once: it is
// known by the very object that was answered, and is gone with it.
import { hash } from 'node:crypto'

export const JSON_TYPE = 'application/json; charset=utf-8'

export type Written = {
  text: string
  /** Of the text as it goes out, in bytes. */
  length: string
  tag: string
  isShared: boolean
}

const known = new WeakMap<object, Written>()
/** Answers that are given again as the very same object, and whether to many people. */
const again = new WeakMap<object, { isShared: boolean }>()

/** Says of an answer that others get this very object, too, and that nobody changes it. */
export function sameForMany<Answer extends object>(answer: Answer): Answer {
  again.set(answer, { isShared: true })
  return answer
}

/** The same of an answer that only one person gets, time after time. */
export function sameAgain<Answer extends object>(answer: Answer): Answer {
  again.set(answer, { isShared: false })
  return answer
}

export const isGivenAgain = (answer: unknown) => isObject(answer) && again.has(answer)
export const knownAs = (answer: unknown) => (isObject(answer) ? known.get(answer) : undefined)

export function writtenOf(answer: unknown, text: string): Written {
  const before = knownAs(answer)
  const how = isObject(answer) ? again.get(answer) : undefined
  if (before || !how) return before ?? writeDown(text, false)
  const written = writeDown(text, how.isShared)
  known.set(answer as object, written)
  return written
}

/** With the tag of the same text, where that is known. */
export const writeDown = (text: string, isShared: boolean, tag = tagOf(text)): Written => ({
  text,
  length: String(Buffer.byteLength(text)),
  tag,
  isShared,
})

const tagOf = (text: string) => `"${hash('sha256', text, 'base64url').slice(0, 27)}"`

const isObject = (answer: unknown): answer is object => typeof answer === 'object' && answer !== null
