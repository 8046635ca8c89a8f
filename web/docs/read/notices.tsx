// Said above the text: why it cannot be filled in, and which answers could not be saved.
import { lazy, Suspense, use, useLayoutEffect } from 'react'
import type { Doc, DocStatus } from '#contract/docs.ts'
import { formatDate, formatDateTime } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { UnsavedContext } from '../unsaved-context.ts'
import { useProgress } from './asked.ts'
import css from './read.module.css'
import { type Mode, useReading } from './reading.ts'
import { useSaveStatus } from './use-answers.ts'

/** Seldom needed, so it comes when it is. */
const NotSaved = lazy(async () => ({ default: (await import('./not-saved.tsx')).NotSaved }))

type Props = { doc: Doc; mode: Mode; hasFields: boolean; gone: boolean }

export function Notices({ doc, mode, hasFields, gone }: Props) {
  useReportUnsaved()
  const { handedInAt } = useReading()
  const { lost, isClosed, unsaved } = useSaveStatus()
  const isInDanger = lost.length > 0 || ((isClosed || gone) && unsaved > 0)
  return (
    <>
      {handedInAt && <Notice tone="success">Abgegeben. Ihre Angaben sind gesperrt.</Notice>}
      {!doc.can.fill && hasFields && <Notice>{why[doc.status]}</Notice>}
      {mode === 'fill' && hasFields && doc.due_on && (
        <Due on={doc.due_on} isHandedIn={Boolean(doc.hand_in)} />
      )}
      {mode === 'fill' && doc.next_round_at && (
        <p className={css['round']}>Nächste Runde am {formatDate(doc.next_round_at)}</p>
      )}
      {mode === 'fill' && <Required />}
      {isInDanger && (
        <Suspense>
          <NotSaved gone={gone} />
        </Suspense>
      )}
    </>
  )
}

/** Once: in the bar, wherever in the document one looks, and where there is none at its end. */
export const handedInWords = (at: string) => `Abgegeben am ${formatDateTime(at).slice(0, 16)}`

/** While something is unsaved the document stays on the screen, even when the server has it no more. */
function useReportUnsaved() {
  const report = use(UnsavedContext)
  const { unsaved, lost } = useSaveStatus()
  const hasUnsaved = unsaved > 0 || lost.length > 0
  // Reported before the next paint: the document may go at any moment.
  useLayoutEffect(() => {
    report(hasUnsaved)
    return () => report(false)
  }, [report, hasUnsaved])
}

/** What the mark means, where there is one. */
function Required() {
  const { fields } = useReading().outline
  return fields.some(({ required }) => required) && <p className={css['required']}>* Pflichtfeld</p>
}

/** What is asked for by then. It takes the same room whatever is filled in: nothing below moves with a tick. */
function Due({ on, isHandedIn }: { on: string; isHandedIn: boolean }) {
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
