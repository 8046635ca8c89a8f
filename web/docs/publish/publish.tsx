import { lazy, Suspense, useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDate, formatDateTime } from '#web/ui/format.ts'

const RepeatDialog = lazy(async () => ({ default: (await import('./repeat-dialog.tsx')).RepeatDialog }))
const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog.tsx')).PublishDialog }))

/** Beside the name of a process: when it will be published and begins anew, and what sets both. */
export function Publish({ doc }: { doc: Doc }) {
  const [open, setOpen] = useState<'publish' | 'repeat'>()
  const close = () => setOpen(undefined)
  const isPublished = doc.status === 'Aktiv'
  return (
    <>
      {doc.publish_at && <Badge tone="info">ab {formatDateTime(doc.publish_at).slice(0, 16)}</Badge>}
      <Button size="small" variant={isPublished ? 'plain' : 'primary'} onClick={() => setOpen('publish')}>
        {isPublished ? 'Für wen und bis wann …' : 'Veröffentlichen …'}
      </Button>
      <Button size="small" onClick={() => setOpen('repeat')}>
        {doc.next_round_at ? `Nächste Runde am ${formatDate(doc.next_round_at)} …` : 'Wiederholen …'}
      </Button>
      <Suspense>
        {open === 'publish' && <PublishDialog doc={doc} onClose={close} />}
        {open === 'repeat' && <RepeatDialog doc={doc} onClose={close} />}
      </Suspense>
    </>
  )
}
