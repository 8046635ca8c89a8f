// oxlint-disable jsx-a11y/prefer-tag-over-role -- a sentence of two lines, a group of buttons: no output, no fieldset
import { useId, useRef } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry } from '#contract/times.ts'
import { Button } from '#web/ui/button.tsx'
import { formatMinutes, formatNumber } from '#web/ui/format.ts'
import { CalendarIcon, CheckIcon, CloseIcon, InfoIcon, SendIcon, WarningIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useHandOver } from '#web/ui/keyboard/focus-on.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { startHappening } from '../search.ts'
import css from './bar.module.css'
import type { Edits } from './edits/edits.ts'
import { actualOf, isEmpty } from './edits/ends.ts'
import { difference, sumOf } from './edits/read-entry.ts'
import { APPLIED } from './edits/use-apply.ts'

type Props = {
  part: Subhappening
  /** The entries on the screen. */
  items: readonly TimeEntry[]
  /** These are all there are. */
  isWhole: boolean
  /** All that has been sent, where these are all and nothing is left to do. */
  isSent: boolean
  /** With room for a step that waits for another one. */
  isDesk: boolean
  /** Gives their planned times to those who have none yet. */
  fill: { text: string; act: () => void } | undefined
  /** That comes before anything is sent. */
  isFillNext: boolean
  /** The open changes that can be applied. */
  changes: Edits
  open: { isKept: boolean; edits: Edits }
  applying: { isApplying: boolean; isDone: boolean; news: News | undefined; apply: () => void }
  /** `isAsking`: what a sending would mean is being looked up. */
  sending: { isRunning: boolean; isAsking: boolean; news: News | undefined; send: () => void }
  onApplyAndSend: () => void
}

