// What a field is called that nobody has named yet: the words before it in its line, else a number of its own.
import type { ResolvedPos } from 'prosemirror-model'
import { isFieldName, longest, newFieldName } from '#contract/document/fields.ts'

export function proposedName($at: ResolvedPos, taken: ReadonlySet<string>): string {
  const words = nameIn(wordsBefore($at))
  if (words === '') return newFieldName(taken)
  return taken.has(words) ? countedOn(words, taken) : words
}

/** 'Zahl' is followed by 'Zahl 2', 'Feld 3' by 'Feld 4': the first that is free. */
export function countedOn(name: string, taken: ReadonlySet<string>): string {
  const blank = name.lastIndexOf(' ')
  const last = name.slice(blank + 1)
  const isCounted = blank > 0 && /^[1-9]\d{0,3}$/.test(last)
  // Room for the number.
  const base = cutTo(isCounted ? name.slice(0, blank) : name, longest.name - 6).trimEnd()
  let number = isCounted ? Number(last) + 1 : 2
  while (taken.has(`${base} ${number}`)) number++
  return `${base} ${number}`
}

/** Up to the field, image or break before. */
function wordsBefore({ parent, parentOffset }: ResolvedPos): string {
  let words = ''
  parent.forEach((node, offset) => {
    if (!parent.isTextblock || offset >= parentOffset) return
    words = node.isText ? words + (node.text ?? '').slice(0, parentOffset - offset) : ''
  })
  return words
}

/** Of more than a line the last sentence. */
const LINE = 60

function nameIn(words: string): string {
  const said = trimmed(words)
  const name = said.length > LINE ? trimmed(said.split(/[.!?] /).at(-1) ?? '') : said
  const cut = trimmed(cutTo(name, longest.name))
  return /[\p{L}\p{N}]/u.test(cut) && isFieldName(cut) ? cut : ''
}

const SEPARATORS = ' \t\u00a0\u202f:;,–—-'

function trimmed(words: string): string {
  let [from, to] = [0, words.length]
  while (from < to && SEPARATORS.includes(words.charAt(from))) from++
  while (from < to && SEPARATORS.includes(words.charAt(to - 1))) to--
  return words.slice(from, to).replaceAll(/\s+/g, ' ')
}

/** Not in the middle of a character. */
const cutTo = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
