import { invalid } from '#server/http/errors.ts'
import { readName } from '#server/http/input/typed-name.ts'
import { userSentences } from './sentences.ts'

const LONGEST_NAME = 300
const words = { persplan_vorname: 'Vorname', persplan_nachname: 'Nachname' } as const

type TypedName = { [Field in keyof typeof words]?: string | null | undefined }
export type PersonName = { [Field in keyof typeof words]: string | null }

/** Normalises typed names; empty means none. */
export const readPersonName = (typed: TypedName): PersonName => ({
  persplan_vorname: read('persplan_vorname', typed),
  persplan_nachname: read('persplan_nachname', typed),
})

function read(field: keyof typeof words, typed: TypedName): string | null {
  const text = typed[field]?.trim() ?? ''
  if (text === '') return null
  const name = readName(text, { longest: LONGEST_NAME })
  if ('problem' in name)
    throw invalid(['body', field], userSentences.personNameUnreadable(words[field]), 'pattern')
  return name.name
}
