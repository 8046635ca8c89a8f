// oxlint-disable jsx-a11y/prefer-tag-over-role -- a sentence of two lines, a group of buttons: no output, no fieldset
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { formatMinutes, formatNumber } from '#web/ui/format.ts'
import { CheckIcon, SendIcon } from '#web/ui/icon.tsx'
import { useBarBelow } from '#web/ui/use-bar-below.ts'
import css from './bar.module.css'
import { BarNews, type News } from './bar-news.tsx'

type Props = {
  /** Whole minutes, with the open changes. */
  sum: number
  planned: number
  /** Open changes. */
  count: number
  /** Nobody has recorded anything yet. */
  isUntouched: boolean
  isKept: boolean
  /** What became of the last step. */
  news: News | undefined
  isApplying: boolean
  canSend: boolean
  isSending: boolean
  /** Complete and not sent yet. */
  sendable: number
  onApply: () => void
  onSend: () => void
}

/** Stays in sight while one scrolls through the team: what it adds up to, and the two last steps. */
export function Bar(props: Props) {
  const { sum, planned, count, isUntouched, isKept, news, isApplying, canSend, isSending, sendable } = props
  const bar = useRef<HTMLElement>(null)
  useBarBelow(bar)
  const canApply = count > 0
  const canSendNow = count === 0 && sendable > 0
  return (
    <section ref={bar} className={css['bar']} aria-label="Übernehmen und senden">
      {news?.tone === 'danger' && <BarNews {...news} />}
      <div className={css['said']} role="status">
        {news && news.tone !== 'danger' && <BarNews {...news} />}
      </div>
      <p className={css['sum']}>
        <span>
          Summe <b>{formatMinutes(sum)} h</b>
        </span>
        <small>geplant {formatMinutes(planned)} h</small>
      </p>
      <p className={css['open']} role="status">
        {count === 0 ? (
          isUntouched ? (
            'Noch nichts eingetragen'
          ) : (
            'Alles übernommen'
          )
        ) : (
          <>
            <b>{count === 1 ? '1 Eintrag' : `${formatNumber(count)} Einträge`} noch nicht übernommen</b>
            <small>{isKept ? 'Nur auf diesem Gerät gespeichert' : 'Nur in diesem Fenster'}</small>
          </>
        )}
      </p>
      {/* They keep the focus when there is nothing left to do. */}
      <div className={css['buttons']}>
        <Button
          variant={canApply ? 'primary' : 'plain'}
          icon={<CheckIcon size={18} />}
          aria-disabled={!canApply || undefined}
          pending={isApplying}
          onClick={() => canApply && props.onApply()}
        >
          Übernehmen
        </Button>
        {canSend && (
          <Button
            variant={canApply ? 'plain' : 'primary'}
            icon={!canApply && <SendIcon size={18} />}
            aria-disabled={!canSendNow || undefined}
            pending={isSending}
            onClick={() => canSendNow && props.onSend()}
          >
            {canApply ? 'Erst übernehmen' : 'Senden'}
          </Button>
        )}
      </div>
    </section>
  )
}
