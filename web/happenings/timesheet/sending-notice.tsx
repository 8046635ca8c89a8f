import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import css from './sheet.module.css'

type Props = { isRunning: boolean; result: string | undefined; close: () => void }

/** A sending that is under way, then what came of it. */
export function SendingNotice({ isRunning, result, close }: Props) {
  if (isRunning) return <Progress label="Die Zeiten werden an die Personalplanung gesendet …" />
  if (result === undefined) return null
  return (
    <Notice
      action={
        <Button size="small" onClick={close}>
          Schließen
        </Button>
      }
    >
      <span className={css['result']}>{result}</span>
    </Notice>
  )
}
