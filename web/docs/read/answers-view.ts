// What the screen is told of the answers to a document, field by field and of all together.
import type { Value } from '#contract/document/fields.ts'

/** The content of a field: a value, or text that is no value (yet) and is not sent. */
export type Typed = { value: Value } | { unreadable: string }
export const isSame = (one: Typed, other: Typed) =>
  'value' in one
    ? 'value' in other && one.value === other.value
    : 'unreadable' in other && one.unreadable === other.unreadable

/**
 * `none`: nothing was changed here. `waiting` and `saving` become `saved` by themselves, and so does `kept` once the
 * server can be reached: until then the browser keeps it. `failed` may not.
 */
export type SaveStatus = 'none' | 'waiting' | 'saving' | 'kept' | 'saved' | 'failed'
/**
 * `problem`: why the server refuses this one. `theirs`: a conflict, the value stored elsewhere since this one was
 * begun; `isNewRound`: a new round of the document has begun since then.
 */
export type FieldView = {
  typed: Typed
  status: SaveStatus
  problem?: string | undefined
  /** What the server said to one that it may take later; undefined where nobody was reached. */
  later?: string | undefined
  theirs?: { value: Value; isNewRound: boolean } | undefined
  /** What counts as long as this one is not on its way: it is no value, or the server does not take it. */
  stored?: Value
}
/** Of all answers of the document together. */
export type AnswersStatus = {
  status: SaveStatus
  /** How many fields differ from what the server has. */
  unsaved: number
  /** How many of these wait for somebody to choose. */
  conflicts: number
  /** Some of them were typed for an earlier round. */
  isNewRound?: true
  problem?: string | undefined
  /** Nobody has answered: it goes out as soon as somebody does. */
  isUnreached?: true
  /** The server accepts no more answers for this document. */
  isClosed: boolean
  /** Typed for fields that the document no longer has. */
  lost: readonly { name: string; typed: Typed }[]
}

export const isSameView = (one: FieldView, other: FieldView) =>
  isSame(one.typed, other.typed) &&
  one.status === other.status &&
  one.problem === other.problem &&
  one.later === other.later &&
  one.stored === other.stored &&
  one.theirs?.value === other.theirs?.value &&
  one.theirs?.isNewRound === other.theirs?.isNewRound &&
  (one.theirs === undefined) === (other.theirs === undefined)
