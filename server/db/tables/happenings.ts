// Tables of what comes from the planner, and the times recorded.
import type { Generated, GeneratedAlways } from 'kysely'
import type { HappeningStatus } from '#contract/happenings.ts'
import type { EntryTexts } from '#contract/words/entry-texts.ts'
import type { HappeningTexts } from '#contract/words/happening-texts.ts'

export type HappeningsTables = {
  happenings: { [text in keyof HappeningTexts]: Generated<string> } & {
    id: GeneratedAlways<number>
    planner_id: string
    name: string
    /** `YYYY-MM-DD` */
    date: string
    status: Generated<HappeningStatus>
    search: GeneratedAlways<string>
  }
  subhappenings: {
    id: GeneratedAlways<number>
    happening_id: number
    planner_id: string
    name: string
    search: GeneratedAlways<string>
  }
  subhappening_users: { subhappening_id: number; user_id: number }
  time_entries: EntryTexts & {
    id: GeneratedAlways<number>
    subhappening_id: number
    planner_id: string
    /** `YYYY-MM-DDTHH:MM:SS`, by the clock on the wall. */
    soll_von: string | null
    soll_bis: string | null
    soll_minutes: number | null
    ist_von: string | null
    ist_bis: string | null
    ist_minutes: number | null
    /** Minutes of break within it; null where the planner says none, and where nothing else was recorded. */
    soll_pause: number | null
    ist_pause: number | null
    note: string | null
    /** They did not come: no times are awaited. */
    absent: Generated<boolean>
    /** A recorder has added them: `planner_id` is a key of our own. */
    unplanned: Generated<boolean>
    /** How often the actual times were changed here, and before that by the planner. */
    revision: Generated<number>
    imports: Generated<number>
    submitted: Generated<boolean>
    refused: string | null
    booked: Generated<boolean>
    to_withdraw: GeneratedAlways<boolean>
    search: GeneratedAlways<string>
    /** The person that it belonged to before their name was taken out. */
    former_user_id: number | null
    /** How often what is planned was changed, and when last; the database counts. */
    plan_revision: Generated<number>
    planned_at: Generated<Date>
  }
  time_history: {
    id: GeneratedAlways<number>
    entry_id: number
    at: Generated<Date>
    user_id: number | null
    kind: 'changed' | 'sent' | 'withdrawn' | 'refused' | 'planned'
    old_von: string | null
    old_bis: string | null
    new_von: string | null
    new_bis: string | null
    old_note: string | null
    new_note: string | null
    old_pause: number | null
    new_pause: number | null
    old_absent: boolean | null
    new_absent: boolean | null
    message: string | null
  }
  shift_feeds: { user_id: number; token_hash: Buffer; created_at: Generated<Date> }
  /** `YYYY-MM-DD` */
  reminded: { one: Generated<boolean>; day: string }
  revisions: { one: Generated<boolean>; sent_from: number }
}
