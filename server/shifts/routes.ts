import type { FastifyInstance } from 'fastify'
import { shifts } from '#contract/shifts.ts'
import { done, serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { endFeed, makeFeed, readCalendar } from './feed.ts'
import { readShifts, readTeamsOf } from './read-shifts.ts'

export function shiftRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, shifts, {
    list: ({ caller, query, lasts, again }) => readShifts(kontor, caller, { ...query, lasts, again }),
    teamsOfPerson: ({ params, query }) => readTeamsOf(kontor, params.user_id, query),
    makeFeed: async ({ caller }) => ({ ...done, path: await makeFeed(kontor, caller) }),
    endFeed: async ({ caller }) => {
      await endFeed(kontor, caller)
      return done
    },
    calendar: ({ params, request }) => readCalendar(kontor, params.token, request.ip),
  })
}
