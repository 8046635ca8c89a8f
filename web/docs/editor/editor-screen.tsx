// The editor's screen: notices, tool bar, text, and save bars above and below the text.
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Ref, use, useEffect, useRef, useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import { useLeaveGuard } from '#web/outbox/leaving.ts'
import { pollEvery } from '#web/poll.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { useSaveKey } from '#web/ui/keyboard/shortcuts.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import { offerUndo } from '#web/undo/offer-undo.ts'
import { UndoLines } from '#web/undo/undo-lines.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { docQuery } from '../queries.ts'
import { ActivePrompt } from './dialogs.tsx'
import { type Editor, openEditor, useEditorValue } from './editor.ts'
import css from './editor-screen.module.css'
import { Notices } from './notices.tsx'
import { uploadImage } from './queries.ts'
import {
  createDraftWriter,
  type Draft,
  type DraftOwner,
  type DraftWriter,
  draftOf,
  useDraftWriting,
} from './saving/drafts.ts'
import { overwriteServerVersion, restoreDiscarded, setDraftAside } from './saving/other-versions.ts'
import { chooseInConflict, confirmLeaving } from './saving/questions.tsx'
import { useSaving } from './saving/saving.tsx'
import { Surface } from './surface.tsx'
import { ToolBar } from './tool-bar.tsx'

const route = getRouteApi('/signed-in/docs/$doc_id/edit')
/** Polling interval for other people's saves, in ms; paused in hidden tabs. */
const POLL_MS = 5_000

export function EditScreen() {
  const { doc_id } = route.useParams()
  const owner = { user_id: useCurrentUser().id, doc_id }
  const { data: doc } = useSuspenseQuery({ ...docQuery(doc_id), refetchInterval: pollEvery(POLL_MS) })
  const stored = draftOf(owner)
  use(stored.ready)
  return <EditorScreen key={`${owner.user_id} ${doc_id}`} doc={doc} draft={stored.get()} owner={owner} />
}

/** `draft`: as it was stored when the screen was opened. */
type Props = { doc: Doc; draft: Draft | undefined; owner: DraftOwner }

type OpenDoc = { editor: Editor; unsaved: DraftWriter; restored: Draft | undefined }

function EditorScreen({ doc, draft, owner }: Props) {
  const open = (saved: Pick<Doc, 'content' | 'version'>, work?: Draft): OpenDoc => {
    const editor = openEditor({ saved, work, upload: (image) => uploadImage(doc.id, image) })
    return { editor, unsaved: createDraftWriter(editor, owner, work?.at), restored: work }
  }
  const [{ editor, unsaved, restored }, setOpened] = useState(() => open(doc, draft))
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const saving = useSaving(
    doc,
    owner,
    { editor, unsaved },
    isHere,
    () => {
      // After a save the notice about restored work disappears, unless a reload has opened another editor meanwhile.
      setOpened((opened) => (opened.editor === editor ? { editor, unsaved, restored: undefined } : opened))
    },
    (save) => void chooseInConflict(() => overwriteServerVersion(owner, save), reload),
  )
  const version = useEditorValue(editor, () => editor.version)
  const isChanged = useEditorValue(editor, editor.isChanged)
  useDraftWriting(editor, unsaved, doc.version)
  const isSaved = () => {
    unsaved.flush()
    return !editor.isChanged() && !editor.isUploading()
  }
  useLeaveGuard({
    wouldLose: () => !isSaved(),
    confirmLeave: () => isSaved() || confirmLeaving(editor, async () => !editor.isChanged() || saving.save()),
  })
  const bar = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLButtonElement>(null)

  const save = () => {
    if (editor.isChanged()) void saving.save()
    else toast('Es gibt nichts zu speichern.', { tone: 'info' })
  }
  useSaveKey(save)
  const undoPlace = `editor/${doc.id}`
  const discard = () => {
    const work = unsaved.current()
    setOpened(open(doc))
    void unsaved.forget()
    offerUndo(undoPlace, 'Änderungen verworfen', () => takeBack(work))
  }
  const latest = useLatest({ doc, editor, unsaved })
  const takeBack = async (work: Draft) => {
    const isShown = await restoreDiscarded(owner, work, isHere.current ? latest.current : undefined)
    if (isShown) setOpened(open(latest.current.doc, work))
  }
  /** Loads the server's version. Unsaved work is set aside (see other-versions.ts). */
  async function reload() {
    const fresh = await setDraftAside(owner, { editor, unsaved })
    setOpened(open(fresh))
  }

  return (
    <div className={css['screen']}>
      <UndoLines place={undoPlace} untilLeft />
      <Notices
        editor={editor}
        owner={owner}
        isNewer={doc.version > version && !saving.busy}
        newest={doc.version}
        onReload={() => void reload().catch(toastFailure)}
        restoredAt={isChanged ? restored?.at : undefined}
        onDiscard={discard}
      />
      <div className={css['head']}>
        <SaveBar isChanged={isChanged} busy={saving.busy} onSave={save} />
        <ToolBar editor={editor} bar={bar} />
      </div>
      <Surface
        editor={editor}
        onTools={() => bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()}
        onLeave={() => end.current?.focus()}
      />
      <SaveBar isChanged={isChanged} busy={saving.busy} onSave={save} button={end} />
      <p className={css['versions']}>
        <Link to="/docs/$doc_id/versions" params={{ doc_id: doc.id }}>
          Frühere Fassungen
        </Link>
      </p>
      <ActivePrompt editor={editor} />
    </div>
  )
}

type SaveBarProps = { isChanged: boolean; busy: boolean; onSave: () => void; button?: Ref<HTMLButtonElement> }

/** Above and below the text. The button stays focusable when there is nothing to save. */
function SaveBar({ isChanged, busy, onSave, button }: SaveBarProps) {
  return (
    <div className={css['save']}>
      <span className={css['state']} data-changed={isChanged}>
        {isChanged ? 'Nicht gespeichert' : 'Gespeichert'}
      </span>
      <Button
        ref={button}
        variant="primary"
        pending={busy}
        aria-disabled={!isChanged && !busy}
        aria-keyshortcuts="Control+S"
        onClick={() => isChanged && onSave()}
      >
        Speichern
      </Button>
    </div>
  )
}
