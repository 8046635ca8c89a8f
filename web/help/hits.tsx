// Search hits in the handbook.
import { Link } from '@tanstack/react-router'
import { use } from 'react'
import { SearchIcon } from '#web/ui/icon.tsx'
import { Empty } from '#web/ui/states.tsx'
import { loadHandbook } from './chapters.ts'
import css from './help.module.css'
import { searchHelp } from './search-help.ts'

export function HelpHits({ filter }: { filter: string }) {
  const hits = searchHelp(use(loadHandbook()), filter)
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
          <p className="quiet">{chapter.title}</p>
        </li>
      ))}
    </ul>
  )
}
