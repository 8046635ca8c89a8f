import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import { DocMenu } from './doc-menu.tsx'
import { lastList } from './last-list.ts'
import { Publish } from './publish/publish.tsx'

const RenameDoc = lazy(async () => ({ default: (await import('./doc-dialogs.tsx')).RenameDoc }))
const SetDocStatus = lazy(async () => ({ default: (await import('./doc-dialogs.tsx')).SetDocStatus }))
const route = getRouteApi('/signed-in/docs/$doc_id')

/** What administrators do with a process beside its name; the dialogs open over it, so that its screen is not left. */
export function HeadActions({ doc }: { doc: Doc }) {
  const [dialog, setDialog] = useState<'rename' | 'status'>()
  const navigate = route.useNavigate()
  const close = () => setDialog(undefined)
  return (
    <>
      <Publish doc={doc} />
      <DocMenu
        doc={doc}
        onRename={() => setDialog('rename')}
        onStatus={() => setDialog('status')}
        onRemoved={() => navigate({ to: '/docs', search: lastList() })}
      />
      <Suspense>
        {dialog === 'rename' && <RenameDoc doc={doc} onClose={close} />}
        {dialog === 'status' && <SetDocStatus doc={doc} onClose={close} />}
      </Suspense>
    </>
  )
}
