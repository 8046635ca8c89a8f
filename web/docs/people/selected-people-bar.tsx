import { SelectedRowsBar } from '#web/lists/selected-rows-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { BellIcon } from '#web/ui/icon.tsx'

type Props = { ids: readonly number[]; onRemind: (ids: number[]) => void; onClear: () => void }

/** Reminds the selected people. */
export const SelectedPeopleBar = ({ ids, onRemind, onClear }: Props) => (
  <SelectedRowsBar count={ids.length} onClear={onClear}>
    <Button variant="primary" icon={<BellIcon />} onClick={() => onRemind([...ids])}>
      Erinnern
    </Button>
  </SelectedRowsBar>
)
