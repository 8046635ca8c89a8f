import { happeningStatuses } from '#contract/words/happenings.ts'
import { MassStatus } from '#web/lists/mass-status.tsx'
import { formatCount } from '#web/ui/format.ts'
import { massEditHappeningStatus } from './changes.ts'
import { statusExplanations } from './status-explanations.ts'

type Props = { ids: readonly number[]; onSelect: (keys: ReadonlySet<string>) => void }

export const MassHappeningStatus = ({ ids, onSelect }: Props) => (
  <MassStatus
    ids={ids}
    inWords={(count) => formatCount(count, 'Veranstaltung', 'Veranstaltungen')}
    statuses={happeningStatuses}
    meaning={statusExplanations}
    onStatus={(status) => massEditHappeningStatus([...ids], status)}
    domain="happenings"
    onSelect={onSelect}
  />
)
