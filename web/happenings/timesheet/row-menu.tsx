import { memo } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry } from '#contract/times.ts'
import { CalendarIcon, ClockIcon, CloseIcon, EditIcon, TrashIcon, UndoIcon, UserIcon } from '#web/ui/icon.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import type { Edit } from './edits/edits.ts'
import { isChangedAt, isUnreadAt } from './edits/edits.ts'
import { cleared, endOf, ends, isPlanned, plannedOf, type Recorded, timeOfEnd } from './edits/ends.ts'
import { ABSENT, endNames } from './edits/entry-words.ts'
import type { EntryActs } from './edits/use-edits.ts'
import { removePerson } from './unplanned/remove-person.tsx'

type Props = {
  part: Subhappening
  entry: TimeEntry
  name: string
  edit: Edit | undefined
  shown: Recorded
  acts: EntryActs
  onHistory: () => void
  /** Where notes have a column of their own. */
  onNote?: () => void
}

/** What it offers is asked for when it opens: a change of its row draws nothing here. */
export function RowMenu(props: Props) {
  const latest = useLatest(props)
  const items = () => itemsFor(latest.current)
  return <Still label={`Aktionen für ${props.name}`} items={items} />
}
const Still = memo(Menu)

function itemsFor({ part, entry, edit, shown, acts, onHistory, onNote }: Props): MenuItem[] {
  const history = { text: 'Verlauf', icon: <ClockIcon />, onPick: onHistory }
  if (!entry.is_editable && !edit) return [history]
  const planned = plannedOf(entry)
  const forEnds = ends.flatMap((end): MenuItem[] => [
    {
      text: `${endNames[end]} wie geplant`,
      icon: <CalendarIcon />,
      disabled: timeOfEnd(planned, end) === null,
      onPick: () => acts.change(entry, endOf(planned, end)),
    },
    {
      text: `${endNames[end]} leeren`,
      icon: <CloseIcon />,
      disabled: timeOfEnd(shown, end) === null && !isUnreadAt(edit, end),
      onPick: () => acts.change(entry, cleared(end)),
    },
    {
      text: `${endNames[end]}: Änderung verwerfen`,
      icon: <UndoIcon />,
      disabled: !isChangedAt(edit, end),
      onPick: () => acts.discard(entry, end),
    },
  ])
  const forTimes = [
    {
      text: 'Wie geplant',
      icon: <CalendarIcon />,
      disabled: !isPlanned(entry),
      onPick: () => acts.change(entry, planned),
    },
    ...forEnds,
  ]
  return [
    // Whoever is not planned never has some of it.
    ...(isPlanned(entry) ? forTimes : forTimes.filter(({ disabled }) => !disabled)),
    entry.unplanned
      ? {
          text: 'Entfernen …',
          icon: <TrashIcon />,
          danger: true,
          disabled: !entry.is_editable,
          onPick: () => void removePerson(part, entry, acts),
        }
      : {
          text: shown.absent ? 'Doch gekommen' : ABSENT,
          icon: <UserIcon />,
          disabled: !entry.is_editable,
          onPick: () => acts.setAbsent(entry, !shown.absent),
        },
    ...(onNote ? [{ text: 'Notiz', icon: <EditIcon />, disabled: !entry.is_editable, onPick: onNote }] : []),
    history,
  ]
}
