import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import css from './contents.module.css'
import type { SectionOutline } from './outline.ts'
import { useReadingOf } from './reading.ts'
import { Count } from './section.tsx'

/** The sections of a document beside it, where the window is wide enough: each leads to its own. */
export function Contents({ page }: { page: RefObject<HTMLElement | null> }) {
  const { outline, folds } = useReadingOf()
  const shown = outline.sections.filter(({ depth }) => depth <= 2)
  if (shown.length < 2) return null
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
        {shown.map((section) => (
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
