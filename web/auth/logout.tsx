import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '#web/api.ts'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { Button } from '#web/ui/button.tsx'
import { LogoutIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import css from './auth.module.css'
import { lossesOf } from './left-sentences.ts'
import { leftQuery, logOut } from './log-out.ts'

export function LogoutScreen() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const user = useCurrentUser()
  const { data: left } = useQuery(leftQuery(user))
  const losses = left ? lossesOf(left) : []
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()

  const leave = async () => {
    setPending(true)
    try {
      await logOut(user)
      // Reloads the page, so that nothing stays in memory.
      await navigate({ to: '/login', replace: true, reloadDocument: true })
    } catch (problem) {
      setError(sentenceOf(problem))
      setPending(false)
    }
  }

  return (
    <Page title="Logout" breadcrumb={[backToToday]} width="reading">
      <div className={css['leave']}>
        <p>Sie melden sich auf diesem Gerät ab.</p>
        {losses.length > 0 && (
          <Notice tone="warning">
            {losses.map(({ sentence, to, way }) => (
              <p key={sentence}>
                {sentence}{' '}
                <Link to={to} search={{}}>
                  {way}
                </Link>
              </p>
            ))}
          </Notice>
        )}
        {error && <Notice tone="danger">{error}</Notice>}
        <div className={css['choice']}>
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
