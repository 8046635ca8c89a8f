// Inline message: error, warning or information.
import type { ReactNode } from 'react'
import { CheckIcon, InfoIcon, WarningIcon } from './icon.tsx'
import css from './notice.module.css'
import tones from './tones.module.css'

type Props = {
  tone?: 'info' | 'success' | 'warning' | 'danger'
  /** Already announced elsewhere. */
  isAnnouncedElsewhere?: boolean
  children: ReactNode
  action?: ReactNode
}

const icons = { info: InfoIcon, success: CheckIcon, warning: WarningIcon, danger: WarningIcon }

/** `danger` is announced at once (role alert), others politely (role status). */
export function Notice({ tone = 'info', isAnnouncedElsewhere = false, children, action }: Props) {
  const Icon = icons[tone]
  return (
    <div
      className={`${css['notice']} ${tones[tone]}`}
      data-tone={tone}
      role={tone === 'danger' && !isAnnouncedElsewhere ? 'alert' : 'status'}
    >
      <Icon />
      <div className={css['text']}>{children}</div>
      {action}
    </div>
  )
}
