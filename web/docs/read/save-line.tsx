import { Button } from '#web/ui/button.tsx'
import { CheckIcon, RefreshIcon, WarningIcon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import css from './standing.module.css'
import { useAnswers, useWhole } from './use-answers.ts'

/** Of all that was typed here: whether the server has it. */
export function SaveLine() {
  const { state, unsaved, disputed, problem, isClosed } = useWhole()
  const store = useAnswers()
  const canRetry = state === 'failed' && problem !== undefined && !isClosed
  return (
    <div className={css['save']}>
      <output className={`${css['state']} ${css[state]}`}>
        {state === 'none' && 'Ihre Angaben werden von selbst gespeichert.'}
        {state === 'saved' && (
          <>
            <CheckIcon size={16} /> gespeichert
          </>
        )}
        {(state === 'waiting' || state === 'saving') && (
          <>
            <Spinner size={14} /> wird gespeichert
          </>
        )}
        {state === 'failed' && (
          <>
            <WarningIcon size={16} />
            <span>
              <strong>nicht gespeichert</strong>
              <span
                className={css['reason']}
              >{` – ${problem ?? (disputed > 0 ? toChoose(disputed) : unreadable(unsaved))}`}</span>
            </span>
          </>
        )}
      </output>
      {canRetry && (
        <Button size="small" icon={<RefreshIcon size={16} />} onClick={() => void store.retry()}>
          Erneut versuchen
        </Button>
      )}
    </div>
  )
}

const toChoose = (count: number) =>
  count === 1
    ? 'eine Angabe wurde inzwischen woanders geändert. Bitte entscheiden Sie am Feld.'
    : `${count} Angaben wurden inzwischen woanders geändert. Bitte entscheiden Sie an den Feldern.`

const unreadable = (count: number) =>
  count === 1
    ? 'eine Angabe passt noch nicht zu ihrem Feld.'
    : `${count} Angaben passen noch nicht zu ihren Feldern.`
