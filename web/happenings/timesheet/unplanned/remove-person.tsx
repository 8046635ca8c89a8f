import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry } from '#contract/times.ts'
import { ask } from '#web/api.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { happeningsChanged } from '../../queries.ts'
import { fullNameOf } from '../edits/entry-words.ts'
import type { EntryActs } from '../edits/use-edits.ts'

/** Takes somebody out again whom nobody planned. What is typed for them goes along, so it is asked about. */
export const removePerson = (part: Subhappening, entry: TimeEntry, acts: EntryActs) =>
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
      await happeningsChanged()
    },
  })
