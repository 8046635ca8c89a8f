// The handbook inside the app: its chapters, a search over them, and the way to what a screen is about.

import { type Chapter, handbook } from 'virtual:handbook'
import { getRouteApi, Link, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { filterText } from '#web/search.ts'
import { FilterBox } from '#web/ui/filter-box.tsx'
import { SearchIcon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { Empty } from '#web/ui/states.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { Blocks } from './blocks.tsx'
import { chapterOf } from './chapter-of.ts'
import css from './help.module.css'
import { searchHelp } from './search-help.ts'

const route = getRouteApi('/signed-in/help')

export function HelpScreen() {
  const { chapter: key, filter: asked, from } = route.useSearch()
  const filter = filterText(asked)
  const navigate = route.useNavigate()
  const chapter = handbook.find((one) => one.key === key)
  useWayToChapter(from)
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
          : undefined
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
      {filter !== '' ? (
        <Hits filter={filter} />
      ) : chapter ? (
        <Reading key={chapter.key} chapter={chapter} />
      ) : (
        <Chapters />
      )}
    </Page>
  )
}

/** From a screen to the heading that is about it; without one the chapters are shown. */
function useWayToChapter(from: string | undefined) {
  const navigate = route.useNavigate()
  const { is_admin: isAdmin } = useCurrentUser()
  useEffect(() => {
    if (from === undefined) return
    const led = chapterOf(from, { isAdmin })
    void navigate({
      search: led ? { chapter: led.chapter } : {},
      hash: led?.heading ?? '',
      replace: true,
    })
  }, [from, isAdmin, navigate])
}

/** The heading that the address names comes into sight, and is what is read next. */
function useHeading() {
  const hash = useRouterState({ select: ({ location }) => location.hash })
  useEffect(() => {
    if (hash === '') return
    const heading = document.getElementById(hash)
    heading?.scrollIntoView({ block: 'start', behavior: 'instant' })
    heading?.focus({ preventScroll: true })
  }, [hash])
}

function Chapters() {
  return handbook.map((chapter) => (
    <section key={chapter.key} className={css['contents']} aria-labelledby={`kapitel-${chapter.key}`}>
      <h2 id={`kapitel-${chapter.key}`}>
        <Link to="/help" search={{ chapter: chapter.key }}>
          {chapter.title}
        </Link>
      </h2>
      <Headings chapter={chapter} />
    </section>
  ))
}

const Headings = ({ chapter: { key, sections } }: { chapter: Chapter }) => (
  <ul className={css['headings']}>
    {sections.map(({ id, title }) => (
      <li key={id}>
        <Link to="/help" search={{ chapter: key }} hash={id}>
          {title}
        </Link>
      </li>
    ))}
  </ul>
)

function Reading({ chapter }: { chapter: Chapter }) {
  useHeading()
  return (
    <article className={css['reading']}>
      <h2 className={css['chapter']}>{chapter.title}</h2>
      <Blocks blocks={chapter.intro} />
      <nav aria-label="In diesem Kapitel">
        <Headings chapter={chapter} />
      </nav>
      {chapter.sections.map(({ id, title, blocks }) => (
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

function Hits({ filter }: { filter: string }) {
  const hits = searchHelp(handbook, filter)
  if (hits.length === 0)
    return (
      <Empty icon={<SearchIcon />} title="Nichts gefunden">
        <p>Suchen Sie mit einem anderen Wort, oder nur mit seinem Anfang.</p>
      </Empty>
    )
  return (
    <ul className={css['hits']} aria-label="Treffer">
      {hits.map(({ chapter, section, excerpt }) => (
        <li key={`${chapter.key} ${section.id}`}>
          <Link to="/help" search={{ chapter: chapter.key }} hash={section.id}>
            <b>{section.title}</b>
          </Link>
          <p>{excerpt}</p>
          <p className={css['of']}>{chapter.title}</p>
        </li>
      ))}
    </ul>
  )
}
