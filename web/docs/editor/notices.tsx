// Notices above the text: newer version, restored work, versions that were set aside, placeholders.
import { useQuery } from '@tanstack/react-query'
import type { EditorState } from 'prosemirror-state'
import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from '#web/store.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { wantedPlaceDocIdStore } from '../wanted-place.ts'
import { type EditedContent, type Editor, useEditorValue } from './editor.ts'
import css from './editor-screen.module.css'
import { openPlacesIn, selectOpenPlace } from './placeholders.ts'
import type { DraftOwner } from './saving/drafts.ts'
import { forgetOtherVersion, otherVersionsQuery } from './saving/other-versions.ts'

type Props = Omit<NewerNoticeProps, 'isTouched'> & {
  editor: Editor
  owner: DraftOwner
  /** When the restored work was written. */
  restoredAt: Date | undefined
  onDiscard: () => void
}

export function Notices({ editor, owner, restoredAt, onDiscard, ...newer }: Props) {
  return (
    <>
      <NewerNotice {...newer} isTouched={editor.isTouched} />
      {restoredAt && <RestoredNotice at={restoredAt} onDiscard={onDiscard} />}
      <OtherVersionNotices owner={owner} onInsert={editor.replace} />
      <PlaceholderNotice editor={editor} doc_id={owner.doc_id} />
    </>
  )
}

type NewerNoticeProps = { isNewer: boolean; newest: number; isTouched: () => boolean; onReload: () => void }

/** Offers to load the newer version. If nothing was changed here, loads it at once, without a notice. */
function NewerNotice({ isNewer, newest, isTouched, onReload }: NewerNoticeProps) {
  const [later, setLater] = useState<number>()
  const reload = useEffectEvent(onReload)
  useEffect(() => {
    if (isNewer && !isTouched()) reload()
  }, [isNewer, isTouched])
  if (!isNewer || later === newest || !isTouched()) return null
  return (
    <Notice
      tone="warning"
      action={
        <div className={css['choice']}>
          <Button size="small" onClick={onReload}>
            Neu laden
          </Button>
          <Button size="small" variant="quiet" onClick={() => setLater(newest)}>
            Später
          </Button>
        </div>
      }
    >
      Dieser Prozess wurde inzwischen von jemand anderem gespeichert. Beim Neuladen werden Ihre Änderungen
      beiseitegelegt.
    </Notice>
  )
}

function RestoredNotice({ at, onDiscard }: { at: Date; onDiscard: () => void }) {
  return (
    <Notice
      action={
        <Button size="small" onClick={onDiscard}>
          Verwerfen
        </Button>
      }
    >
      Ihre ungespeicherten Änderungen vom {formatDateTime(at)} sind wieder da.
    </Notice>
  )
}

/** Shown only while everything is saved, since others read the saved content. */
function PlaceholderNotice({ editor, doc_id }: { editor: Editor; doc_id: number }) {
  const sentence = useEditorValue(editor, (state) => (editor.isChanged() ? '' : openPlacesSentence(state)))
  const isWanted = useStore(wantedPlaceDocIdStore) === doc_id
  useEffect(() => {
    if (!isWanted) return
    wantedPlaceDocIdStore.set(undefined)
    editor.run(selectOpenPlace)
  }, [isWanted, editor])
  if (sentence === '') return null
  return (
    <Notice
      tone="warning"
      action={
        <Button size="small" onClick={() => editor.run(selectOpenPlace)}>
          Zur Stelle
        </Button>
      }
    >
      {sentence} So lesen es auch alle anderen.
    </Notice>
  )
}

function openPlacesSentence(state: EditorState): string {
  const places = openPlacesIn(state)
  const [first] = places
  if (!first) return ''
  const words = `„${state.doc.textBetween(first.from, first.to)}“`
  return places.length === 1
    ? `An einer Stelle steht noch ${words}.`
    : `An ${places.length} Stellen ist der Text noch offen, zuerst steht da ${words}.`
}

type OtherVersionNoticesProps = { owner: DraftOwner; onInsert: (work: EditedContent) => void }

/** A notice for each version that was set aside. */
function OtherVersionNotices({ owner, onInsert }: OtherVersionNoticesProps) {
  const { data: versions = [] } = useQuery(otherVersionsQuery(owner))
  return versions.map((version) => (
    <Notice
      key={version.at.getTime()}
      action={
        <div className={css['choice']}>
          <Button size="small" onClick={() => onInsert(version)}>
            Einsetzen
          </Button>
          <Button size="small" variant="quiet" onClick={() => void forgetOtherVersion(owner, version)}>
            Verwerfen
          </Button>
        </div>
      }
    >
      Eine andere Fassung vom {formatDateTime(version.at)} liegt in diesem Browser bereit. „Einsetzen“ lässt
      sich rückgängig machen.
    </Notice>
  ))
}
