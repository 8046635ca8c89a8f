// Passkeys at the login: a button, and the browser's autofill at the username.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CallError, errorSentence } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ShieldIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { canAutofillPasskeys, hasPasskeys } from './browser.ts'
import { logInByPasskey } from './queries.ts'

/**
 * Upper bound of challenges per visit of the login. Autofill gets a new challenge when the server refuses the
 * old one (403 or 409), usually because it has expired.
 */
const MAX_CHALLENGES = 5

export function PasskeyLogin({ onIn }: { onIn: () => Promise<void> }) {
  const [refusal, setRefusal] = useState<string>()
  const offer = useRef<AbortController>(undefined)
  const enter = useEffectEvent(onIn)

  useEffect(() => {
    const leaving = new AbortController()
    offer.current = leaving
    const offered = async () => {
      if (!(await canAutofillPasskeys())) return
      for (let round = 0; round < MAX_CHALLENGES && !leaving.signal.aborted; round++) {
        try {
          if (await logInByPasskey({ mediation: 'conditional', signal: leaving.signal })) await enter()
          return
        } catch (problem) {
          // Autofill does not show other failures. If they persist, the button shows them.
          if (!(problem instanceof CallError && [403, 409].includes(problem.status))) return
          setRefusal(problem.message)
        }
      }
    }
    void offered()
    return () => leaving.abort()
  }, [])

  const logIn = async () => {
    // Cancels the request of autofill: browsers allow one WebAuthn request at a time.
    offer.current?.abort()
    setRefusal(undefined)
    try {
      if (await logInByPasskey()) await onIn()
    } catch (problem) {
      setRefusal(errorSentence(problem))
    }
  }
  if (!hasPasskeys()) return null
  return (
    <>
      <Button icon={<ShieldIcon />} onClick={logIn}>
        Mit Passkey anmelden
      </Button>
      {refusal !== undefined && (
        <Notice tone="danger">
          <p>Login fehlgeschlagen</p>
          <p>{refusal}</p>
        </Notice>
      )}
    </>
  )
}
