import type { FastifyInstance } from 'fastify'
import { happenings } from '#contract/happenings.ts'
import { msUntilMidnight } from '#contract/time/day-end.ts'
import { statusFilters, UNSENT_FILTER } from '#contract/words/happenings.ts'
import type { Caller } from '#server/caller.ts'
import { parseDay } from '#server/http/input/day-in.ts'
import { serve } from '#server/http/serve.ts'
import { startInBackground } from '#server/jobs/in-background.ts'
import { readLastRun } from '#server/jobs/last-run.ts'
import type { Kontor } from '#server/kontor.ts'
import { parseChoice } from '#server/lists/list-store.ts'
import {
  aboutAnyRecorders,
  aboutAnyTimes,
  aboutHappenings,
  aboutRecorders,
  aboutStatus,
  aboutStatuses,
  aboutTimes,
  aboutUsers,
} from '#server/live/facts.ts'
import { downloadHappening } from './excel/download-happening.ts'
import { factsOfHappenings, readHappening, readHappenings } from './read-happenings.ts'
import { readSubhappening, readSubhappenings } from './read-subhappenings.ts'
import { startSending } from './send/send-times.ts'
import { setRecorders } from './set-recorders.ts'
import { setHappeningStatus, setManyStatuses } from './set-status.ts'
import { getHappening, listTypes } from './store.ts'
import { previewHappeningSync, SYNC_HAPPENINGS_JOB_KIND } from './sync/sync-happenings.ts'
import { checkWindow } from './sync/window.ts'
import { readHints, readHistory, readTimes } from './times/read-times.ts'
import { recordTimes } from './times/record-times.ts'
import { addPerson, readKnownPeople, removePerson } from './unplanned/unplanned.ts'

export function happeningRoutes(app: FastifyInstance, kontor: Kontor) {
  const { db } = kontor
  serve(app, happenings, {
    list: {
      restsOn: ({ caller, query }) => factsOfHappeningList(caller, query),
      handle: ({ caller, query, expiresIn }) => {
        const status = parseChoice(statusFilters, query.status, 'status')
        // This filter depends on the current day, so the answer expires at midnight.
        if (status === UNSENT_FILTER)
          expiresIn(msUntilMidnight(Temporal.Now.zonedDateTimeISO(kontor.config.timeZone)))
        return readHappenings(kontor, caller, {
          ...query,
          status,
          type: emptyToUndefined(query.type),
          date_start: day(query.date_start, 'date_start'),
          date_end: day(query.date_end, 'date_end'),
        })
      },
    },
    massEdit: ({ caller, body }) => setManyStatuses(kontor, caller, body.happening_ids, body.status),
    types: async ({ caller }) => ({ items: await listTypes(db, caller) }),
    sync: async ({ caller, body }) => {
      const payload = checkWindow(body, 'body')
      return {
        background_result_id: await startInBackground(kontor, {
          kind: SYNC_HAPPENINGS_JOB_KIND,
          key: 'all',
          by: caller,
          payload,
        }),
      }
    },
    previewSync: ({ query }) => {
      return previewHappeningSync(kontor, checkWindow(query, 'query'))
    },
    lastSync: () => readLastRun(kontor, SYNC_HAPPENINGS_JOB_KIND, 'all'),
    read: {
      restsOn: ({ params }) => [...factsOfTeams(params.happening_id), aboutAnyTimes],
      handle: ({ caller, params }) => readHappening(kontor, caller, params.happening_id),
    },
    setStatus: async ({ caller, params, body }) => {
      if (body.status === undefined) await getHappening(db, caller, params.happening_id)
      else await setHappeningStatus(kontor, caller, params.happening_id, body.status)
    },
    excel: ({ caller, params, query, reply }) =>
      downloadHappening(kontor, caller, { ...params, ...query }, reply),
    send: async ({ caller, params }) => ({
      background_result_id: await startSending(kontor, caller, params.subhappening_id),
    }),
    subhappenings: {
      restsOn: ({ params }) => [...factsOfTeams(params.happening_id), aboutAnyTimes],
      handle: ({ caller, params, query }) => readSubhappenings(kontor, caller, params.happening_id, query),
    },
    subhappening: ({ caller, params }) => readSubhappening(kontor, caller, params),
    setRecorders: ({ caller, params, body }) => setRecorders(kontor, caller, params, body.user_ids),
    times: {
      restsOn: ({ params }) => [...factsOfTeams(params.happening_id), aboutTimes(params.subhappening_id)],
      handle: ({ caller, params, query }) => readTimes(kontor, caller, params, query),
    },
    record: ({ caller, params, body }) => recordTimes(kontor, caller, params, body),
    people: ({ caller, params, query }) => readKnownPeople(kontor, caller, params, query.filter),
    addPerson: async ({ caller, params, body }) => ({
      timeentry_id: await addPerson(kontor, caller, params, body),
    }),
    removePerson: ({ caller, params }) => removePerson(kontor, caller, params),
    hints: {
      restsOn: ({ params }) => [...factsOfTeams(params.happening_id), aboutStatuses, aboutAnyTimes],
      handle: ({ caller, params, expiresIn }) => {
        // Hints about times in the future change by the minute.
        expiresIn(60_000 - (Date.now() % 60_000))
        return readHints(kontor, caller, params)
      },
    },
    history: ({ caller, params }) => readHistory(kontor, caller, params),
  })
}

/** Facts that every answer about parts of one happening depends on. */
const factsOfTeams = (id: number) => [aboutHappenings, aboutStatus(id), aboutUsers, aboutRecorders(id)]

/**
 * A list depends on recorded times if it contains sums or counts of them: for administrators, and with teams
 * for everybody. The filter `UNSENT_FILTER` depends on them, too.
 */
const factsOfHappeningList = (
  { is_admin }: Caller,
  { with_teams, status }: { with_teams: boolean; status: string },
) => [
  ...factsOfHappenings,
  aboutUsers,
  aboutAnyRecorders,
  ...(is_admin || with_teams || status === UNSENT_FILTER ? [aboutAnyTimes] : []),
]

/** Empty means no filter. */
const emptyToUndefined = (value: string) => value || undefined

const day = (value: string, name: string) =>
  emptyToUndefined(value) && parseDay(value, ['query', name]).toString()
