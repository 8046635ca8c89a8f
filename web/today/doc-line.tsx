import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Today } from '#contract/today.ts'
import { keptAnswersQuery } from '#web/docs/kept-keys.ts'
import { formatDate, formatNumber } from '#web/ui/format.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { Line, OnlyHere } from './card.tsx'
import css from './today.module.css'

type DocLineProps = { doc: Today['docs']['items'][number]; today: string }

/** A process, and how far the person has come with it. */
export const DocLine = ({ doc: { id, name, filled, fields, due_on, hand_in }, today }: DocLineProps) => (
  <Line
    link={<Link to="/docs/$doc_id/show" params={{ doc_id: id }} />}
    what={<bdi>{name}</bdi>}
    more={
      <>
        <span className={css['progress']}>
          {hand_in === 'now'
            ? 'Noch abzugeben'
            : `${formatNumber(filled)} von ${formatNumber(fields)} ausgefüllt${hand_in === 'after' ? ', dann abgeben' : ''}`}
          {due_on && ` · ${due_on < today ? 'Frist war' : 'bis'} ${formatDate(due_on)}`}
          <span className={css['track']}>
            <span style={{ inlineSize: `${(100 * filled) / fields}%` }} />
          </span>
        </span>
        <NotSent doc_id={id} />
      </>
    }
  />
)

/** What was filled in without a network goes out by itself. */
function NotSent({ doc_id }: { doc_id: number }) {
  const { id: user_id } = useCurrentUser()
  const { answers = 0, isHandedIn = false } = useQuery(keptAnswersQuery({ user_id, doc_id })).data ?? {}
  const what = [
    answers > 0 && (answers === 1 ? 'Eine Angabe' : `${formatNumber(answers)} Angaben`),
    isHandedIn && 'die Abgabe',
  ].filter((part) => part !== false)
  if (what.length === 0) return null
  const words = what.join(' und ')
  return (
    <OnlyHere>{`${words[0]?.toUpperCase()}${words.slice(1)} nur auf diesem Gerät, noch nicht gesendet`}</OnlyHere>
  )
}
