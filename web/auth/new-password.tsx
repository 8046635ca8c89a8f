import { useState } from 'react'
import { TextField } from '#web/ui/field/text-field.tsx'

/** State of a new password and its repetition. */
export function useNewPassword() {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [left, setLeft] = useState(false)
  return {
    password,
    isAgreed: password !== '' && password === again,
    clear: () => {
      setPassword('')
      setAgain('')
    },
    fields: { password, setPassword, again, setAgain, left, setLeft },
  }
}

type Props = { fields: ReturnType<typeof useNewPassword>['fields']; isFirst?: boolean }

/** `isFirst`: the first field gets the focus. */
export function NewPasswordFields({ fields, isFirst = false }: Props) {
  const { password, setPassword, again, setAgain, left, setLeft } = fields
  // No error while the repetition is still being typed and agrees so far.
  const differs = again !== '' && again !== password && (left || !password.startsWith(again))
  return (
    <>
      <TextField
        label="Neues Passwort"
        name="password"
        type="password"
        autoComplete="new-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- where it is the only thing to do
        autoFocus={isFirst}
        value={password}
        onChange={setPassword}
      />
      <TextField
        label="Neues Passwort wiederholen"
        name="password-again"
        type="password"
        autoComplete="new-password"
        error={differs ? 'Die Passwörter stimmen nicht überein.' : undefined}
        value={again}
        onChange={(value) => {
          setLeft(false)
          setAgain(value)
        }}
        onBlur={() => setLeft(true)}
      />
    </>
  )
}
