// What is said while nobody answers.
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ask } from '#web/api.ts'
import { CopyAge } from '#web/copies/copy-age.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Away, useHasNetwork } from './use-away.ts'

/** What is away, and how old is what somebody sees instead. */
export function AwayNotice({ away }: { away: Away }) {
  // Then there is nothing to see, and the screen says so itself.
  const isNothingThere = useRouterState({
    select: ({ matches }) => matches.some(({ status }) => status === 'pending'),
  })
  const [what, seen] =
    away === 'network'
      ? ['Sie sind offline.', 'Sie sehen den letzten Stand, bis die Verbindung wieder da ist.']
      : ['Der Server ist gerade nicht zu erreichen.', 'Sie sehen den letzten Stand.']
  if (isNothingThere) return <Notice>{what}</Notice>
  return (
    <Notice>
      <p>
        {what} {seen}
      </p>
      <CopyAge />
    </Notice>
  )
}

const AGAIN_MS = 5_000

/** There is nothing to show yet, because nobody answers: it goes on as soon as somebody does. */
export function Waiting() {
  const router = useRouter()
  const hasNetwork = useHasNetwork()
  useEffect(() => {
    // Somebody has to answer first: the screen would change to 'Lade...' and back with every try.
    const again = () =>
      void ask('GET', '/status/').then(
        () => router.invalidate(),
        () => undefined,
      )
    addEventListener('online', again)
    const timer = setInterval(() => navigator.onLine && again(), AGAIN_MS)
    return () => {
      removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [router])
  return (
    <Notice>
      {hasNetwork ? 'Der Server ist gerade nicht zu erreichen.' : 'Sie sind offline.'} Sobald die Verbindung
      wieder da ist, geht es hier von selbst weiter.
    </Notice>
  )
}
