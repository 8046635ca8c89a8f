import { happeningStatuses } from '#contract/words/happenings.ts'
import { MassStatus } from '#web/lists/mass-status.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { setHappeningStatus } from './changes.ts'
import { meaning } from './status-meaning.ts'

type Props = { ids: readonly number[]; onSelect: (keys: ReadonlySet<string>) => void }

export const MassHappeningStatus = ({ ids, onSelect }: Props) => (
  <MassStatus
    ids={ids}
    inWords={(count) => `${formatNumber(count)} ${count === 1 ? 'Veranstaltung' : 'Veranstaltungen'}`}
    statuses={happeningStatuses}
    meaning={meaning}
    onStatus={(status) => setHappeningStatus([...ids], status)}
    domain="happenings"
    onSelect={onSelect}
  />
)
