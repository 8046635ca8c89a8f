import type { Typed } from '#contract/time/work-time.ts'
import type { TimeEntry } from '#contract/times.ts'
import { CalendarIcon, ClockIcon, CloseIcon, UndoIcon } from '#web/ui/icon.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import type { Edit } from './edits.ts'
import { isChangedAt, isUnreadAt } from './edits.ts'
import { cleared, endOf, ends, isPlanned, plannedOf, timeOfEnd } from './ends.ts'
import { endNames } from './entry-words.ts'
import type { EntryActs } from './use-edits.tsx'

type Props = {
  entry: TimeEntry
  name: string
  edit: Edit | undefined
  shown: Typed
  acts: EntryActs
  onHistory: () => void
}

export const RowMenu = (props: Props) => (
  <Menu label={`Aktionen für ${props.name}`} items={() => itemsFor(props)} />
)

function itemsFor({ entry, edit, shown, acts, onHistory }: Props): MenuItem[] {
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
  return [
    {
      text: 'Wie geplant',
      icon: <CalendarIcon />,
      disabled: !isPlanned(entry),
      onPick: () => acts.change(entry, planned),
    },
    ...forEnds,
    history,
  ]
}
