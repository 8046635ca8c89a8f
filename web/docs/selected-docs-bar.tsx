import type { DocStatus } from '#contract/docs.ts'
import { docStatuses } from '#contract/document/statuses.ts'
import { ask } from '#web/api.ts'
import { MassStatus } from '#web/lists/mass-status.tsx'
import { formatCount } from '#web/ui/format.ts'
import { invalidateDocs } from './queries.ts'
import { statusMeaning } from './status.tsx'

type Props = { ids: readonly number[]; onSelect: (keys: ReadonlySet<string>) => void }

/** Bulk change of status. */
export const SelectedDocsBar = ({ ids, onSelect }: Props) => (
  <MassStatus
    ids={ids}
    inWords={(count) => formatCount(count, 'Prozess', 'Prozessen')}
    statuses={docStatuses}
    meaning={statusMeaning}
    onStatus={(status) => setDocStatuses([...ids], status)}
    domain="docs"
    onSelect={onSelect}
  />
)

async function setDocStatuses(doc_ids: number[], status: DocStatus) {
  const acted = await ask('POST', '/docs/mass_edit/', { body: { doc_ids, status } })
  await invalidateDocs()
  return acted
}
