import { type RefObject, useEffect } from 'react'
import { TextField } from '#web/ui/field/text-field.tsx'

type Props = { value: string; onChange: (text: string) => void; field: RefObject<HTMLInputElement | null> }

/** Asked for only when the server wants it, as the login is some time ago: whoever has pressed goes on in it. */
export function PresentPassword({ value, onChange, field }: Props) {
  useEffect(() => field.current?.focus(), [field])
  return (
    <TextField
      ref={field}
      label="Aktuelles Passwort"
      hint="Zur Sicherheit bitte auch Ihr aktuelles Passwort."
      name="current-password"
      type="password"
      autoComplete="current-password"
      value={value}
      onChange={onChange}
    />
  )
}
