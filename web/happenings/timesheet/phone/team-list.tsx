// oxlint-disable jsx-a11y/prefer-tag-over-role -- a table that is laid out as a list
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icon.tsx'
import type { PictureProps, TeamProps } from '../team.ts'
import { useSight } from '../use-sight.ts'
import css from './people.module.css'
import { PersonRow } from './person-row.tsx'
import { PersonSheet } from './person-sheet.tsx'
import { PhoneHead } from './phone-head.tsx'

type Props = PictureProps & {
  onSelecting: () => void
  /** Whose sheet is open. */
  person: number | undefined
  onPerson: (timeentry_id: number | undefined) => void
  /** What the sheet is about. */
  children: ReactNode
}

/** The team on a phone. Its own file to be loaded: a desk needs none of it. */
export function TeamList({ head, team, isTicking, empty, pager, foot, children, onSelecting, ...on }: Props) {
  const { person, onPerson } = on
  const shown = isTicking ? undefined : team.items.find(({ id }) => id === person)
  return (
    <>
      <PhoneHead {...head} onSelecting={onSelecting}>
        {children}
      </PhoneHead>
      {team.items.length === 0 ? (
        empty
      ) : (
        <People {...team} isTicking={isTicking} person={shown?.id} onPerson={onPerson} />
      )}
      {pager}
      {head.onAdd && team.items.length > 0 && !isTicking && (
        <div className={css['add']}>
          <Button variant="quiet" icon={<PlusIcon />} onClick={head.onAdd}>
            Person hinzufügen
          </Button>
        </div>
      )}
      {foot(shown && <PersonSheet {...team} entry={shown} onPerson={onPerson} />)}
    </>
  )
}

type PeopleProps = TeamProps & {
  /** Rows are ticked instead of opened. */
  isTicking: boolean
  person: number | undefined
  onPerson: (timeentry_id: number | undefined) => void
}

/** The team under a finger: a row for each person, and what is changed in the sheet below. */
function People({ part, items, hints, day, open, selection, table, isTicking, ...on }: PeopleProps) {
  const sight = useSight(items, open)
  return (
    <div role="table" aria-label="Zeiten" aria-busy={table.refreshing || undefined} className={css['people']}>
      <div role="rowgroup">
        {items.map((entry) => (
          <PersonRow
            key={entry.id}
            part={part}
            entry={entry}
            {...sight(entry.id)}
            hints={hints(entry.id)}
            day={day}
            isOpen={on.person === entry.id}
            selected={isTicking ? selection.selected.has(entry.id) : undefined}
            onSelect={selection.select}
            onPerson={on.onPerson}
          />
        ))}
      </div>
    </div>
  )
}
