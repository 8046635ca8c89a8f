import { type ReactNode, useId, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { SectionOutline } from '#contract/document/outline.ts'
import type { Tree } from '#contract/document/tree.ts'
import { CheckIcon, ChevronDownIcon } from '#web/ui/icon.tsx'
import { useIsSectionShown, useProgress } from './progress.ts'
import { useReading } from './reading.ts'
import css from './section.module.css'

type Props = { node: Tree; headline: ReactNode; children: ReactNode }

export function Section({ node, headline, children }: Props) {
  const { outline } = useReading()
  const section = outline.byNode.get(node)
  return section ? (
    <FoldableSection section={section} headline={headline || section.headline}>
      {children}
    </FoldableSection>
  ) : (
    children
  )
}

type FoldableSectionProps = { section: SectionOutline; headline: ReactNode; children: ReactNode }

/** Content is mounted only while open; input lives in the answers store. */
function FoldableSection({ section, headline, children }: FoldableSectionProps) {
  const { outline, folds } = useReading()
  const isOpen = useSyncExternalStore(folds.subscribe, () => folds.isOpen(section.key))
  const isShown = useIsSectionShown(section)
  const id = useId()
  if (!isShown) return null
  return (
    <section className={css['section']} data-section={section.key} data-depth={Math.min(section.depth, 3)}>
      <Headline rank={section.depth} className={css['headline']}>
        <button
          type="button"
          className={css['fold']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={({ currentTarget }) =>
            keepScrollPosition(currentTarget, () => folds.toggle(section, outline.sections))
          }
        >
          <span className={css['chevron']}>
            <ChevronDownIcon />
          </span>
          <span className={css['words']}>{headline}</span>
          <FilledCount section={section} />
        </button>
      </Headline>
      <div id={id} hidden={!isOpen} className={css['body']}>
        {isOpen && children}
      </div>
    </section>
  )
}

/** Keeps the headline under the finger when a section above it folds. */
function keepScrollPosition(element: Element, change: () => void) {
  const before = element.getBoundingClientRect().top
  flushSync(change)
  scrollBy({ top: element.getBoundingClientRect().top - before, behavior: 'instant' })
}

/** '3/5', or a tick if nothing is missing. */
export function FilledCount({ section: { fields: inIt } }: { section: SectionOutline }) {
  const { mode } = useReading()
  const { fields, filled } = useProgress(inIt)
  if (fields === 0 || mode === 'off') return null
  const isDone = filled === fields
  return (
    <span className={`${css['count']} ${isDone ? css['done'] : ''}`}>
      <span aria-hidden="true">{isDone ? <CheckIcon size={16} /> : `${filled}/${fields}`}</span>
      <span className="only-read">
        {isDone ? '(alles ausgefüllt)' : `(${filled} von ${fields} ausgefüllt)`}
      </span>
    </span>
  )
}

type HeadlineProps = { rank: number; className: string | undefined; children: ReactNode }

/** Rank 1 is below the document's name, the only `h1`. */
export function Headline({ rank, ...rest }: HeadlineProps) {
  const Tag = headingTags[rank - 1] ?? 'h6'
  return <Tag {...rest} />
}
const headingTags = ['h2', 'h3', 'h4', 'h5'] as const
