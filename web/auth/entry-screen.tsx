import type { ReactNode } from 'react'
import { useAppName } from '#web/shell/app-name.ts'
import { Logo } from '#web/shell/logo.tsx'
import css from './auth.module.css'

/** Card layout of the screens before the app: login, invitation, forced password change. */
export function EntryScreen({ children }: { children: ReactNode }) {
  const name = useAppName()
  return (
    <main className={css['screen']}>
      <div className={css['card']}>
        <div className={css['brand']}>
          <Logo size={44} />
          <p>{name}</p>
        </div>
        {children}
      </div>
    </main>
  )
}
