// oxlint-disable jsx-a11y/prefer-tag-over-role -- a sentence of two lines, a group of buttons: no output, no fieldset
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId, useRef } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry } from '#contract/times.ts'
import { todayQuery } from '#web/today/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { formatCount, formatMinutes, formatNumber } from '#web/ui/format.ts'
import { CalendarIcon, CheckIcon, CloseIcon, InfoIcon, SendIcon, WarningIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useFocusHandover } from '#web/ui/keyboard/focus-on.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { defaultHappeningSearch, defaultTimesheetSearch } from '../search.ts'
import css from './bar.module.css'
import { APPLIED_SENTENCE } from './edits/apply-edits.ts'
import type { Edits } from './edits/edits.ts'
import { actualOf, isEmpty } from './edits/ends.ts'
import { totalDifference, totalMinutes } from './edits/read-entry.ts'
import { groupEntriesToSend } from './sending/to-send.ts'

type Props = {
  part: Subhappening
  /** The entries on the screen. */
  items: readonly TimeEntry[]
  /** `items` is the whole team, not one page of it. */
  isWhole: boolean
  /** `items` is the whole team, and nothing is left to be sent. */
  isSent: boolean
  /** Shows the disabled send button beside the next step, too. */
  isDesk: boolean
  /** Fills in the planned times of people without recorded ones. */
  fill: { text: string; act: () => void } | undefined
  /** `fill` is the next step. */
  isFillNext: boolean
  /** The open changes that can be applied. */
  changes: Edits
  open: { isKept: boolean; edits: Edits }
  applying: { isApplying: boolean; isDone: boolean; news: StepOutcome | undefined; apply: () => void }
  /** `isAsking`: the data for the question before sending is loading. */
  sending: { isRunning: boolean; isAsking: boolean; news: StepOutcome | undefined; send: () => void }
  onApplyAndSend: () => void
}

/** Sticky bar below the team: the sum of hours and the next step. */
export function Bar(props: Props) {
  const { part, items, isSent, isWhole, changes, applying, sending } = props
  const sum = isWhole
    ? totalMinutes(items, changes, part.time_zone)
    : (part.istzeit ?? 0) + totalDifference(changes, part.time_zone)
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
      {/* Left out if the news already says that everything is sent. */}
      {(done === undefined || news === undefined) && (
        <p className={css['open']} role="status">
          <BarStatus {...props} done={done} />
        </p>
      )}
      {done === undefined ? <NextStepButtons {...props} /> : <NextTeamLink part={part} />}
    </section>
  )
}

/** Leads to the next team with unsent times; teams that have begun come first. */
function NextTeamLink({ part: { id, happening_id } }: { part: Subhappening }) {
  const { teams, coming_teams = [] } = useQuery(todayQuery).data ?? {}
  const open = [...(teams?.items ?? []), ...coming_teams].filter(
    ({ subhappening_id, entries, sent }) => subhappening_id !== id && sent < entries,
  )
  const next = open.find(({ is_ahead }) => !is_ahead) ?? open[0]
  return (
    <div className={css['buttons']}>
      <LinkButton to="/happenings/$happening_id" params={{ happening_id }} search={defaultHappeningSearch}>
        Zur Übersicht
      </LinkButton>
      {next && (
        <LinkButton
          to="/happenings/$happening_id/$subhappening_id/timesheet"
          params={next}
          search={defaultTimesheetSearch}
          variant="primary"
        >
          Nächstes Team: {next.happening_name} – {next.name}, {formatNumber(next.recorded)} von{' '}
          {formatNumber(next.entries)}
        </LinkButton>
      )}
    </div>
  )
}

type BarStatusProps = Pick<Props, 'part' | 'items' | 'changes' | 'open' | 'applying'> & {
  done: number | undefined
}

function BarStatus({ part, items, changes: { size: count }, open, applying, done }: BarStatusProps) {
  if (count > 0)
    return (
      <>
        <b>{formatCount(count, 'Eintrag', 'Einträge')} noch nicht übernommen</b>
        <small>{open.isKept ? 'Nur auf diesem Gerät gespeichert' : 'Nur in diesem Fenster'}</small>
      </>
    )
  if (applying.isDone)
    return (
      <b className={css['done']}>
        <CheckIcon size={18} /> {APPLIED_SENTENCE}
      </b>
    )
  // Edits that are left here cannot be applied. Each row shows why.
  const over = open.edits.size
  if (over > 0) return <b>{formatCount(over, 'Eintrag', 'Einträge')} nicht übernommen</b>
  if (done !== undefined)
    return (
      <b className={css['done']}>
        <CheckIcon size={18} /> Fertig: {formatNumber(done)} übermittelt
      </b>
    )
  const isUntouched = !part.istzeit && items.every((entry) => isEmpty(actualOf(entry)) && !entry.absent)
  return isUntouched ? 'Noch nichts eingetragen' : 'Alles übernommen'
}

/** Focuses the last link of the bar. Deferred, since the links are mounted in the same commit. */
function focusNextLink(steps: HTMLElement) {
  const bar = steps.closest('section')
  queueMicrotask(() => [...(bar?.querySelectorAll('a') ?? [])].at(-1)?.focus())
}

/**
 * The last button is always the next step, and keeps the focus while its meaning changes. A hidden text tells screen
 * readers whether times can be sent, and if not, why.
 */
