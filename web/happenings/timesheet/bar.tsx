// oxlint-disable jsx-a11y/prefer-tag-over-role -- a sentence of two lines, a group of buttons: no output, no fieldset
import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { formatMinutes, formatNumber } from '#web/ui/format.ts'
import { CheckIcon, SendIcon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { useBarBelow } from '#web/ui/use-bar-below.ts'
import { useHandOver } from '../use-hand-over.ts'
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
  /** How many have been sent, where these are all; then there is nothing left to do. */
  done: number | undefined
  /** Where one goes from there. */
  wayOn: ReactNode
  /** What became of the last step. */
  news: News | undefined
  isApplying: boolean
  canSend: boolean
  /** What a sending would mean is being looked up. */
  isAsking: boolean
  isSending: boolean
  /** Complete and not sent yet. */
  sendable: number
  onApply: () => void
  onSend: () => void
  onApplyAndSend: () => void
}

/** Stays in sight while one scrolls through the team: what it adds up to, and the step that comes next. */
export function Bar(props: Props) {
  const { sum, planned, news } = props
  const bar = useRef<HTMLElement>(null)
  useBarBelow(bar)
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
        <Standing {...props} />
      </p>
      {props.done === undefined ? <Steps {...props} /> : props.wayOn}
    </section>
  )
}

function Standing({ count, isUntouched, isKept, done }: Props) {
  if (count > 0)
    return (
      <>
        <b>{count === 1 ? '1 Eintrag' : `${formatNumber(count)} Einträge`} noch nicht übernommen</b>
        <small>{isKept ? 'Nur auf diesem Gerät gespeichert' : 'Nur in diesem Fenster'}</small>
      </>
    )
  if (done !== undefined)
    return (
      <b className={css['done']}>
        <CheckIcon size={18} /> Fertig: {formatNumber(done)} übermittelt
      </b>
    )
  return isUntouched ? 'Noch nichts eingetragen' : 'Alles übernommen'
}

/** The way on is drawn in the same breath. */
function focusWayOn(steps: HTMLElement) {
  const bar = steps.closest('section')
  queueMicrotask(() => bar?.querySelector<HTMLElement>('a')?.focus())
}

/** One button goes with the state and keeps the focus; sending has its name and its reason at any time. */
function Steps({ count, isApplying, canSend, isAsking, isSending, sendable, ...on }: Props) {
  const why = useId()
  const box = useRef<HTMLDivElement>(null)
  useHandOver(box, focusWayOn)
  const isApply = count > 0 || !canSend
  const canStep = isApply ? count > 0 : sendable > 0
  const reason = isApply
    ? 'Erst übernehmen: Gesendet wird nur, was übernommen ist.'
    : isSending
      ? 'Die Zeiten werden gerade gesendet.'
      : sendable === 0
        ? 'Es gibt noch keine vollständige Zeit, die nicht gesendet ist.'
        : `${sendable === 1 ? 'Eine vollständige Zeit ist' : `${formatNumber(sendable)} vollständige Zeiten sind`} noch nicht gesendet.`
  return (
    <div ref={box} className={css['buttons']}>
      {canSend && (
        <span id={why} className="only-read">
          {reason}
        </span>
      )}
      {canSend && isApply && (
        <Button aria-disabled aria-describedby={why} title={reason}>
          Senden
        </Button>
      )}
      <Button
        key="step"
        variant="primary"
        icon={isApply ? <CheckIcon size={18} /> : <SendIcon size={18} />}
        aria-label={isApply ? undefined : 'Senden'}
        aria-describedby={isApply ? undefined : why}
        aria-disabled={!canStep || undefined}
        pending={isApply ? isApplying : isAsking || isSending}
        onClick={() => canStep && (isApply ? on.onApply() : on.onSend())}
      >
        {isApply ? counted(count, 'übernehmen', 'Übernehmen') : counted(sendable, 'senden', 'Senden')}
      </Button>
      {canSend && count > 0 && (
        <div className={css['more']}>
          <Menu
            label="Weitere Schritte"
            items={[{ text: 'Übernehmen und senden', icon: <SendIcon />, onPick: on.onApplyAndSend }]}
          />
        </div>
      )}
    </div>
  )
}

const counted = (count: number, verb: string, alone: string) =>
  count === 0 ? alone : `${formatNumber(count)} ${verb}`
