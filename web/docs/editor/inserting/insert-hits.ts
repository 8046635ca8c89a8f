// What can be inserted, as data, and which of it is meant by the words that somebody types.
import type { Command, EditorState } from 'prosemirror-state'
import type { PromptKind } from '../prompts/prompt-gestures.ts'

export type Insert = {
  text: string
  /** Other words for it. */
  also?: readonly string[]
  can: (state: EditorState) => boolean
  command?: Command
  /** What is asked then. */
  prompt?: PromptKind
}

/** First what begins with the words, then what has them anywhere; without words all. Only what can be done here. */
export function hitsAmong<I extends Insert>(inserts: readonly I[], words: string, state: EditorState): I[] {
  const wanted = plain(words)
  const rank = ({ text, also = [] }: Insert) => {
    const names = [text, ...also].map(plain)
    if (names[0]?.startsWith(wanted)) return 0
    if (names.some((name) => name.startsWith(wanted))) return 1
    return names.some((name) => name.includes(wanted)) ? 2 : undefined
  }
  return [0, 1, 2].flatMap((wantedRank) =>
    inserts.filter((insert) => rank(insert) === wantedRank && insert.can(state)),
  )
}

/** 'Häkchen' is found as 'hakchen', too. */
const plain = (words: string) =>
  words
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
