import type { FastifyInstance } from 'fastify'
import { users } from '#contract/users.ts'
import { changeOwnPassword } from '#server/auth/set-password.ts'
import { oneOf } from '#server/db/list.ts'
import { done, serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { currentUser } from './current-user.ts'
import { listUsers, userStatuses } from './store.ts'

export function userRoutes(app: FastifyInstance, kontor: Kontor) {
  const { db } = kontor
  serve(app, users, {
    list: ({ query }) => listUsers(db, query, oneOf(userStatuses, query.filter_status, 'filter_status')),
    current: ({ caller }) => currentUser(kontor, caller),
    changeOwnPassword: async ({ caller, body }) => {
      await changeOwnPassword(kontor, caller, body)
      return done
    },
  })
}
