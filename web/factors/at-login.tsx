// Ways in beside the password: the button, and what the browser offers by itself under the username.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Failed, sentenceOf } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ShieldIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { canOffer, hasPasskeys } from './browser.ts'
import { logInByPasskey } from './queries.ts'

/** A page that stands open for long asks once more, with a new question. */
const ROUNDS = 5

export function PasskeyLogin({ onIn }: { onIn: () => Promise<void> }) {
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const offer = useRef<AbortController>(undefined)
  const enter = useEffectEvent(onIn)

  useEffect(() => {
    const leaving = new AbortController()
    offer.current = leaving
    const offered = async () => {
      if (!(await canOffer())) return
      for (let round = 0; round < ROUNDS && !leaving.signal.aborted; round++) {
        try {
          if (await logInByPasskey({ mediation: 'conditional', signal: leaving.signal })) await enter()
          return
        } catch (problem) {
          // Whoever has not chosen one need not hear why it does not go; the button says so.
          if (!(problem instanceof Failed && [403, 409].includes(problem.status))) return
          setRefusal(problem.message)
        }
      }
    }
    void offered()
    return () => leaving.abort()
  }, [])

  const logIn = async () => {
    // A browser asks one question at a time.
    offer.current?.abort()
    setRefusal(undefined)
    setPending(true)
    try {
      if (await logInByPasskey()) await onIn()
    } catch (problem) {
      setRefusal(sentenceOf(problem))
    }
    setPending(false)
  }
  if (!hasPasskeys()) return null
  return (
    <>
      <Button icon={<ShieldIcon />} pending={pending} onClick={() => void logIn()}>
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
