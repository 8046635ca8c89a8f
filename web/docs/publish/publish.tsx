import type { Doc } from '#contract/docs.ts'
import { nodesOf } from '#contract/document/tree.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDate, formatDateTime } from '#web/ui/format.ts'

type Props = { doc: Doc; onPublish: () => void }

/** Next to the name of a process: scheduled publication and next round, and the button for both. */
export function PublishControls({ doc, onPublish }: Props) {
  const { publish_at, next_round_at } = doc
  return (
    <>
      {publish_at && <Badge tone="info">ab {formatDateTime(publish_at).slice(0, 16)}</Badge>}
      {next_round_at && (
        <span data-roomy>
          <Badge tone="info">Nächste Runde am {formatDate(next_round_at)}</Badge>
        </span>
      )}
      <Button size="small" variant={isToPublish(doc) ? 'primary' : 'plain'} onClick={onPublish}>
        Verteilen …
      </Button>
    </>
  )
}

/** True if the process has content that only administrators see, and no publication is scheduled. */
const isToPublish = ({ status, publish_at, content }: Doc) =>
  (status === 'Entwurf' || status === 'Inaktiv') &&
  !publish_at &&
  [...nodesOf(content)].some(({ type, text }) => type === 'active' || type === 'image' || text?.trim())
