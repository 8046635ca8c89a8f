// The notices above the text: there is a newer version, work was restored, another version is kept.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import { type DraftOwner, forgetOtherVersion, otherVersionsQuery } from './drafts.ts'
import type { Work } from './editor.ts'
import css from './editor-screen.module.css'

type NewerProps = { isNewer: boolean; newest: number; isTouched: () => boolean; onReload: () => void }

/** Asks before reloading; where nothing has been typed yet, the newer version is loaded at once. */
export function NewerNotice({ isNewer, newest, isTouched, onReload }: NewerProps) {
  const [later, setLater] = useState<number>()
  const reload = useLatest(onReload)
  useEffect(() => {
    if (isNewer && !isTouched()) reload.current()
  }, [isNewer, isTouched, reload])
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

export function RestoredNotice({ at, onDiscard }: { at: Date; onDiscard: () => void }) {
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

type OtherVersionsProps = { owner: DraftOwner; onInsert: (work: Work) => void }

/** One for each conflict: the text that was not chosen. */
export function OtherVersionNotices({ owner, onInsert }: OtherVersionsProps) {
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
