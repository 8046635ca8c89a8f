/** What is said this one time, to be kept elsewhere. */
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { FormActions } from '#web/ui/field/form.tsx'
import { CopyIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import css from './integrations.module.css'

type Props = { title: string; says: string; secret: string; onClose: () => void }

export function SecretDialog({ title, says, secret, onClose }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toast('Kopiert')
    } catch {
      // A browser may forbid it, and knows no clipboard without https.
      toast('Bitte markieren und kopieren Sie es selbst.')
    }
  }
  return (
    <Modal title={title} onClose={onClose} busy>
      <div className={css['dialog']}>
        <p>{says}</p>
        <code className={css['secret']}>{secret}</code>
        <Notice tone="warning">Es wird nur jetzt angezeigt. Wer es hat, kann es benutzen.</Notice>
        <FormActions>
          <Button icon={<CopyIcon />} onClick={() => void copy()}>
            Kopieren
          </Button>
          <Button variant="primary" onClick={onClose}>
            Sicher abgelegt
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