function NextStepButtons(props: Props) {
  const { part, changes, applying, sending, isDesk, fill, isFillNext } = props
  const { can } = part
  const why = useId()
  const box = useRef<HTMLDivElement>(null)
  useFocusHandover(box, focusNextLink)
  const { kind, ...step } = chooseNextStep(props)
  const isBoth = kind === 'send' && changes.size > 0
  const reason = isBoth
    ? APPLY_AND_SEND_LABEL
    : kind === 'apply'
      ? APPLY_FIRST_SENTENCE
      : sendableInWords(part.sendable, sending)
  const send = sendStep(props)
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
      {isBoth && (
        <ApplyOnlyButton pending={applying.isApplying} onClick={applying.apply}>
          Nur {verbWithCount(changes.size, 'übernehmen')}
        </ApplyOnlyButton>
      )}
      {fill && kind === 'send' && !isBoth && part.sendable > 0 && (
        <Button onClick={fill.act}>{fill.text}</Button>
      )}
      {kind === 'fill' && can.send && send.isPossible && (
        <Button aria-describedby={why} icon={stepIcons.send} pending={send.isPending} onClick={send.act}>
          <SendButtonText text={send.text} />
        </Button>
      )}
      <Button
        key="step"
        // On desktops the fill button is above the rows.
        variant={kind === 'send' && isFillNext ? 'plain' : 'primary'}
        icon={stepIcons[kind]}
        aria-describedby={kind === 'send' ? why : undefined}
        title={isBoth ? APPLY_AND_SEND_LABEL : undefined}
        aria-disabled={!step.isPossible || undefined}
        pending={step.isPending}
        onClick={() => step.isPossible && step.act()}
      >
        {kind === 'send' ? <SendButtonText text={step.text} /> : step.text}
      </Button>
    </div>
  )
}

/** The number is hidden from screen readers, so that the name of the button never changes. */
const SendButtonText = ({ text }: { text: string }) => (
  <>
    <span aria-hidden="true">{text}</span>
    <span className="only-read">Senden</span>
  </>
)

const APPLY_AND_SEND_LABEL = 'Übernehmen und senden'

/** When everything is applied, the focus moves to the next step. */
function ApplyOnlyButton(props: ComponentProps<typeof Button>) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusHandover(button, focusNextStepButton)
  return <Button ref={button} {...props} />
}

const focusNextStepButton = (button: HTMLElement) =>
  [...(button.parentElement?.querySelectorAll<HTMLElement>(':scope > button') ?? [])].at(-1)?.focus()

const stepIcons = {
  fill: <CalendarIcon size={18} />,
  apply: <CheckIcon size={18} />,
  send: <SendIcon size={18} />,
}

type NextStep = {
  kind: keyof typeof stepIcons
  text: string
  isPossible: boolean
  isPending?: boolean
  act: () => void
}

/** In order: fill in missing times, apply open changes (together with sending, if allowed), send. */
function chooseNextStep(props: Props): NextStep {
  const { part, items, isWhole, changes, applying, sending, fill, isFillNext } = props
  const { size: count } = changes
  const { can } = part
  if (fill && count === 0 && (isFillNext || !can.send))
    return { kind: 'fill', text: fill.text, isPossible: true, act: fill.act }
  // With several pages or a filter the number to send is unknown: only this page is loaded.
  const sent = isWhole ? countToSend(items, changes, part.time_zone) : undefined
  if (count > 0 && can.send && sent !== 0)
    return {
      kind: 'send',
      text: `${verbWithCount(sent ?? 0, 'senden', 'Senden')} …`,
      isPossible: true,
      isPending: applying.isApplying || sending.isAsking || sending.isRunning,
      act: props.onApplyAndSend,
    }
  if (count > 0 || !can.send)
    return {
      kind: 'apply',
      text: verbWithCount(count, 'übernehmen', 'Übernehmen'),
      isPossible: count > 0,
      isPending: applying.isApplying,
      act: applying.apply,
    }
  return sendStep(props)
}

const countToSend = (...args: Parameters<typeof groupEntriesToSend>) =>
  Object.values(groupEntriesToSend(...args)).reduce((sum, some) => sum + some.length, 0)

function sendStep({ part: { sendable }, sending }: Props): NextStep {
  return {
    kind: 'send',
    text: `${verbWithCount(sendable, 'senden', 'Senden')} …`,
    isPossible: sendable > 0,
    isPending: sending.isAsking || sending.isRunning,
    act: sending.send,
  }
}

const APPLY_FIRST_SENTENCE = 'Erst übernehmen: Gesendet wird nur, was übernommen ist.'

function sendableInWords(sendable: number, { isRunning }: { isRunning: boolean }): string {
  if (isRunning) return 'Die Zeiten werden gerade gesendet.'
  if (sendable === 0) return 'Es gibt keinen vollständigen Eintrag, der noch nicht gesendet ist.'
  return `${sendable === 1 ? 'Ein vollständiger Eintrag ist' : `${formatNumber(sendable)} vollständige Einträge sind`} noch nicht gesendet.`
}

const verbWithCount = (count: number, verb: string, alone = verb) =>
  count === 0 ? alone : `${formatNumber(count)} ${verb}`

export type StepOutcome = {
  tone: 'success' | 'info' | 'danger'
  text: string
  action?: { text: string; act: () => void } | undefined
  close?: (() => void) | undefined
}

const toneIcons = { success: CheckIcon, info: InfoIcon, danger: WarningIcon }

const focusBarButton = (news: HTMLElement) =>
  news.closest('section')?.querySelector<HTMLElement>(`.${css['buttons']} button`)?.focus()

/** Outcome of the last step. Failures are announced assertively. */
function BarNews({ tone, text, action, close }: StepOutcome) {
  const Icon = toneIcons[tone]
  const box = useRef<HTMLDivElement>(null)
  useFocusHandover(box, focusBarButton)
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
