import type { FastifyInstance } from 'fastify'
import { shifts } from '#contract/shifts.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAnyRecorders, aboutAnyTimes, aboutStatuses, aboutUsers } from '#server/live/facts.ts'
import { endFeed, makeFeed, readCalendar } from './feed.ts'
import { factsOfShifts, readShifts, readTeamsOf } from './read-shifts.ts'

export function shiftRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, shifts, {
    list: {
      restsOn: () => [...factsOfShifts, aboutUsers, aboutStatuses, aboutAnyTimes, aboutAnyRecorders],
      handle: ({ caller, query, expiresIn }) => readShifts(kontor, caller, { ...query, expiresIn }),
    },
    teamsOfPerson: ({ params, query }) => readTeamsOf(kontor, params.user_id, query),
    makeFeed: async ({ caller }) => ({ path: await makeFeed(kontor, caller) }),
    endFeed: ({ caller }) => endFeed(kontor, caller),
    calendar: ({ params, request }) => readCalendar(kontor, params.token, request.address),
  })
}
