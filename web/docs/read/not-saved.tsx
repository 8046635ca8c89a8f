// Which answers are not saved and why: above the text, where the process is closed or their fields are gone, and in the
// bar. Seldom needed, so it comes when it is.
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { GONE } from './answers.ts'
import { hiddenIn } from './asked.ts'
import { hasFailed } from './next-field.ts'
import css from './read.module.css'
import { useReading } from './reading.ts'
import { useAnswers, useSaveStatus } from './use-answers.ts'

export function NotSaved({ gone }: { gone: boolean }) {
  return (
    <>
      <Closed gone={gone} />
      <LostAnswers />
    </>
  )
}

/** The server takes no more answers to this document; what was typed stays in its fields until it is discarded. */
function Closed({ gone }: { gone: boolean }) {
  const { isClosed, problem, unsaved } = useSaveStatus()
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

const FormerAnswer = lazy(async () => ({
  default: (await import('../pictures/photo-input.tsx')).FormerAnswer,
}))

function LostAnswers() {
  const { lost } = useSaveStatus()
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
        {lost.map(({ name, typed }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {'unreadable' in typed ? (
                typed.unreadable
              ) : typed.value === null || typed.value === '' ? (
                'geleert'
              ) : (
                <Suspense>
                  <FormerAnswer value={typed.value} name={name} />
                </Suspense>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}

/** In the bar, behind „nicht gespeichert“. */
export function WhyNot() {
  const { conflicts, isNewRound, unsaved, problem } = useSaveStatus()
  const unseen = useUnseen()
  return ` – ${problem ?? (isNewRound ? toDecideAnew(conflicts) : whyNot(conflicts, unsaved))}${unseen && ` Gerade nicht zu sehen: ${unseen}.`}`
}

/** Nobody is led to those that hold what cannot be saved and are not shown: they are named instead. */
function useUnseen(): string {
  const { outline } = useReading()
  const store = useAnswers()
  return useSyncExternalStore(store.subscribe, () => {
    const hidden = hiddenIn(outline, store)
    const unseen = outline.fields.filter((field) => hidden.has(field.name) && hasFailed(store, field))
    return unseen.map(({ name }) => `„${name}“`).join(', ')
  })
}

const whyNot = (conflicts: number, unsaved: number) =>
  conflicts > 0 ? toDecide(conflicts) : unsaved > 0 ? unreadable(unsaved) : 'es steht ganz oben.'

const toDecide = (count: number) =>
  count === 1
    ? 'eine Angabe wurde inzwischen woanders geändert. Bitte entscheiden Sie am Feld.'
    : `${count} Angaben wurden inzwischen woanders geändert. Bitte entscheiden Sie an den Feldern.`

const toDecideAnew = (count: number) =>
  `inzwischen hat eine neue Runde begonnen. Bitte entscheiden Sie ${count === 1 ? 'am Feld' : 'an den Feldern'}.`

const unreadable = (count: number) => (count === 1 ? 'bitte 1 Feld prüfen.' : `bitte ${count} Felder prüfen.`)
