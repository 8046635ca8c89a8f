import { refuseInvalid } from '#server/http/errors.ts'
import { readName } from '#server/http/input/typed-name.ts'
import { userSentences } from './sentences.ts'

const MAX_NAME_LENGTH = 300
const fieldLabels = { persplan_vorname: 'Vorname', persplan_nachname: 'Nachname' } as const

type TypedName = { [Field in keyof typeof fieldLabels]?: string | null | undefined }
export type PersonName = { [Field in keyof typeof fieldLabels]: string | null }

/** Normalises typed names; empty means none. */
export const readPersonName = (typed: TypedName): PersonName => ({
  persplan_vorname: readNameField('persplan_vorname', typed),
  persplan_nachname: readNameField('persplan_nachname', typed),
})

function readNameField(field: keyof typeof fieldLabels, typed: TypedName): string | null {
  const text = typed[field]?.trim() ?? ''
  if (text === '') return null
  const name = readName(text, { longest: MAX_NAME_LENGTH })
  if ('problem' in name)
    throw refuseInvalid(['body', field], userSentences.personNameUnreadable(fieldLabels[field]), 'pattern')
  return name.name
}
