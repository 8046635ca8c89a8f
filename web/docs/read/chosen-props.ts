// What a field is given that comes by itself: all of it, so that it need not know the document around.
import type { Field } from '#contract/document/fields.ts'
import type { FieldView } from './answers-view.ts'

export type ChosenProps = {
  field: Field
  view: FieldView
  /** Empty for nothing. */
  value: string
  /** Text that is no day or time. */
  unread: string | undefined
  disabled: boolean
  onChange: (value: string | null) => void
  onUnread: (text: string) => void
  aria: { id: string; 'aria-label': string; 'aria-describedby': string | undefined }
  /** Whether a day or a time shows its name. */
  isNamed: boolean
  /** The looks of all fields. */
  look: Readonly<Record<string, string>>
}
