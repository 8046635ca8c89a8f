import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readLocal, writeLocal } from '#web/local-storage.ts'
import { isInstalledApp } from '#web/push/platform.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/icon.tsx'
import { isTouch } from '#web/ui/media.ts'
import { Card, CardLine } from './card.tsx'

const PUT_AWAY_KEY = 'as-app-put-away'

/** Suggests installing the app, in a phone's browser, until dismissed on this device. */
export function InstallAppCard() {
  const [isPutAway, setIsPutAway] = useState(() => readLocal(PUT_AWAY_KEY) !== null)
  if (isPutAway || isInstalledApp() || !isTouch()) return null
  const putAway = () => {
    setIsPutAway(true)
    writeLocal(PUT_AWAY_KEY, '1')
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
      <CardLine
        link={<Link to="/profile" hash="app" />}
        what="Auf den Startbildschirm legen"
        more="Dann öffnet ein Tipp die Anwendung, und sie kann Sie benachrichtigen."
      />
    </Card>
  )
}
