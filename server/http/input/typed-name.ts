// Normalises typed names: NFC, trimmed. Names with invisible characters (`invisiblePattern`) would look alike, so they
// are refused. Joiners and variation selectors are allowed, since some scripts need them.
import { refuseInvalid } from '../errors.ts'

const joiners = /[\p{Join_Control}\p{Variation_Selector}]/gu
const invisiblePattern =
  /[[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]--[\p{Join_Control}\p{Variation_Selector}]]/gv

export function readName(
  typed: string,
  { longest }: { longest: number },
): { name: string } | { problem: 'empty' | 'unseen' | 'long' } {
  const name = typed.normalize('NFC').trim()
  const seen = name.replace(joiners, '')
  if (seen.trim() === '') return { problem: 'empty' }
  if (seen.search(invisiblePattern) >= 0) return { problem: 'unseen' }
  return Array.from(name).length > longest ? { problem: 'long' } : { name }
}

/** The typed name, or a refusal. `what`: subject of the sentence that says what is wrong, „Der Name der Gruppe“. */
export function checkName(
  typed: string,
  { what, longest, loc = ['body', 'name'], type, whenEmpty = `${what} darf nicht leer sein.` }: NameRules,
): string {
  const read = readName(typed, { longest })
  if ('name' in read) return read.name
  const sentences = {
    empty: whenEmpty,
    unseen: `${what} enthält Zeichen, die man nicht sieht.`,
    long: `${what} darf höchstens ${longest} Zeichen haben.`,
  }
  throw refuseInvalid(loc, sentences[read.problem], type)
}
type NameRules = { what: string; longest: number; loc?: string[]; type?: string; whenEmpty?: string }

/** For names typed elsewhere, such as the planner's: invisible characters are dropped instead of refused. */
export function stripInvisible(text: string): string {
  const clean = text.toWellFormed().replace(invisiblePattern, '').normalize('NFC').trim()
  return clean.replace(joiners, '').trim() === '' ? '' : clean
}
