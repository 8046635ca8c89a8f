// A secret that is shown only once.
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { FormActions } from '#web/ui/field/form.tsx'
import { CopyIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './integrations.module.css'

type Props = { title: string; says: string; secret: string; onClose: () => void }

export function SecretDialog({ title, says, secret, onClose }: Props) {
  const copy = () => copyText(secret, { said: 'Kopiert', what: 'den Text' })
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
