// Notices above the text: read-only, and unsaved answers.
import { use, useLayoutEffect } from 'react'
import type { Doc, DocStatus } from '#contract/docs.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDate, formatDateTime } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { UnsavedContext } from '../doc.tsx'
import { FormerAnswer } from '../pictures/answer-picture.tsx'
import { DOC_GONE_SENTENCE } from './answers.ts'
import { useProgress } from './progress.ts'
import css from './read.module.css'
import { useReading, useSaveStatus } from './reading.ts'

export function Notices({ doc, gone }: { doc: Doc; gone: boolean }) {
  useReportUnsaved()
  const { outline, mode, isHandedIn, handedInAt } = useReading()
  const hasFields = outline.fields.length > 0
  return (
    <>
      {handedInAt && <Notice tone="success">Abgegeben. Ihre Angaben sind gesperrt.</Notice>}
      {!doc.can.fill && hasFields && <Notice>{why[doc.status]}</Notice>}
      {mode === 'fill' && hasFields && doc.due_on && <DueNotice on={doc.due_on} isHandedIn={isHandedIn} />}
      {mode === 'fill' && doc.next_round_at && (
        <p className={css['round']}>Nächste Runde am {formatDate(doc.next_round_at)}</p>
      )}
      {mode === 'fill' && <RequiredNotice />}
      <ClosedNotice gone={gone} />
      <LostAnswersNotice />
    </>
  )
}

/** Shown either in the bar or, if there is none, at the end of the document. */
export const handedInWords = (at: string) => `Abgegeben am ${formatDateTime(at).slice(0, 16)}`

/** Keeps the screen open while something is unsaved, even if the document is gone. */
function useReportUnsaved() {
  const report = use(UnsavedContext)
  const { unsaved, lost } = useSaveStatus()
  const hasUnsaved = unsaved > 0 || lost.length > 0
  // Reported before the next paint: the document may disappear at any moment, and unsaved work must keep the
  // screen open.
  useLayoutEffect(() => {
    report(hasUnsaved)
    return () => report(false)
  }, [report, hasUnsaved])
}

function RequiredNotice() {
  const { fields } = useReading().outline
  return fields.some(({ required }) => required) && <p className={css['required']}>* Pflichtfeld</p>
}

/** Constant height, so that nothing moves. */
function DueNotice({ on, isHandedIn }: { on: string; isHandedIn: boolean }) {
  const { fields, filled } = useProgress()
  const isFilled = filled === fields
  const day = formatDate(on)
  return (
    <Notice tone={isFilled && !isHandedIn ? 'success' : 'info'}>
      <span className={css['due']}>
        <span hidden={isFilled}>
          Bitte füllen Sie den Prozess bis {day} aus{isHandedIn ? ' und geben Sie ihn ab' : ''}.
        </span>
        <span hidden={!isFilled}>
          {isHandedIn
            ? `Alles Nötige ausgefüllt. Bitte geben Sie bis ${day} ab.`
            : `Alles Nötige ausgefüllt. Die Frist ist der ${day}.`}
        </span>
      </span>
    </Notice>
  )
}

const why: Record<DocStatus, string> = {
  Entwurf: 'Dieser Prozess ist ein Entwurf. Ausfüllen lässt er sich, sobald er auf „Aktiv“ steht.',
  Inaktiv: 'Dieser Prozess ist inaktiv. Ausfüllen lässt er sich, sobald er auf „Aktiv“ steht.',
  Aktiv: 'Dieser Prozess lässt sich gerade nicht ausfüllen.',
  Erledigt: 'Dieser Prozess ist erledigt. Sie sehen Ihre Angaben, ändern lassen sie sich nicht mehr.',
  Archiviert: 'Dieser Prozess ist archiviert. Die Angaben lassen sich nicht mehr ändern.',
}

/** The document accepts no more answers; typed text stays until discarded. */
function ClosedNotice({ gone }: { gone: boolean }) {
  const { isClosed, problem, unsaved } = useSaveStatus()
  const { answers } = useReading()
  if ((!isClosed && !gone) || unsaved === 0) return null
  return (
    <Notice
      tone="danger"
      action={
        <Button size="small" onClick={() => answers.discard()}>
          Verwerfen
        </Button>
      }
    >
      {gone ? DOC_GONE_SENTENCE : problem} Ihre letzten Eingaben sind nicht gespeichert. Sie stehen noch in
      den Feldern und lassen sich dort kopieren.
    </Notice>
  )
}

function LostAnswersNotice() {
  const { lost } = useSaveStatus()
  const { answers } = useReading()
  if (lost.length === 0) return null
  return (
    <Notice
      tone="warning"
      action={
        <Button size="small" onClick={() => answers.forgetLost()}>
          Verstanden
        </Button>
      }
    >
      <p>Der Prozess wurde inzwischen geändert. Für diese Eingaben gibt es kein Feld mehr:</p>
      <dl className={css['lost']}>
        {lost.map(({ name, typed }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {'unreadable' in typed ? (
                typed.unreadable
              ) : typed.value === null || typed.value === '' ? (
                'geleert'
              ) : (
                <FormerAnswer value={typed.value} name={name} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}
