// oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of buttons: no fieldset
import { Button } from '#web/ui/button.tsx'
import { CalendarIcon, UndoIcon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import css from './bulk-tools.module.css'
import type { Bulk } from './use-bulk.tsx'

type BulkProps = { bulk: Bulk; open: { canUndo: boolean; undo: () => void }; isFirst?: boolean }

/** One change for all or for the ticked ones, and the way back. */
export const BulkTools = ({ bulk: { asPlanned, title, items }, open, isFirst }: BulkProps) => (
  <div className={css['tools']} role="group" aria-label="Mehrere Einträge ändern">
    <Button variant={isFirst ? 'primary' : 'plain'} icon={<CalendarIcon size={18} />} onClick={asPlanned.act}>
      {asPlanned.text}
    </Button>
    <Menu label="Mehrere ändern" variant="plain" text={title} items={items} />
    {/* Always there, so that no row moves when it comes. It keeps the focus when there is nothing left to take back. */}
    <Button
      variant="quiet"
      icon={<UndoIcon size={18} />}
      aria-label="Rückgängig"
      title="Rückgängig"
      aria-disabled={!open.canUndo || undefined}
      onClick={() => open.canUndo && open.undo()}
    >
      <span className={css['word']}>Rückgängig</span>
    </Button>
  </div>
)
