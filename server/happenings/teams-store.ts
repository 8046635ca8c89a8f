import { sql } from 'kysely'
import type { HappeningTeam } from '#contract/happenings.ts'
import { limits } from '#contract/words/happenings.ts'
import type { Database } from '#server/db/connect.ts'
import { german } from '#server/lists/list-store.ts'
import { isRecorder, maySeeSubhappening, type Viewer } from './may-see-store.ts'

/** With how many there are in their happening. */
type TeamRow = HappeningTeam & { happening_id: number; count: number }

/** Of each of these happenings the first teams that the viewer may see, in one question: their own before others. */
export async function listTeams(
  db: Database,
  viewer: Viewer,
  ids: number[],
): Promise<Map<number, TeamRow[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<TeamRow>`
    select teams.id, teams.happening_id, teams.name, teams.count, numbers.*
    from (
      select subhappenings.id, subhappenings.happening_id, subhappenings.name,
        count(*) over (partition by subhappenings.happening_id) as count,
        row_number() over (partition by subhappenings.happening_id
          order by ${isRecorder(sql`${viewer.by.id}`)} desc, ${german('subhappenings.name')}, subhappenings.id) as place
      from subhappenings join happenings on happenings.id = subhappenings.happening_id
      where subhappenings.happening_id = any(${ids}::int[]) and ${maySeeSubhappening(viewer)}
    ) as teams
    cross join lateral (
      select count(ist_minutes) as istentries, count(soll_minutes) as sollentries,
        coalesce(bool_and(submitted), false) as is_sent,
        to_char(min(soll_von), 'YYYY-MM-DD"T"HH24:MI') as soll_von,
        to_char(max(soll_bis), 'YYYY-MM-DD"T"HH24:MI') as soll_bis
      from time_entries where time_entries.subhappening_id = teams.id
    ) as numbers
    where teams.place <= ${limits.teamsOfHappening}
    order by teams.happening_id, teams.place`.execute(db)
  return Map.groupBy(rows, ({ happening_id }) => happening_id)
}
