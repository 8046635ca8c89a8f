import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useHandOver } from '../use-hand-over.ts'
import css from './bar.module.css'

export type News = {
  tone: 'success' | 'info' | 'danger'
  text: string
  action?: { text: string; act: () => void } | undefined
  close?: (() => void) | undefined
}

const icons = { success: CheckIcon, info: InfoIcon, danger: WarningIcon }

const focusButton = (news: HTMLElement) =>
  news.closest('section')?.querySelector<HTMLElement>(`.${css['buttons']} button`)?.focus()

/** What became of the last step, where the thumb is. What went wrong interrupts, the rest is said in its turn. */
export function BarNews({ tone, text, action, close }: News) {
  const Icon = icons[tone]
  const box = useRef<HTMLDivElement>(null)
  useHandOver(box, focusButton)
  return (
    <div ref={box} className={css['news']} data-tone={tone}>
      <Icon size={18} />
      <p role={tone === 'danger' ? 'alert' : undefined}>{text}</p>
      {action && (
        <Button size="small" onClick={action.act}>
          {action.text}
        </Button>
      )}
      {close && (
        <IconButton size="small" label="Ergebnis schließen" icon={<CloseIcon size={16} />} onClick={close} />
      )}
    </div>
  )
}
