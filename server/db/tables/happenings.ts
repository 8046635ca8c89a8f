// Data from the planner, and recorded times.
import type { Generated, GeneratedAlways } from 'kysely'
import type { HappeningStatus } from '#contract/happenings.ts'
import type { HappeningTexts } from '#contract/words/happening-texts.ts'
import type { PlannerTexts } from '#contract/words/planner-texts.ts'

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
  time_entries: PlannerTexts & {
    id: GeneratedAlways<number>
    subhappening_id: number
    planner_id: string
    /** Local time, `YYYY-MM-DDTHH:MM:SS`. */
    soll_von: string | null
    soll_bis: string | null
    soll_minutes: number | null
    ist_von: string | null
    ist_bis: string | null
    ist_minutes: number | null
    /**
     * Planned minutes of break, null if the planner reports none. `ist_pause`: recorded minutes, null if as
     * planned.
     */
    soll_pause: number | null
    ist_pause: number | null
    note: string | null
    /** True if the person did not come: no times are expected. */
    absent: Generated<boolean>
    /** True if a recorder added the entry. `planner_id` is then a key made by Kontor. */
    unplanned: Generated<boolean>
    /**
     * `revision`: number of changes of the actual times here. `imports`: number of changes by the planner.
     */
    revision: Generated<number>
    imports: Generated<number>
    submitted: Generated<boolean>
    refused: string | null
    booked: Generated<boolean>
    to_withdraw: GeneratedAlways<boolean>
    search: GeneratedAlways<string>
    /** The user that the entry belonged to before the person was anonymised. */
    former_user_id: number | null
    /** Number and time of changes to the plan; maintained by a trigger. */
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
