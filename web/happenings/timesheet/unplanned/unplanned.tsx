import { useEffect, useMemo } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import { useStore } from '#web/store.ts'
import { Button } from '#web/ui/button.tsx'
import { withFullStop } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { AddPerson } from './add-person.tsx'
import { refusalOf, spokenNameOf, type Waiting, waitingPeople } from './waiting.ts'

type Props = {
  part: Subhappening
  /** Somebody is to be added. */
  asks: boolean
  onClose: () => void
  onAdded: (timeentry_id: number) => void
}

/** People whom nobody planned: the dialog that adds one, and those who are not with the server yet. */
export function Unplanned({ part: { happening_id, id }, asks, onClose, onAdded }: Props) {
  const { id: user_id } = useCurrentUser()
  const part = useMemo(() => ({ happening_id, subhappening_id: id }), [happening_id, id])
  const waiting = waitingPeople(user_id, part)
  const people = useStore(waiting.items)
  const added = useLatest(onAdded)
  useEffect(() => {
    void waiting.resume()
    return waiting.onTaken((timeentry_id) => added.current(timeentry_id))
  }, [waiting, added])
  const problem = waiting.problem()
  const late = people.filter(({ why }) => why !== undefined || waiting.isWaiting())
  return (
    <>
      {late.map((person) => (
        <Notice
          key={person.key}
          tone={(person.why ?? problem) === undefined ? 'info' : 'danger'}
          action={
            <Button size="small" onClick={() => waiting.drop(person.key)}>
              Verwerfen
            </Button>
          }
        >
          {person.why === undefined ? waitingInWords(person, problem) : refusalOf(person)}
        </Notice>
      ))}
      {asks && <AddPerson part={part} onAdd={(person) => waiting.add(person)} onClose={onClose} />}
    </>
  )
}

/** `problem`: what the server said; undefined where there is no connection. */
function waitingInWords(person: Waiting, problem: string | undefined): string {
  const name = spokenNameOf(person)
  return problem === undefined
    ? `${name} ist auf diesem Gerät gespeichert und kommt dazu, sobald der Server zu erreichen ist.`
    : `${name} ließ sich noch nicht hinzufügen: ${withFullStop(problem)} Auf diesem Gerät ist alles gespeichert und wird von selbst wieder gesendet.`
}
