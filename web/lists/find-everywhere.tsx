import { Link } from '@tanstack/react-router'
import { SearchIcon } from '#web/ui/icon.tsx'
import css from './find-everywhere.module.css'

/** Link below the rows of a filtered list: searches the whole app for the same words. */
export function FindEverywhereLink({ filter }: { filter: string }) {
  const words = filter.trim()
  if (words === '') return null
  return (
    <Link to="/find" search={{ filter: words }} preload={false} className={css['link']}>
      <SearchIcon />
      <span dir="auto">Überall nach „{words}“ suchen</span>
    </Link>
  )
}
