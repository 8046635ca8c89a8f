import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { remember, remembered } from '#web/local-storage.ts'
import { isApp } from '#web/push/surroundings.ts'
import { Button } from '#web/ui/button.tsx'
import { ChevronRightIcon, DownloadIcon } from '#web/ui/icon.tsx'
import { isTouch } from '#web/ui/media.ts'
import css from './first-steps.module.css'

const PUT_AWAY = 'as-app-put-away'

/** Suggests installing the app, in a phone's browser, until dismissed on this device. */
export function AsAppCard() {
  const heading = useId()
  const [isPutAway, setIsPutAway] = useState(() => remembered(PUT_AWAY) !== null)
  if (isPutAway || isApp() || !isTouch()) return null
  const putAway = () => {
    setIsPutAway(true)
    remember(PUT_AWAY, '1')
  }
  return (
    <section className={css['first']} aria-labelledby={heading}>
      <header className={css['first-head']}>
        <DownloadIcon />
        <h2 id={heading}>App installieren</h2>
        <Button variant="quiet" size="small" onClick={putAway}>
          Ausblenden
        </Button>
      </header>
      <Link to="/profile" hash="app" className={css['step']}>
        <span className={css['step-words']}>
          <span className={css['step-what']}>Auf den Startbildschirm legen</span>
          <span className={css['step-more']}>
            Dann öffnet ein Tipp die Anwendung, und sie kann Sie benachrichtigen.
          </span>
        </span>
        <ChevronRightIcon size={18} />
      </Link>
    </section>
  )
}
