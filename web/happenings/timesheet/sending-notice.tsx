import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { outcomeOf } from './outcome.ts'
import css from './sheet.module.css'

type Props = {
  isRunning: boolean
  isUnreachable: boolean
  result: string | undefined
  /** The bar tells the short of it: here only what did not go. */
  isSummedUp: boolean
  close: () => void
}

const REPORT = 'bericht'

/** A sending that is under way, then what came of it. */
export function SendingNotice({ isRunning, isUnreachable, result, isSummedUp, close }: Props) {
  if (isRunning)
    return (
      <>
        <Progress label="Die Zeiten werden an die Personalplanung gesendet …" />
        {isUnreachable && <Notice tone="warning">{UNREACHABLE}</Notice>}
      </>
    )
  if (result === undefined) return null
  const { problems, tone } = outcomeOf(result)
  const told = isSummedUp ? problems : result
  if (told === '') return null
  return (
    <section id={REPORT} tabIndex={-1} aria-label="Ergebnis des Sendens" className={css['report']}>
      <Notice
        tone={tone}
        isSaid
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
