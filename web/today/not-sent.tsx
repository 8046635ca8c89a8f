// What of a process or a team is on this device only.
import { editsDraft } from '#web/happenings/timesheet/edits/edits-draft.ts'
import { useWaitingPeople } from '#web/happenings/timesheet/unplanned/people.ts'
import { useRows } from '#web/outbox/use-rows.ts'
import { useStore } from '#web/store.ts'
import { formatNumber } from '#web/ui/format.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import css from './today.module.css'

type Unsent = [count: number, one: string, many: string]

/** Answers are sent by themselves; those being sent right now are not shown. */
export function AnswersNotSent({ doc_id }: { doc_id: number }) {
  const rows = useRows<{ doc_id: number }>(useCurrentUser().id).filter(
    ({ args, standing: { state } }) => args.doc_id === doc_id && (state === 'waiting' || state === 'refused'),
  )
  const count = (kind: string) => rows.filter((row) => row.kind === kind).length
  return (
    <NotSent
      items={[
        [count('answer'), 'Eine Angabe', 'Angaben'],
        [count('hand-in'), 'Die Abgabe', 'Abgaben'],
      ]}
      done="gesendet"
    />
  )
}

/** Times wait for somebody to apply them. */
export function TimesNotApplied({ subhappening_id }: { subhappening_id: number }) {
  const { id: user_id } = useCurrentUser()
  const edits = useStore(editsDraft({ user_id, subhappening_id }))
  const people = useWaitingPeople(user_id, subhappening_id)
  return <NotSent items={[[edits.size + people.length, 'Ein Eintrag', 'Einträge']]} done="übernommen" isDue />
}

/** `isDue`: a person has to act. */
function NotSent({ items, done, isDue }: { items: Unsent[]; done: string; isDue?: boolean }) {
  const words = items
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => (count === 1 ? one : `${formatNumber(count)} ${many}`))
    .join(' und ')
    .replace(' und Die', ' und die')
  if (words === '') return null
  return (
    <b className={css['here']} data-due={isDue}>
      {words} nur auf diesem Gerät, noch nicht {done}
    </b>
  )
}
