import { useEffect, useMemo } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { AddPerson } from './add-person.tsx'
import { addPerson, dropPerson, followAdded, personInWords, useWaitingPeople } from './people.ts'

type Props = {
  part: Subhappening
  /** Somebody is to be added. */
  asks: boolean
  onClose: () => void
  onAdded: (timeentry_id: number) => void
}

/** People whom nobody planned: the dialog that adds one, and those who are not with the server yet. */
export function Unplanned({ part: { happening_id, id }, asks, onClose, onAdded }: Props) {
  const { id: user } = useCurrentUser()
  const part = useMemo(() => ({ happening_id, subhappening_id: id }), [happening_id, id])
  const added = useLatest(onAdded)
  useEffect(() => followAdded(id, (timeentry_id) => added.current(timeentry_id)), [id, added])
  const late = useWaitingPeople(user, id).filter(({ standing }) => standing.state !== 'sending')
  return (
    <>
      {late.map(({ key, args, standing }) => (
        <Notice
          key={key}
          tone={standing.problem === undefined ? 'info' : 'danger'}
          action={
            <Button size="small" onClick={() => dropPerson(user, key)}>
              Verwerfen
            </Button>
          }
        >
          {personInWords(args.person, standing)}
        </Notice>
      ))}
      {asks && <AddPerson part={part} onAdd={(person) => addPerson(user, part, person)} onClose={onClose} />}
    </>
  )
}
