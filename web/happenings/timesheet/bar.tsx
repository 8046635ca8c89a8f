// oxlint-disable jsx-a11y/prefer-tag-over-role -- a sentence of two lines, a group of buttons: no output, no fieldset
import { useId, useRef } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry } from '#contract/times.ts'
import { Button } from '#web/ui/button.tsx'
import { formatMinutes, formatNumber } from '#web/ui/format.ts'
import { CheckIcon, CloseIcon, InfoIcon, SendIcon, WarningIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { useBarBelow } from '#web/ui/use-bar-below.ts'
import { startHappening } from '../search.ts'
import { useHandOver } from '../use-hand-over.ts'
import css from './bar.module.css'
import type { Edits } from './edits.ts'
import { actualOf, isEmpty } from './ends.ts'
import { difference } from './sums.ts'

type Props = {
  part: Subhappening
  /** Those on the screen. */
  items: readonly TimeEntry[]
  /** All that has been sent, where these are all and nothing is left to do. */
  isSent: boolean
  /** The open changes that can be applied. */
  changes: Edits
  open: { isKept: boolean }
  applying: { isApplying: boolean; news: News | undefined; apply: () => void }
  /** `isAsking`: what a sending would mean is being looked up. */
  sending: { isRunning: boolean; isAsking: boolean; news: News | undefined; send: () => void }
  onApplyAndSend: () => void
}

/** Stays in sight while one scrolls through the team: what it adds up to, and the step that comes next. */
export function Bar(props: Props) {
  const { part, items, isSent, changes, applying, sending } = props
  const bar = useRef<HTMLElement>(null)
  useBarBelow(bar)
  // What became of the last step.
  const news = applying.news ?? sending.news
  const done = isSent && !sending.isRunning ? items.length : undefined
  return (
    <section ref={bar} className={css['bar']} aria-label="Übernehmen und senden">
      {news?.tone === 'danger' && <BarNews {...news} />}
      <div className={css['said']} role="status">
        {news && news.tone !== 'danger' && <BarNews {...news} />}
      </div>
      <p className={css['sum']}>
        <span>
          Summe <b>{formatMinutes((part.istzeit ?? 0) + difference(changes, part.time_zone))} h</b>
        </span>
        <small>geplant {formatMinutes(part.sollzeit ?? 0)} h</small>
      </p>
      <p className={css['open']} role="status">
        <Status {...props} done={done} />
      </p>
      {done === undefined ? <Steps {...props} /> : <WayOn happening_id={part.happening_id} />}
    </section>
  )
}

const WayOn = ({ happening_id }: { happening_id: number }) => (
  <LinkButton to="/happenings/$happening_id" params={{ happening_id }} search={startHappening}>
    Zur Übersicht
  </LinkButton>
)

type StatusProps = Pick<Props, 'part' | 'items' | 'changes' | 'open'> & { done: number | undefined }

function Status({ part, items, changes: { size: count }, open, done }: StatusProps) {
  if (count > 0)
    return (
      <>
        <b>{count === 1 ? '1 Eintrag' : `${formatNumber(count)} Einträge`} noch nicht übernommen</b>
        <small>{open.isKept ? 'Nur auf diesem Gerät gespeichert' : 'Nur in diesem Fenster'}</small>
      </>
    )
  if (done !== undefined)
    return (
      <b className={css['done']}>
        <CheckIcon size={18} /> Fertig: {formatNumber(done)} übermittelt
      </b>
    )
  const isUntouched = !part.istzeit && items.every((entry) => isEmpty(actualOf(entry)))
  return isUntouched ? 'Noch nichts eingetragen' : 'Alles übernommen'
}

/** The way on is drawn in the same breath. */
function focusWayOn(steps: HTMLElement) {
  const bar = steps.closest('section')
  queueMicrotask(() => bar?.querySelector<HTMLElement>('a')?.focus())
}

/** One button goes with the state and keeps the focus; sending has its name and its reason at any time. */
function Steps({ part: { sendable, can }, changes: { size: count }, applying, sending, ...on }: Props) {
  const why = useId()
  const box = useRef<HTMLDivElement>(null)
  useHandOver(box, focusWayOn)
  const isApply = count > 0 || !can.send
  const canStep = isApply ? count > 0 : sendable > 0
  const reason = isApply
    ? 'Erst übernehmen: Gesendet wird nur, was übernommen ist.'
    : sending.isRunning
      ? 'Die Zeiten werden gerade gesendet.'
      : sendable === 0
        ? 'Es gibt noch keine vollständige Zeit, die nicht gesendet ist.'
        : `${sendable === 1 ? 'Eine vollständige Zeit ist' : `${formatNumber(sendable)} vollständige Zeiten sind`} noch nicht gesendet.`
  return (
    <div ref={box} className={css['buttons']}>
      {can.send && (
        <span id={why} className="only-read">
          {reason}
        </span>
      )}
      {can.send && isApply && (
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
        pending={isApply ? applying.isApplying : sending.isAsking || sending.isRunning}
        onClick={() => canStep && (isApply ? applying.apply() : sending.send())}
      >
        {isApply ? counted(count, 'übernehmen', 'Übernehmen') : counted(sendable, 'senden', 'Senden')}
      </Button>
      {can.send && count > 0 && (
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
