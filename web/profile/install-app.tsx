import { install, useInstallOffer } from '#web/push/install.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/icon.tsx'

/** Where the browser offers it. */
export function InstallApp() {
  const offer = useInstallOffer()
  if (!offer) return null
  return (
    <section>
      <h2>Als App</h2>
      <p>Mit eigenem Symbol und eigenem Fenster, ohne die Leisten des Browsers.</p>
      <Button icon={<DownloadIcon />} onClick={() => void install(offer)}>
        App installieren
      </Button>
    </section>
  )
}
