import { useRef } from 'react'
import type { JobReport } from '#contract/jobs.ts'
import { Button } from '#web/ui/button.tsx'
import { focusHeading } from '#web/ui/keyboard/focus-on.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useHandOver } from '../use-hand-over.ts'
import { type SplitReport, splitReport } from './sent-report.ts'
import css from './sheet.module.css'

type Props = {
  isRunning: boolean
  isUnreachable: boolean
  report: JobReport | undefined
  /** The bar tells the short of it: here only what did not go. */
  isSummedUp: boolean
  close: () => void
}

const REPORT = 'bericht'

/** A sending that is under way, then what came of it. */
export function SendingNotice({ isRunning, isUnreachable, report, isSummedUp, close }: Props) {
  if (isRunning)
    return (
      <>
        <Progress label="Die Zeiten werden an die Personalplanung gesendet …" />
        {isUnreachable && !isSummedUp && <Notice tone="warning">{UNREACHABLE}</Notice>}
      </>
    )
  if (report === undefined) return null
  const { problems, tone } = splitReport(report)
  const told = isSummedUp ? problems : report.result
  return told === '' ? null : <SentReport tone={tone} told={told} isSaid={isSummedUp} close={close} />
}

type ReportProps = { tone: SplitReport['tone']; told: string; isSaid: boolean; close: () => void }

function SentReport({ tone, told, isSaid, close }: ReportProps) {
  const box = useRef<HTMLElement>(null)
  useHandOver(box, focusHeading)
  return (
    <section ref={box} id={REPORT} tabIndex={-1} aria-label="Ergebnis des Sendens" className={css['report']}>
      <Notice
        tone={tone}
        isSaid={isSaid}
        action={
          <Button size="small" onClick={close}>
            Schließen
          </Button>
        }
      >
        <span className={css['result']}>{told}</span>
      </Notice>
    </section>
  )
}

export const UNREACHABLE =
  'Der Server ist gerade nicht zu erreichen. Das Ergebnis erscheint hier, sobald er wieder antwortet.'

export function showReport() {
  const report = document.getElementById(REPORT)
  report?.scrollIntoView({ block: 'center' })
  report?.focus({ preventScroll: true })
}
