import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry } from '#contract/times.ts'
import { ask } from '#web/api.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { CalendarIcon, ClockIcon, CloseIcon, EditIcon, TrashIcon, UndoIcon, UserIcon } from '#web/ui/icon.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { invalidateHappenings } from '../queries.ts'
import type { Edit } from './edits/edits.ts'
import { isChangedAt, isInvalidAt } from './edits/edits.ts'
import { ends, isPlanned, noTimeAt, pickEnd, plannedOf, type Recorded, timeOfEnd } from './edits/ends.ts'
import type { EntryActs } from './edits/use-edits.tsx'
import { ABSENT_LABEL, endNames, fullNameOf } from './edits/words.ts'

type Props = {
  part: Subhappening
  entry: TimeEntry
  name: string
  edit: Edit | undefined
  shown: Recorded
  acts: EntryActs
  onHistory: () => void
  /** Opens the note in its column; undefined on phones, which have none. */
  onNote?: () => void
}

/** Items are computed on opening. */
export const RowMenu = (props: Props) => (
  <Menu label={`Aktionen für ${props.name}`} items={() => itemsFor(props)} />
)

function itemsFor({ part, entry, edit, shown, acts, onHistory, onNote }: Props): MenuItem[] {
  const history = { text: 'Verlauf', icon: <ClockIcon />, onPick: onHistory }
  if (!entry.is_editable && !edit) return [history]
  const planned = plannedOf(entry)
  const forEnds = ends.flatMap((end): MenuItem[] => [
    {
      text: `${endNames[end]} wie geplant`,
      icon: <CalendarIcon />,
      disabled: timeOfEnd(planned, end) === null,
      onPick: () => acts.change(entry, pickEnd(planned, end)),
    },
    {
      text: `${endNames[end]} leeren`,
      icon: <CloseIcon />,
      disabled: timeOfEnd(shown, end) === null && !isInvalidAt(edit, end),
      onPick: () => acts.change(entry, noTimeAt(end)),
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
    // Without a plan some actions do not apply.
    ...(isPlanned(entry) ? forTimes : forTimes.filter(({ disabled }) => !disabled)),
    entry.unplanned
      ? {
          text: 'Entfernen …',
          icon: <TrashIcon />,
          danger: true,
          disabled: !entry.is_editable,
          onPick: () => void confirmRemovePerson(part, entry, acts),
        }
      : {
          text: shown.absent ? 'Doch gekommen' : ABSENT_LABEL,
          icon: <UserIcon />,
          disabled: !entry.is_editable,
          onPick: () => acts.setAbsent(entry, !shown.absent),
        },
    ...(onNote ? [{ text: 'Notiz', icon: <EditIcon />, disabled: !entry.is_editable, onPick: onNote }] : []),
    history,
  ]
}

/** Removes an unplanned person with their times, after a confirmation. */
const confirmRemovePerson = (part: Subhappening, entry: TimeEntry, acts: EntryActs) =>
  confirm({
    title: `„${fullNameOf(entry)}“ entfernen?`,
    children: <p>Die Person war nicht geplant. Ihre Zeiten hier gehen mit ihr.</p>,
    verb: 'Entfernen',
    danger: true,
    act: async () => {
      await ask('DELETE', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/{timeentry_id}/', {
        params: { happening_id: part.happening_id, subhappening_id: part.id, timeentry_id: entry.id },
      })
      acts.takeTheirs(entry)
      await invalidateHappenings()
    },
  })
