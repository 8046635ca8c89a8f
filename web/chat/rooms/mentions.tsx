import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorSentence } from '#web/api.ts'
import { useToday } from '#web/ui/date-time/use-today.ts'
import { bidiIsolate } from '#web/ui/format.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { timeOrDay } from '../days.ts'
import { mentionsQuery } from '../queries.ts'
import { roomParams } from '../search.ts'
import css from './rooms.module.css'

/** Messages that mention the user, newest first. Each links to the message in its chat. */
export function Mentions() {
  const { data, error } = useQuery(mentionsQuery)
  const today = useToday()
  if (!data) return <p className={css['none']}>{error ? errorSentence(error) : <Spinner />}</p>
  if (data.length === 0)
    return <p className={css['none']}>Bisher hat Sie niemand mit @ und Ihrem Namen erwähnt.</p>
  return (
    <ul aria-label="Erwähnungen">
      {data.map(({ kind, room_id, room_name, id, display_name, created_at, content }) => (
        <li key={id} className={css['row']}>
          <Link
            from="/chat"
            to="/chat/$room/$group_id"
            params={roomParams({ kind, room_id })}
            search={(search) => ({ ...search, message: id })}
            preload={false}
            className={css['link']}
            activeOptions={{ includeSearch: true }}
          >
            <span className={css['lines']}>
              <span className={css['line']}>
                <span className={css['name']}>{room_name}</span>
                <time dateTime={created_at}>{timeOrDay(created_at, today)}</time>
              </span>
              <span className={css['line']}>
                <span className={css['last']}>
                  {bidiIsolate(display_name)}: {content}
                </span>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
