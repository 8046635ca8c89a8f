import type { Doc, DocStatus } from '#contract/docs.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './read.module.css'
import type { Mode } from './reading.ts'
import { GONE } from './sending.ts'
import { useAnswers, useWhole } from './use-answers.ts'
import { useHolding } from './use-holding.ts'

type Props = { doc: Doc; mode: Mode; hasFields: boolean; gone: boolean }

/** What has to be known before filling in, or instead of it. */
export function Notices({ doc, mode, hasFields, gone }: Props) {
  useHolding()
  return (
    <>
      {mode !== 'fill' && hasFields && <Notice>{why[doc.status]}</Notice>}
      <Closed gone={gone} />
      <LostAnswers />
    </>
  )
}

const why: Record<DocStatus, string> = {
  Entwurf: 'Dieser Prozess ist ein Entwurf. Ausfüllen lässt er sich, sobald er auf „Aktiv“ steht.',
  Inaktiv: 'Dieser Prozess ist inaktiv. Ausfüllen lässt er sich, sobald er auf „Aktiv“ steht.',
  Aktiv: 'Dieser Prozess lässt sich gerade nicht ausfüllen.',
  Erledigt: 'Dieser Prozess ist erledigt. Sie sehen Ihre Angaben, ändern lassen sie sich nicht mehr.',
  Archiviert: 'Dieser Prozess ist archiviert. Die Angaben lassen sich nicht mehr ändern.',
}

/** The server takes no more of this document; what was typed stays in its fields until it is given up. */
function Closed({ gone }: { gone: boolean }) {
  const { isClosed, problem, unsaved } = useWhole()
  const store = useAnswers()
  if ((!isClosed && !gone) || unsaved === 0) return null
  return (
    <Notice
      tone="danger"
      action={
        <Button size="small" onClick={() => store.discard()}>
          Verwerfen
        </Button>
      }
    >
      {gone ? GONE : problem} Ihre letzten Eingaben sind nicht gespeichert. Sie stehen noch in den Feldern und
      lassen sich dort kopieren.
    </Notice>
  )
}

function LostAnswers() {
  const { lost } = useWhole()
  const store = useAnswers()
  if (lost.length === 0) return null
  return (
    <Notice
      tone="warning"
      action={
        <Button size="small" onClick={() => store.forgetLost()}>
          Verstanden
        </Button>
      }
    >
      <p>Der Prozess wurde inzwischen geändert. Für diese Eingaben gibt es kein Feld mehr:</p>
      <dl className={css['lost']}>
        {lost.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text || 'geleert'}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}
