import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import { useWhileHere } from '#web/shell/use-while-here.ts'
import { RefreshIcon } from '#web/ui/icon.tsx'
import type { MenuItem } from '#web/ui/menu.tsx'
import { isSmallWindow } from '#web/ui/small-window.ts'
import { DocMenu } from './doc-menu.tsx'
import { lastList } from './last-list.ts'
import { Publish, repeatText } from './publish/publish.tsx'

const RenameDoc = lazy(async () => ({ default: (await import('./doc-dialogs.tsx')).RenameDoc }))
const SetDocStatus = lazy(async () => ({ default: (await import('./doc-dialogs.tsx')).SetDocStatus }))
const RepeatDialog = lazy(async () => ({
  default: (await import('./publish/repeat-dialog.tsx')).RepeatDialog,
}))
const PublishDialog = lazy(async () => ({
  default: (await import('./publish/publish-dialog.tsx')).PublishDialog,
}))
const route = getRouteApi('/signed-in/docs/$doc_id')

/** What administrators do with a process beside its name; the dialogs open over it, so that its screen is not left. */
export function HeadActions({ doc }: { doc: Doc }) {
  const [dialog, setDialog] = useState<'rename' | 'status' | 'publish' | 'repeat'>()
  const navigate = route.useNavigate()
  const whileHere = useWhileHere()
  const close = () => setDialog(undefined)
  const repeat = () => setDialog('repeat')
  const more = (): MenuItem[] =>
    isSmallWindow() ? [{ text: repeatText(doc), icon: <RefreshIcon />, onPick: repeat }] : []
  return (
    <>
      <Publish doc={doc} onPublish={() => setDialog('publish')} onRepeat={repeat} />
      <DocMenu
        doc={doc}
        onRename={() => setDialog('rename')}
        onStatus={() => setDialog('status')}
        more={more}
        onRemoved={() => whileHere(() => navigate({ to: '/docs', search: lastList() }))}
      />
      <Suspense>
        {dialog === 'rename' && <RenameDoc doc={doc} onClose={close} />}
        {dialog === 'status' && <SetDocStatus doc={doc} onClose={close} />}
        {dialog === 'publish' && <PublishDialog doc={doc} onClose={close} />}
        {dialog === 'repeat' && <RepeatDialog doc={doc} onClose={close} />}
      </Suspense>
    </>
  )
}
