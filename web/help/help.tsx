// The handbook in the app: chapters, search, and deep links from screens.

import { type Contents, contents } from 'virtual:handbook'
import { getRouteApi, Link, useRouterState } from '@tanstack/react-router'
import { Suspense, use, useEffect } from 'react'
import { parseFilterText } from '#web/search.ts'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { Page } from '#web/ui/page.tsx'
import { Loading } from '#web/ui/states.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { Blocks } from './blocks.tsx'
import { loadChapter } from './chapters.ts'
import css from './help.module.css'
import { findHelpPlace } from './help-places.ts'
import { HelpHits } from './hits.tsx'

const route = getRouteApi('/signed-in/help')

export function HelpScreen() {
  const { chapter: key, filter: words, from } = route.useSearch()
  const filter = parseFilterText(words)
  const navigate = route.useNavigate()
  const chapter = contents.find((one) => one.key === key)
  useRedirectToChapter(from)
  return (
    <Page
      title="Hilfe"
      width="reading"
      breadcrumb={
        chapter && filter === ''
          ? [
              <Link key="help" to="/help">
                Alle Kapitel
              </Link>,
            ]
          : [backToToday]
      }
    >
      <div className={css['search']}>
        <FilterBox
          label="In der Hilfe suchen"
          placeholder="In der Hilfe suchen …"
          value={filter}
          onChange={(words) =>
            void navigate({
              search: { ...(key && { chapter: key }), ...(words && { filter: words }) },
              replace: true,
            })
          }
        />
      </div>
      <Suspense fallback={<Loading />}>
        {filter !== '' ? (
          <HelpHits filter={filter} />
        ) : chapter ? (
          <ChapterArticle key={chapter.key} chapter={chapter} />
        ) : (
          <TableOfContents />
        )}
      </Suspense>
    </Page>
  )
}

/**
 * Replaces `from` in the URL by the heading that explains this screen, or by the list of chapters if there is none.
 */
function useRedirectToChapter(from: string | undefined) {
  const navigate = route.useNavigate()
  const { is_admin: isAdmin } = useCurrentUser()
  useEffect(() => {
    if (from === undefined) return
    const led = findHelpPlace(from, { isAdmin })
    void navigate({
      search: led ? { chapter: led.chapter } : {},
      hash: led?.heading ?? '',
      replace: true,
    })
  }, [from, isAdmin, navigate])
}

/** Scrolls to the heading in the address and focuses it. */
function useScrollToHeading() {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  useEffect(() => {
    if (hash === '') return
    const heading = document.getElementById(hash)
    heading?.scrollIntoView({ block: 'start', behavior: 'instant' })
    heading?.focus({ preventScroll: true })
  }, [hash])
}

function TableOfContents() {
  return contents.map((chapter) => (
    <section key={chapter.key} className={css['contents']} aria-labelledby={`kapitel-${chapter.key}`}>
      <h2 id={`kapitel-${chapter.key}`}>
        <Link to="/help" search={{ chapter: chapter.key }}>
          {chapter.title}
        </Link>
      </h2>
      <ChapterHeadings chapter={chapter} />
    </section>
  ))
}

const ChapterHeadings = ({ chapter: { key, headings } }: { chapter: Contents }) => (
  <ul className={css['headings']}>
    {headings.map(({ id, title }) => (
      <li key={id}>
        <Link to="/help" search={{ chapter: key }} hash={id}>
          {title}
        </Link>
      </li>
    ))}
  </ul>
)

function ChapterArticle({ chapter }: { chapter: Contents }) {
  const text = use(loadChapter(chapter.key))
  useScrollToHeading()
  return (
    <article className={css['reading']}>
      <h2 className={css['chapter']}>{chapter.title}</h2>
      <Blocks blocks={text.intro} />
      <nav aria-label="In diesem Kapitel">
        <ChapterHeadings chapter={chapter} />
      </nav>
      {text.sections.map(({ id, title, blocks }) => (
        <section key={id} aria-labelledby={id}>
          <h3 id={id} tabIndex={-1}>
            {title}
          </h3>
          <Blocks blocks={blocks} />
        </section>
      ))}
    </article>
  )
}
