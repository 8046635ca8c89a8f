import type { Doc } from '#contract/docs.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDate, formatDateTime } from '#web/ui/format.ts'

type Props = { doc: Doc; onPublish: () => void; onRepeat: () => void }

/** Next to the name of a process: scheduled publication and rounds, with their buttons. */
export function Publish({ doc, onPublish, onRepeat }: Props) {
  const isPublished = doc.status === 'Aktiv'
  return (
    <>
      {doc.publish_at && <Badge tone="info">ab {formatDateTime(doc.publish_at).slice(0, 16)}</Badge>}
      <Button size="small" variant={isPublished ? 'plain' : 'primary'} onClick={onPublish}>
        {isPublished ? 'Für wen und bis wann …' : 'Veröffentlichen …'}
      </Button>
      <span data-roomy>
        <Button size="small" onClick={onRepeat}>
          {repeatText(doc)}
        </Button>
      </span>
    </>
  )
}

export const repeatText = ({ next_round_at }: Doc) =>
  next_round_at ? `Nächste Runde am ${formatDate(next_round_at)} …` : 'Wiederholen …'
