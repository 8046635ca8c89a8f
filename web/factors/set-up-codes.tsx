// Setup of one-time codes: shows the recovery codes, then the secret for the app. A first code turns both on.
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorSentence } from '#web/api.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import css from './factors.module.css'
import { beginCodes, turnOnCodes } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** `onDone`: called in addition to closing. */
export function SetUpCodes({ onClose, onDone }: { onClose: () => void; onDone?: () => void }) {
  // A query key per opening, so that each opening gets a new secret. It does not start with 'factors', so that
  // turning on the codes does not refetch the secret.
  const opening = useId()
  const { data, error } = useQuery({
    queryKey: ['codes-begun', opening],
    queryFn: beginCodes,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const [hasKept, setHasKept] = useState(false)
  const [code, setCode] = useState('')
  const form = useSubmit(async () => {
    await turnOnCodes(code)
    toast('Einmalcodes eingeschaltet')
    onDone?.()
    onClose()
  })
  return (
    <Modal title="Einmalcodes einrichten" onClose={onClose} size="medium">
      {error && (
        <Notice tone="danger">{errorSentence(error) || 'Bitte bestätigen Sie zuerst Ihr Passwort.'}</Notice>
      )}
      {!error && !data && <Loading />}
      {data && !hasKept && (
        <div className={css['dialog']}>
          <p>Schritt 1 von 2: für den Notfall</p>
          <RecoveryCodes codes={data.recovery_codes} />
          <FormActions>
            <Button onClick={onClose}>Abbrechen</Button>
            <Button variant="primary" onClick={() => setHasKept(true)}>
              Sicher abgelegt
            </Button>
          </FormActions>
        </div>
      )}
      {data && hasKept && (
        <Form {...form} label="Einmalcodes einrichten">
          <p>
            Schritt 2 von 2: Lesen Sie dieses Bild mit einer Authenticator-App ein, oder geben Sie dort den
            Schlüssel ein. Auf dem Telefon selbst <a href={data.address}>öffnen Sie die App direkt</a>.
          </p>
          <div className={css['secret']}>
            <img
              alt="QR-Code für die Authenticator-App"
              width={200}
              height={200}
              src={`data:image/svg+xml;base64,${btoa(data.drawing)}`}
            />
            <p>
              <span className={css['when']}>Schlüssel</span>
              <code>{formatSecret(data.secret)}</code>
            </p>
          </div>
          <TextField
            label="Code"
            hint="Die sechs Ziffern, die die App jetzt zeigt. Danach melden Sie sich auf anderen Geräten neu an."
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            data-autofocus=""
            value={code}
            onChange={setCode}
          />
          <FormActions>
            <Button onClick={onClose}>Abbrechen</Button>
            <SubmitButton disabled={code.trim() === ''}>Einschalten</SubmitButton>
          </FormActions>
        </Form>
      )}
    </Modal>
  )
}

const formatSecret = (secret: string) => secret.replace(/.{4}(?!$)/g, '$& ')
