import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import { useIfStillHere } from '#web/shell/use-while-here.ts'
import { DocMenu } from './doc-menu.tsx'
import type { DialogName } from './head-dialogs.tsx'
import { lastListStore } from './last-list.ts'
import { PublishControls } from './publish/publish.tsx'

// Loaded on demand, since the date and time pickers of its dialogs weigh 10 KB.
const HeadDialog = lazy(async () => ({ default: (await import('./head-dialogs.tsx')).HeadDialog }))
const route = getRouteApi('/signed-in/docs/$doc_id')

/** Administrators' buttons beside the name. Their dialogs open over the screen. */
export function HeadActions({ doc }: { doc: Doc }) {
  const [dialog, setDialog] = useState<DialogName>()
  const navigate = route.useNavigate()
  const whileHere = useIfStillHere()
  const close = () => setDialog(undefined)
  return (
    <>
      <PublishControls doc={doc} onPublish={() => setDialog('publish')} />
      <DocMenu
        doc={doc}
        onRename={() => setDialog('rename')}
        onStatus={() => setDialog('status')}
        onRemoved={() => whileHere(() => navigate({ to: '/docs', search: lastListStore.get() }))}
      />
      {dialog && (
        <Suspense>
          <HeadDialog name={dialog} doc={doc} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
