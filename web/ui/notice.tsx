// A short message that stays in the page: a refusal, a warning, something to know.
import type { ReactNode } from 'react'
import { CheckIcon, InfoIcon, WarningIcon } from './icon.tsx'
import css from './notice.module.css'

type Props = {
  tone?: 'info' | 'success' | 'warning' | 'danger'
  /** Something else has interrupted with it already. */
  isSaid?: boolean
  children: ReactNode
  action?: ReactNode
}

const icons = { info: InfoIcon, success: CheckIcon, warning: WarningIcon, danger: WarningIcon }

/** `danger` interrupts a screen reader (role alert), the others wait (role status). */
export function Notice({ tone = 'info', isSaid = false, children, action }: Props) {
  const Icon = icons[tone]
  return (
    <div className={`${css['notice']} ${css[tone]}`} role={tone === 'danger' && !isSaid ? 'alert' : 'status'}>
      <Icon />
      <div className={css['text']}>{children}</div>
      {action}
    </div>
  )
}
