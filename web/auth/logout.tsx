import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { errorSentence } from '#web/api.ts'
import { unsentQuery } from '#web/outbox/unsent.ts'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { UnsentLines } from '#web/today/unsent.tsx'
import { Button } from '#web/ui/button.tsx'
import { LogoutIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import css from './auth.module.css'
import { logOut } from './log-out.ts'

export function LogoutScreen() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const user = useCurrentUser()
  const { data: unsent = [] } = useQuery(unsentQuery(user))
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()

  const leave = async () => {
    setPending(true)
    try {
      await logOut(user)
      // Reloads the page, so that nothing stays in memory.
      await navigate({ to: '/login', replace: true, reloadDocument: true })
    } catch (problem) {
      setError(errorSentence(problem))
      setPending(false)
    }
  }

  return (
    <Page title="Logout" breadcrumb={[backToToday]} width="reading">
      <div className={css['leave']}>
        <p>Sie melden sich auf diesem Gerät ab.</p>
        {unsent.length > 0 && (
          <section className={css['losses']} aria-label="Geht verloren">
            <Notice tone="warning">Was nur auf diesem Gerät steht, geht mit dem Logout verloren:</Notice>
            <UnsentLines items={unsent} />
          </section>
        )}
        {error && <Notice tone="danger">{error}</Notice>}
        <div className="buttons">
          <Button variant="primary" icon={<LogoutIcon />} pending={pending} onClick={() => void leave()}>
            Logout
          </Button>
          <Button onClick={() => (history.canGoBack() ? history.back() : void navigate({ to: '/today' }))}>
            Abbrechen
          </Button>
        </div>
      </div>
    </Page>
  )
}
