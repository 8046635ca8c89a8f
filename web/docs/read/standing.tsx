import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Field } from '#contract/document/fields.ts'
import { Button } from '#web/ui/button.tsx'
import { ArrowDownIcon, CheckIcon } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useBarBelow } from '#web/ui/use-bar-below.ts'
import { useReadingOf } from './reading.ts'
import { SaveLine } from './save-line.tsx'
import css from './standing.module.css'
import { filledOf, useAnswers, useFilled } from './use-answers.ts'

type Props = {
  page: RefObject<HTMLElement | null>
  /** The field that was filled in last: the search for an empty one begins behind it. */
  last: RefObject<string | undefined>
}

/** How far one is, whether it is saved, and the way to what is missing. On phones it stays at the lower edge. */
export function Standing({ page, last }: Props) {
  const { outline, mode } = useReadingOf()
  const { fields } = outline
  const filled = useFilled(fields)
  const bar = useRef<HTMLDivElement>(null)
  const isNeeded = fields.length > 0 && mode !== 'off'
  useBarBelow(bar, isNeeded)
  if (!isNeeded) return null
  const isDone = filled === fields.length
  return (
    <div ref={bar} className={css['standing']}>
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
          <SaveLine />
          {isDone ? (
            <p className={css['done']}>
              <CheckIcon /> Alles ausgefüllt
            </p>
          ) : (
            <NextEmpty page={page} last={last} />
          )}
        </>
      )}
    </div>
  )
}

function NextEmpty({ page, last }: Props) {
  const { outline, folds } = useReadingOf()
  const store = useAnswers()
  const go = () => {
    const name = nextEmpty(outline.fields, new Set(filledOf(store, outline.fields)), last.current)
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
export function nextEmpty(
  fields: readonly Field[],
  filled: ReadonlySet<Field>,
  last: string | undefined,
): string | undefined {
  const from = fields.findIndex(({ name }) => name === last) + 1
  return [...fields.slice(from), ...fields.slice(0, from)].find((field) => !filled.has(field))?.name
}
