import type { FastifyInstance } from 'fastify'
import { users } from '#contract/users.ts'
import { userFilters } from '#contract/words/users.ts'
import { changeOwnPassword } from '#server/auth/set-password.ts'
import { done, serve } from '#server/http/serve.ts'
import { startInBackground } from '#server/jobs/in-background.ts'
import { lastRun } from '#server/jobs/last-run.ts'
import type { Kontor } from '#server/kontor.ts'
import { oneOf } from '#server/lists/list-store.ts'
import { assign, assignMany } from './assignments/assign.ts'
import { readAssignment } from './assignments/read-assignments.ts'
import { readNewestAssignments } from './assignments/read-newest.ts'
import {
  changePrivileges,
  createUser,
  endUserSessions,
  removeUser,
  renameUser,
  setUserPassword,
} from './change-users.ts'
import { currentUserInMemory, readCurrentUser } from './read-current-user.ts'
import { readUser, readUserSessions, readUsers } from './read-users.ts'
import { previewOf } from './sync/report.ts'
import { previewUserSync, SYNC_USERS } from './sync/sync-users.ts'

export function userRoutes(app: FastifyInstance, kontor: Kontor) {
  const { db } = kontor
  const assignments = readNewestAssignments(kontor)
  serve(app, users, {
    list: ({ caller, query }) =>
      readUsers(kontor, caller, query, oneOf(userFilters, query.filter_status, 'filter_status')),
    create: async ({ caller, body }) => ({
      ...done,
      user_id: await createUser(kontor, caller, body.username),
    }),
    read: ({ caller, params }) => readUser(kontor, caller, params.user_id),
    remove: async ({ caller, params }) => {
      await removeUser(kontor, caller, params.user_id)
      return done
    },
    rename: async ({ caller, params, body }) => {
      await renameUser(kontor, caller, params.user_id, body.username)
      return done
    },
    changePrivileges: async ({ caller, params, body }) => {
      await changePrivileges(kontor, caller, params.user_id, body.is_admin)
      return done
    },
    changePassword: async ({ caller, params, body }) => {
      await setUserPassword(kontor, caller, params.user_id, body.password)
      return done
    },
    sessions: ({ caller, params }) => readUserSessions(kontor, caller, params.user_id),
    endSessions: async ({ caller, params }) => {
      await endUserSessions(kontor, caller, params.user_id)
      return done
    },
    current: ({ caller, again }) => {
      again(() => currentUserInMemory(kontor, caller))
      return readCurrentUser(kontor, caller)
    },
    changeOwnPassword: async ({ caller, body, request }) => {
      await changeOwnPassword(kontor, caller, { ...body, address: request.ip })
      return done
    },
    assignments: ({ request, reply }) => assignments(request, reply),
    assignMany: async ({ caller, body }) => {
      const action = body.granted ? 'grant' : 'remove'
      await assignMany(kontor, caller, { userIds: body.user_ids, groupIds: body.group_ids, action })
      return done
    },
    assignment: ({ params }) => readAssignment(kontor, params.user_id, params.groupname),
    assign: ({ caller, params }) => assign(kontor, caller, params.user_id, params.groupname, 'grant'),
    unassign: ({ caller, params }) => assign(kontor, caller, params.user_id, params.groupname, 'remove'),
    sync: async ({ caller }) => ({
      ...done,
      background_result_id: await startInBackground(kontor, { kind: SYNC_USERS, key: 'all', by: caller }),
    }),
    previewSync: async () => {
      const { diff, refusal } = await previewUserSync(kontor)
      return previewOf(diff, refusal)
    },
    lastSync: () => lastRun(db, SYNC_USERS, 'all'),
  })
}
