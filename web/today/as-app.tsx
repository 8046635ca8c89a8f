import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { remember, remembered } from '#web/local-storage.ts'
import { isApp } from '#web/push/platform.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/icon.tsx'
import { isTouch } from '#web/ui/media.ts'
import { Card, Line } from './card.tsx'

const PUT_AWAY = 'as-app-put-away'

/** Suggests installing the app, in a phone's browser, until dismissed on this device. */
export function AsAppCard() {
  const [isPutAway, setIsPutAway] = useState(() => remembered(PUT_AWAY) !== null)
  if (isPutAway || isApp() || !isTouch()) return null
  const putAway = () => {
    setIsPutAway(true)
    remember(PUT_AWAY, '1')
  }
  return (
    <Card
      title="App installieren"
      icon={<DownloadIcon />}
      all={
        <Button variant="quiet" size="small" onClick={putAway}>
          Ausblenden
        </Button>
      }
    >
      <Line
        link={<Link to="/profile" hash="app" />}
        what="Auf den Startbildschirm legen"
        more="Dann öffnet ein Tipp die Anwendung, und sie kann Sie benachrichtigen."
      />
    </Card>
  )
}
