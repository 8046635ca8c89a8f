import { useSuspenseQuery } from '@tanstack/react-query'
import type { Session } from '#contract/auth.ts'
import { SessionList } from '#web/auth/session-list.tsx'
import { endOtherSessions, endSession, sessionsQuery } from '#web/auth/session-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Every browser that is signed in: what one does not know, or has lost, is ended from here. */
export function Sessions() {
  const { items } = useSuspenseQuery(sessionsQuery).data
  const end = async ({ id, device }: Session) => {
    const hasEnded = await confirm({
      title: `Soll die Sitzung „${device}“ beendet werden?`,
      children: <p>Das Gerät wird sofort abgemeldet und nicht mehr benachrichtigt.</p>,
      verb: 'Beenden',
      danger: true,
      act: () => endSession(id),
    })
    if (hasEnded) toast('Sitzung beendet')
  }
  const endOthers = async () => {
    const haveEnded = await confirm({
      title: 'Sollen alle anderen Sitzungen beendet werden?',
      children: <p>Sie bleiben nur auf diesem Gerät angemeldet.</p>,
      verb: 'Alle anderen beenden',
      danger: true,
      act: endOtherSessions,
    })
    if (haveEnded) toast('Sitzungen beendet')
  }
  return (
    <section>
      <h2>Sitzungen</h2>
      <p>
        Hier sind Sie angemeldet. Kennen Sie ein Gerät nicht, beenden Sie seine Sitzung und ändern Sie Ihr
        Passwort.
      </p>
      <SessionList sessions={items} onEnd={(session) => void end(session)} />
      {items.length > 1 && <Button onClick={() => void endOthers()}>Alle anderen beenden</Button>}
    </section>
  )
}
