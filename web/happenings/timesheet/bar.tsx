// oxlint-disable jsx-a11y/prefer-tag-over-role -- a sentence of two lines, a group of buttons: no output, no fieldset
import { Button } from '#web/ui/button.tsx'
import { formatMinutes, formatNumber } from '#web/ui/format.ts'
import { CheckIcon, SendIcon } from '#web/ui/icon.tsx'
import css from './bar.module.css'
import { BarNews, type News } from './bar-news.tsx'

type Props = {
  /** Whole minutes, with the open changes. */
  sum: number
  planned: number
  /** Open changes. */
  count: number
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
  const { sum, planned, count, isKept, news, isApplying, canSend, isSending, sendable } = props
  return (
    <section className={css['bar']} aria-label="Übernehmen und senden">
      {news && <BarNews {...news} />}
      <p className={css['sum']}>
        <span>
          Summe <b>{formatMinutes(sum)} h</b>
        </span>
        <small>geplant {formatMinutes(planned)} h</small>
      </p>
      <p className={css['open']} role="status">
        {count === 0 ? (
          'Alles übernommen'
        ) : (
          <>
            <b>{count === 1 ? '1 Eintrag' : `${formatNumber(count)} Einträge`} noch nicht übernommen</b>
            <small>{isKept ? 'Nur auf diesem Gerät gespeichert' : 'Nur in diesem Fenster'}</small>
          </>
        )}
      </p>
      <div className={css['buttons']}>
        <Button
          variant={count > 0 ? 'primary' : 'plain'}
          icon={<CheckIcon size={18} />}
          disabled={count === 0}
          pending={isApplying}
          onClick={props.onApply}
        >
          Übernehmen
        </Button>
        {canSend && (
          <Button
            variant={count > 0 ? 'plain' : 'primary'}
            icon={count === 0 && <SendIcon size={18} />}
            disabled={!isSending && (count > 0 || sendable === 0)}
            pending={isSending}
            onClick={props.onSend}
          >
            {count > 0 ? 'Erst übernehmen' : 'Senden'}
          </Button>
        )}
      </div>
    </section>
  )
}
