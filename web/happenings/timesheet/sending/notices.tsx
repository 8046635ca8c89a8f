import { useRef } from 'react'
import type { JobReport } from '#contract/jobs.ts'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry } from '#contract/times.ts'
import { Button } from '#web/ui/button.tsx'
import { focusHeading, useFocusHandover } from '#web/ui/keyboard/focus-on.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Hints, type HintsProps } from './hints.tsx'
import css from './notices.module.css'
import { problemTone, type SplitReport, splitReport } from './sent-report.ts'

type SendingState = {
  isRunning: boolean
  /** Reason why the report is late. */
  delay: string | undefined
  report: JobReport | undefined
  close: () => void
}
type Props = ReadOnlyNoticeProps & SendingNoticeProps & HintsProps

export const Notices = ({ part, items, sending, isSummedUp, ...hints }: Props) => (
  <div className={css['notices']}>
    <ReadOnlyNotice part={part} items={items} />
    <SendingNotice sending={sending} isSummedUp={isSummedUp} />
    <Hints {...hints} />
  </div>
)

type ReadOnlyNoticeProps = { part: Subhappening; items: readonly TimeEntry[] }

/** Reason why nothing, or not everything, can be entered. */
function ReadOnlyNotice({ part, items }: ReadOnlyNoticeProps) {
  const { can, happening_status: status } = part
  if (can.record && items.some(({ submitted, is_editable }) => submitted && !is_editable))
    return <Notice>Was übermittelt ist, können nur noch Admins berichtigen.</Notice>
  if (can.record) return null
  return (
    <Notice>
      {status === 'Aktiv'
        ? 'Sie sind hier nicht Zeiterfasser: Sie können die Zeiten lesen, aber nicht ändern.'
        : `Die Veranstaltung ist im Status „${status}“: Die Zeiten lassen sich nur noch lesen.`}
    </Notice>
  )
}

const REPORT_ID = 'bericht'

type SendingNoticeProps = {
  sending: SendingState
  /** The bar shows the summary, so only problems appear here. */
  isSummedUp: boolean
}

/** Progress while times are sent, then the report. */
function SendingNotice({ sending: { isRunning, delay, report, close }, isSummedUp }: SendingNoticeProps) {
  if (isRunning)
    return (
      <>
        <Progress label="Die Zeiten werden an die Personalplanung gesendet …" />
        {delay && !isSummedUp && <Notice tone="warning">{delay}</Notice>}
      </>
    )
  if (report === undefined) return null
  const { problems, tone } = splitReport(report)
  const text = isSummedUp ? problems : report.result
  if (text === '') return null
  return (
    <SentReport
      tone={isSummedUp ? problemTone(tone) : tone}
      text={text}
      isAnnouncedElsewhere={isSummedUp}
      close={close}
    />
  )
}

type SentReportProps = {
  tone: SplitReport['tone']
  text: string
  isAnnouncedElsewhere: boolean
  close: () => void
}

function SentReport({ tone, text, isAnnouncedElsewhere, close }: SentReportProps) {
  const box = useRef<HTMLElement>(null)
  useFocusHandover(box, focusHeading)
  return (
    <section
      ref={box}
      id={REPORT_ID}
      tabIndex={-1}
      aria-label="Ergebnis des Sendens"
      className={css['report']}
    >
      <Notice
        tone={tone}
        isAnnouncedElsewhere={isAnnouncedElsewhere}
        action={
          <Button size="small" onClick={close}>
            Schließen
          </Button>
        }
      >
        <span className={css['result']}>{text}</span>
      </Notice>
    </section>
  )
}

export function showReport() {
  const report = document.getElementById(REPORT_ID)
  report?.scrollIntoView({ block: 'center' })
  report?.focus({ preventScroll: true })
}
