// Options of a choice. Answers store the text of an option. The id identifies the option when its text
// changes, so that stored answers can be updated.

import { OPTION_SEPARATOR } from './in-words.ts'

/**
 * `was`: previous texts. The server keeps them for answers that were entered before the change and arrive
 * after it.
 */
export type Option = { id: string; text: string; was?: readonly string[] }

/** Limits that make sure that an answer can hold all options. */
export const optionLimits = { count: 90, text: 100 }

/** Characters that nobody can see in a name, including line breaks, except the joiners of some scripts. */
export const invisibleCharacterPattern = /[[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]--[\u200c\u200d]]/v

/** Untrusted input; undefined if it is no list of options. */
export function parseOptions(value: unknown): Option[] | undefined {
  if (!Array.isArray(value) || value.length > optionLimits.count || !value.every(isOption)) return undefined
  const isOnce = (values: string[]) => new Set(values).size === values.length
  return isOnce(value.map(({ id }) => id)) && isOnce(value.map(({ text }) => text)) ? value : undefined
}

function isOption(value: unknown): value is Option {
  if (typeof value !== 'object' || value === null) return false
  const { id, text, ...others } = value as Record<string, unknown>
  return (
    typeof id === 'string' && /^\w{1,12}$/.test(id) && isOptionText(text) && Object.keys(others).length === 0
  )
}

const isOptionText = (text: unknown): text is string =>
  typeof text === 'string' &&
  text !== '' &&
  text === text.trim() &&
  text.length <= optionLimits.text &&
  !invisibleCharacterPattern.test(text)

/** Texts of the options that a value contains, each once, in the order of the field. */
export function chosenOptions(options: readonly Option[], value: string): string[] {
  const named = new Set(value.split(OPTION_SEPARATOR))
  return options.map(({ text }) => text).filter((text) => named.has(text))
}

/** Random, so that no id is ever reused: earlier answers must not follow a different option. */
export const newOptionId = (): string => `m${Math.random().toString(36).slice(2, 12)}`

/** Adds the previous texts to each option, so that an answer with an old text still finds its option. */
export function withPreviousTexts(options: readonly Option[], before: readonly Option[]): Option[] {
  const present = new Set(options.map(({ text }) => text))
  return options.map(({ id, text }) => {
    const previous = before.find((option) => option.id === id)
    const was = [...new Set(previous ? [...(previous.was ?? []), previous.text] : [])].filter(
      (one) => !present.has(one),
    )
    return { id, text, ...(was.length > 0 && { was: was.slice(-MAX_PREVIOUS_TEXTS) }) }
  })
}
const MAX_PREVIOUS_TEXTS = 10

/**
 * Old texts of options mapped to new ones. To be applied in one step, since two options may have swapped
 * their texts.
 */
export function optionRenames(options: readonly Option[], before: readonly Option[]): Map<string, string> {
  const present = new Map(options.map(({ id, text }) => [id, text]))
  return new Map(
    before.flatMap(({ id, text }) => {
      const now = present.get(id)
      return now === undefined || now === text ? [] : [[text, now] as const]
    }),
  )
}

/** Replaces previous texts of options in a value by the present ones. */
export const withPresentTexts = (options: readonly Option[], value: string): string =>
  replaceLines(
    value,
    new Map(options.flatMap(({ text, was = [] }) => was.map((old) => [old, text] as const))),
  )

/** Replaces each line of a value that has an entry in `words`. */
export const replaceLines = (value: string, words: ReadonlyMap<string, string>): string =>
  value
    .split(OPTION_SEPARATOR)
    .map((line) => words.get(line) ?? line)
    .join(OPTION_SEPARATOR)
