import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Failed } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { LogoutIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import css from './auth.module.css'
import { logOut } from './log-out.ts'

export function LogoutScreen() {
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()

  const leave = async () => {
    setPending(true)
    try {
      await logOut()
      await navigate({ to: '/login' })
    } catch (problem) {
      setError(problem instanceof Failed ? problem.message : 'Technischer Fehler')
      setPending(false)
    }
  }

  return (
    <Page title="Logout" width="reading">
      <div className={css['leave']}>
        <p>Sie melden sich auf diesem Gerät ab. Was noch nicht gespeichert ist, geht dabei verloren.</p>
        {error && <Notice tone="danger">{error}</Notice>}
        <Button variant="primary" icon={<LogoutIcon />} pending={pending} onClick={() => void leave()}>
          Logout
        </Button>
      </div>
    </Page>
  )
}
