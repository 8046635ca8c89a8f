/** What is to be known about the text above it: there is a newer one, it was restored, another lies ready. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import { asidesQuery, forgetAside, type Whose } from './drafts.ts'
import type { Work } from './editor.ts'
import css from './editor-screen.module.css'

type NewerProps = { isNewer: boolean; newest: number; isTouched: () => boolean; onReload: () => void }

/** Where nothing has been written yet there is nothing to ask: the newer one comes by itself. */
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

/** The other text after two people have collided; one for each time that they have. */
export function AsideNotices({ whose, onFetch }: { whose: Whose; onFetch: (work: Work) => void }) {
  const { data: asides = [] } = useQuery(asidesQuery(whose))
  return asides.map((aside) => (
    <Notice
      key={aside.at.getTime()}
      action={
        <div className={css['choice']}>
          <Button size="small" onClick={() => onFetch(aside)}>
            Einsetzen
          </Button>
          <Button size="small" variant="quiet" onClick={() => void forgetAside(whose, aside)}>
            Verwerfen
          </Button>
        </div>
      }
    >
      Eine andere Fassung vom {formatDateTime(aside.at)} liegt in diesem Browser bereit. „Einsetzen“ lässt
      sich rückgängig machen.
    </Notice>
  ))
}
