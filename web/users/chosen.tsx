import { ChosenBar } from '#web/lists/chosen-bar.tsx'
import { SendIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

/** Invites all who are ticked. */
export const Chosen = ({ ids, onClear }: { ids: readonly number[]; onClear: () => void }) => (
  <ChosenBar count={ids.length} onClear={onClear}>
    <LinkButton
      from="/users"
      to="/users/invite"
      search={(list) => ({ ...list, ids: ids.join(',') })}
      variant="primary"
      icon={<SendIcon />}
    >
      Einladen
    </LinkButton>
  </ChosenBar>
)
