import type { ReactNode } from 'react'
import { useAppName } from '#web/shell/app-name.ts'
import { Logo } from '#web/shell/logo.tsx'
import css from './auth.module.css'

/** The card before the door: who is signing in, is let in by a link, or has to choose a password. */
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
