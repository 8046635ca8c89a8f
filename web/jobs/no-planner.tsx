import { Link } from '@tanstack/react-router'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { FormActions } from '#web/ui/field/form.tsx'
import css from './sync-dialog.module.css'

/** Shown instead of the sync dialog if no planner is configured: how to connect one, and how to work without. */
export function NoPlannerDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Abgleich mit der Personalplanung" size="medium" onClose={onClose}>
      <div className={css['sync']}>
        <p>
          Hier ist noch keine Personalplanung eingestellt. Mit ihr kommen Personen, Gruppen und
          Veranstaltungen von selbst, und die Zeiten gehen dorthin zurück.
        </p>
        <p>
          <b>So stellt man sie ein:</b> Wer den Server betreibt, setzt entweder <code>PLANNER_URL</code> und{' '}
          <code>PLANNER_TOKEN</code> (die Personalplanung antwortet über das Netz) oder{' '}
          <code>PLANNER_DIR</code> (ein Ordner, in den sie Dateien legt) und startet den Server neu. Wie
          beides aussieht, steht in der Anleitung für den Betrieb unter „Personalplanung“.
        </p>
        <p>
          <b>Ohne Personalplanung:</b> Personen und Gruppen kommen auch{' '}
          <Link to="/users/import">aus einer Datei</Link>.
        </p>
        <FormActions>
          <Button data-autofocus="" onClick={onClose}>
            Schließen
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