/** Stays in sight while one scrolls through the team: what it adds up to, and the step that comes next. */
export function Bar(props: Props) {
  const { part, items, isSent, isWhole, changes, applying, sending } = props
  const sum = isWhole
    ? sumOf(items, changes, part.time_zone)
    : (part.istzeit ?? 0) + difference(changes, part.time_zone)
  // The outcome of the last step.
  const news = applying.news ?? sending.news
  const done = isSent && !sending.isRunning ? items.filter(({ submitted }) => submitted).length : undefined
  return (
    <section className={css['bar']} aria-label="Übernehmen und senden">
      {news?.tone === 'danger' && <BarNews {...news} />}
      <div className={css['said']} role="status">
        {news && news.tone !== 'danger' && <BarNews {...news} />}
      </div>
      <p className={css['sum']}>
        <span>
          Summe <b>{formatMinutes(sum)} h</b>
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

type StatusProps = Pick<Props, 'part' | 'items' | 'changes' | 'open' | 'applying'> & {
  done: number | undefined
}

const entries = (count: number) => (count === 1 ? '1 Eintrag' : `${formatNumber(count)} Einträge`)

function Status({ part, items, changes: { size: count }, open, applying, done }: StatusProps) {
  if (count > 0)
    return (
      <>
        <b>{entries(count)} noch nicht übernommen</b>
        <small>{open.isKept ? 'Nur auf diesem Gerät gespeichert' : 'Nur in diesem Fenster'}</small>
      </>
    )
  if (applying.isDone)
    return (
      <b className={css['done']}>
        <CheckIcon size={18} /> {APPLIED}
      </b>
    )
  // Their rows say what was not taken, and why.
  const over = open.edits.size
  if (over > 0) return <b>{entries(over)} nicht übernommen</b>
  if (done !== undefined)
    return (
      <b className={css['done']}>
        <CheckIcon size={18} /> Fertig: {formatNumber(done)} übermittelt
      </b>
    )
  const isUntouched = !part.istzeit && items.every((entry) => isEmpty(actualOf(entry)) && !entry.absent)
  return isUntouched ? 'Noch nichts eingetragen' : 'Alles übernommen'
}

/** The way on is drawn in the same breath. */
function focusWayOn(steps: HTMLElement) {
  const bar = steps.closest('section')
  queueMicrotask(() => bar?.querySelector<HTMLElement>('a')?.focus())
}

/** One button goes with the state and keeps the focus; sending has its name and its reason at any time. */
function Steps(props: Props) {
  const { part, changes, applying, sending, isDesk, fill, isFillNext, onApplyAndSend } = props
  const { can } = part
  const why = useId()
  const box = useRef<HTMLDivElement>(null)
  useHandOver(box, focusWayOn)
  const { kind, ...step } = nextStep(props)
  const reason = kind === 'apply' ? APPLY_FIRST : whyNotSent(part.sendable, sending)
  const send = sendStep(props)
  const isBusy = applying.isApplying || sending.isAsking
  const both = {
    text: 'Übernehmen und senden',
    icon: <SendIcon />,
    disabled: isBusy,
    onPick: onApplyAndSend,
  }
  return (
    <div ref={box} className={css['buttons']}>
      {can.send && (
        <span id={why} className="only-read">
          {reason}
        </span>
      )}
      {can.send && kind === 'apply' && isDesk && (
        <Button aria-disabled aria-describedby={why} title={reason}>
          Senden
        </Button>
      )}
      {/* Without the room for a button that waits, the one that does both stands in its place. */}
      {can.send && kind === 'apply' && changes.size > 0 && !isDesk && (
        <Button pending={isBusy} onClick={both.onPick}>
          {both.text}
        </Button>
      )}
      {fill && kind === 'send' && part.sendable > 0 && <Button onClick={fill.act}>{fill.text}</Button>}
      {kind === 'fill' && can.send && send.isPossible && (
        <Button
          aria-label="Senden"
          aria-describedby={why}
          icon={icons.send}
          pending={send.isPending}
          onClick={send.act}
        >
          {send.text}
        </Button>
      )}
      <Button
        key="step"
        // At a desk the step before stands above the rows.
        variant={kind === 'send' && isFillNext ? 'plain' : 'primary'}
        icon={icons[kind]}
        aria-label={kind === 'send' ? 'Senden' : undefined}
        aria-describedby={kind === 'send' ? why : undefined}
        aria-disabled={!step.isPossible || undefined}
        pending={step.isPending}
        onClick={() => step.isPossible && step.act()}
      >
        {step.text}
      </Button>
      {can.send && kind === 'apply' && changes.size > 0 && isDesk && (
        <div className={css['more']}>
          <Menu label="Weitere Schritte" items={[both]} />
        </div>
      )}
    </div>
  )
}

const icons = {
  fill: <CalendarIcon size={18} />,
  apply: <CheckIcon size={18} />,
  send: <SendIcon size={18} />,
}

type NextStep = {
  kind: keyof typeof icons
  text: string
  isPossible: boolean
  isPending?: boolean
  act: () => void
}

/** First what is open is applied, then who has nothing yet is recorded, then what is complete is sent. */
function nextStep(props: Props): NextStep {
  const { part, changes, applying, fill, isFillNext } = props
  const { size: count } = changes
  const { can } = part
  if (fill && count === 0 && (isFillNext || !can.send))
    return { kind: 'fill', text: fill.text, isPossible: true, act: fill.act }
  if (count > 0 || !can.send)
    return {
      kind: 'apply',
      text: counted(count, 'übernehmen', 'Übernehmen'),
      isPossible: count > 0,
      isPending: applying.isApplying,
      act: applying.apply,
    }
  return sendStep(props)
}

function sendStep({ part: { sendable }, sending }: Props): NextStep {
  return {
    kind: 'send',
    text: counted(sendable, 'senden', 'Senden'),
    isPossible: sendable > 0,
    isPending: sending.isAsking || sending.isRunning,
    act: sending.send,
  }
}

const APPLY_FIRST = 'Erst übernehmen: Gesendet wird nur, was übernommen ist.'

function whyNotSent(sendable: number, { isRunning }: { isRunning: boolean }): string {
  if (isRunning) return 'Die Zeiten werden gerade gesendet.'
  if (sendable === 0) return 'Es gibt keinen vollständigen Eintrag, der noch nicht gesendet ist.'
  return `${sendable === 1 ? 'Ein vollständiger Eintrag ist' : `${formatNumber(sendable)} vollständige Einträge sind`} noch nicht gesendet.`
}

const counted = (count: number, verb: string, alone: string) =>
  count === 0 ? alone : `${formatNumber(count)} ${verb}`

export type News = {
  tone: 'success' | 'info' | 'danger'
  text: string
  action?: { text: string; act: () => void } | undefined
  close?: (() => void) | undefined
}

const signs = { success: CheckIcon, info: InfoIcon, danger: WarningIcon }

const focusButton = (news: HTMLElement) =>
  news.closest('section')?.querySelector<HTMLElement>(`.${css['buttons']} button`)?.focus()

/** The outcome of the last step, where the thumb is. A failure interrupts, the rest is said in its turn. */
function BarNews({ tone, text, action, close }: News) {
  const Icon = signs[tone]
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
