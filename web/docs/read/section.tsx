import { type ReactNode, useId } from 'react'
import { flushSync } from 'react-dom'
import type { Tree } from '#contract/document/tree.ts'
import { CheckIcon, ChevronDownIcon } from '#web/ui/icon.tsx'
import { Ranked } from './blocks.tsx'
import type { SectionOutline } from './outline.ts'
import { useIsOpen, useReadingOf } from './reading.ts'
import css from './section.module.css'
import { useFilled } from './use-answers.ts'

type Props = { node: Tree; headline: ReactNode; children: ReactNode }

export function Section({ node, headline, children }: Props) {
  const { outline } = useReadingOf()
  const section = outline.byNode.get(node)
  return section ? (
    <Foldable section={section} headline={headline || section.headline}>
      {children}
    </Foldable>
  ) : (
    children
  )
}

type FoldableProps = { section: SectionOutline; headline: ReactNode; children: ReactNode }

/** Its content is there only while it is open; what was typed into it is safe elsewhere. */
function Foldable({ section, headline, children }: FoldableProps) {
  const { outline, folds } = useReadingOf()
  const isOpen = useIsOpen(section.key)
  const id = useId()
  return (
    <section className={css['section']} data-section={section.key} data-depth={Math.min(section.depth, 3)}>
      <Ranked rank={section.depth} className={css['headline']}>
        <button
          type="button"
          className={css['fold']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={({ currentTarget }) =>
            stayInPlace(currentTarget, () => folds.toggle(section, outline.sections))
          }
        >
          <span className={css['chevron']}>
            <ChevronDownIcon />
          </span>
          <span className={css['words']}>{headline}</span>
          <Count section={section} />
        </button>
      </Ranked>
      <div id={id} hidden={!isOpen} className={css['body']}>
        {isOpen && children}
      </div>
    </section>
  )
}

/** What folds above it must not carry off the headline from under the finger. */
function stayInPlace(element: Element, change: () => void) {
  const before = element.getBoundingClientRect().top
  flushSync(change)
  scrollBy({ top: element.getBoundingClientRect().top - before, behavior: 'instant' })
}

/** '3/5', or a tick when nothing is missing. */
export function Count({ section: { fields } }: { section: SectionOutline }) {
  const { mode } = useReadingOf()
  const filled = useFilled(fields)
  if (fields.length === 0 || mode === 'off') return null
  const isDone = filled === fields.length
  return (
    <span className={`${css['count']} ${isDone ? css['done'] : ''}`}>
      <span aria-hidden="true">{isDone ? <CheckIcon size={16} /> : `${filled}/${fields.length}`}</span>
      <span className="only-read">
        {isDone ? '(alles ausgefüllt)' : `(${filled} von ${fields.length} ausgefüllt)`}
      </span>
    </span>
  )
}
