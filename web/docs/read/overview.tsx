// Beside the text: how much is filled in, whether it is saved, the way to the next empty field, and the contents. On
// phones all but the contents stays at the lower edge.
import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Field } from '#contract/document/fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ArrowDownIcon, CheckIcon, RefreshIcon, WarningIcon } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useBarBelow } from '#web/ui/use-bar-below.ts'
import type { SectionOutline } from './outline.ts'
import css from './overview.module.css'
import { useReading } from './reading.ts'
import { Count } from './section.tsx'
import { filledOf, useAnswers, useFilled, useSaveStatus } from './use-answers.ts'

type PageProps = { page: RefObject<HTMLElement | null> }
/** `lastField`: the one that was filled in last; the search for an empty one begins behind it. */
type OverviewProps = PageProps & { lastField: RefObject<string | undefined> }

export const Overview = ({ page, lastField }: OverviewProps) => (
  <aside className={css['beside']} aria-label="Überblick">
    <FillProgress page={page} lastField={lastField} />
    <Contents page={page} />
  </aside>
)

function FillProgress({ page, lastField }: OverviewProps) {
  const { outline, mode } = useReading()
  const { fields } = outline
  const filled = useFilled(fields)
  const bar = useRef<HTMLDivElement>(null)
  const isNeeded = fields.length > 0 && mode !== 'off'
  useBarBelow(bar, isNeeded)
  if (!isNeeded) return null
  const isDone = filled === fields.length
  return (
    <div ref={bar} className={css['box']}>
      <div className={css['progress']}>
        <Progress
          label="Ausgefüllt"
          value={filled}
          max={fields.length}
          text={`${filled} von ${fields.length}`}
        />
      </div>
      {mode === 'fill' && (
        <>
          <SaveStatusLine />
          {isDone ? (
            <p className={css['done']}>
              <CheckIcon /> Alles ausgefüllt
            </p>
          ) : (
            <NextEmpty page={page} lastField={lastField} />
          )}
        </>
      )}
    </div>
  )
}

/** Whether the server has all that was typed here. */
function SaveStatusLine() {
  const { status, unsaved, conflicts, problem, isClosed } = useSaveStatus()
  const store = useAnswers()
  const canRetry = status === 'failed' && problem !== undefined && !isClosed
  return (
    <div className={css['save']}>
      <output className={`${css['status']} ${css[status]}`}>
        {status === 'none' && 'Ihre Angaben werden von selbst gespeichert.'}
        {status === 'saved' && (
          <>
            <CheckIcon size={16} /> gespeichert
          </>
        )}
        {(status === 'waiting' || status === 'saving') && (
          <>
            <Spinner size={14} /> wird gespeichert
          </>
        )}
        {status === 'failed' && (
          <>
            <WarningIcon size={16} />
            <span>
              <strong>nicht gespeichert</strong>
              <span
                className={css['reason']}
              >{` – ${problem ?? (conflicts > 0 ? toDecide(conflicts) : unreadable(unsaved))}`}</span>
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

const toDecide = (count: number) =>
  count === 1
    ? 'eine Angabe wurde inzwischen woanders geändert. Bitte entscheiden Sie am Feld.'
    : `${count} Angaben wurden inzwischen woanders geändert. Bitte entscheiden Sie an den Feldern.`

const unreadable = (count: number) =>
  count === 1
    ? 'eine Angabe passt noch nicht zu ihrem Feld.'
    : `${count} Angaben passen noch nicht zu ihren Feldern.`

function NextEmpty({ page, lastField }: OverviewProps) {
  const { outline, folds } = useReading()
  const store = useAnswers()
  const go = () => {
    const name = nextEmpty(outline.fields, new Set(filledOf(store, outline.fields)), lastField.current)
    if (name === undefined) return
    const around = outline.aroundField.get(name) ?? []
    const innermost = outline.sections.find(({ key }) => key === around.at(-1))
    // Drawn before the focus moves, and within the press: a phone opens its keyboard only then.
    if (innermost) flushSync(() => folds.reveal(innermost, outline.sections))
    const field = page.current?.querySelector<HTMLElement>(
      `[data-field="${CSS.escape(name)}"] :is(input, textarea)`,
    )
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }
  return (
    <Button variant="primary" icon={<ArrowDownIcon />} onClick={go}>
      Zum nächsten leeren Feld
    </Button>
  )
}

/** The first one behind the last, and from the beginning again. */
function nextEmpty(
  fields: readonly Field[],
  filled: ReadonlySet<Field>,
  last: string | undefined,
): string | undefined {
  const from = fields.findIndex(({ name }) => name === last) + 1
  return [...fields.slice(from), ...fields.slice(0, from)].find((field) => !filled.has(field))?.name
}

/** The sections; each leads to its own. Only where the window is wide enough. */
function Contents({ page }: PageProps) {
  const { outline, folds } = useReading()
  const listed = outline.sections.filter(({ depth }) => depth <= 2)
  if (listed.length < 2) return null
  const go = (section: SectionOutline) => {
    flushSync(() => folds.reveal(section, outline.sections))
    const target = page.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(section.key)}"]`)
    target?.querySelector('button')?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }
  return (
    <nav aria-label="Abschnitte" className={css['contents']}>
      <p className={css['title']}>Inhalt</p>
      <ol>
        {listed.map((section) => (
          <li key={section.key} data-depth={section.depth}>
            <button type="button" className={css['entry']} onClick={() => go(section)}>
              <span className={css['words']}>{section.headline}</span>
              <Count section={section} />
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
