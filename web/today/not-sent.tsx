import { useRows } from '#web/outbox/use-rows.ts'
import { formatNumber } from '#web/ui/format.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { OnlyHere } from './card.tsx'

/** Offline answers are sent automatically; those being sent right now are not shown. */
export function NotSent({ doc_id }: { doc_id: number }) {
  const { id: user_id } = useCurrentUser()
  const answers = useWaiting(user_id, 'answer', doc_id)
  const isHandedIn = useWaiting(user_id, 'hand-in', doc_id) > 0
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

const useWaiting = (user_id: number, kind: 'answer' | 'hand-in', doc_id: number) =>
  useRows<{ doc_id: number }>(user_id, kind).filter(
    ({ args, standing }) =>
      args.doc_id === doc_id && (standing.state === 'waiting' || standing.state === 'refused'),
  ).length
