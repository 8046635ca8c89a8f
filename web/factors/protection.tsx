import { Codes } from './codes.tsx'
import { Passkeys } from './passkeys.tsx'

/** Profile section about second factors. */
export function Protection() {
  return (
    <>
      <section id="passkeys">
        <h2>Passkeys</h2>
        <p>
          Damit melden Sie sich ohne Passwort an: mit Finger, Gesicht oder PIN Ihres Geräts. Ein Passkey lässt
          sich nicht erraten und nicht auf einer falschen Seite eingeben.
        </p>
        <Passkeys />
      </section>
      <section>
        <h2>Einmalcodes</h2>
        <Codes />
      </section>
    </>
  )
}
