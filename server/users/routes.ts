import type { FastifyInstance } from 'fastify'
import { users } from '#contract/users.ts'
import { migratedFilter, userFilters } from '#contract/words/users.ts'
import { factsOfRooms } from '#server/chat/list-rooms.ts'
import { done, serve } from '#server/http/serve.ts'
import { startInBackground } from '#server/jobs/in-background.ts'
import { lastRun } from '#server/jobs/last-run.ts'
import type { Kontor } from '#server/kontor.ts'
import { oneOf } from '#server/lists/list-store.ts'
import { aboutAssignments, aboutUsers } from '#server/live/facts.ts'
import { assign, assignWithUndo } from './assignments/assign.ts'
import { readAssignment, readAssignments, readGroupsOf } from './assignments/read-assignments.ts'
import { setManyActive } from './change-many.ts'
import {
  changeEmail,
  changeName,
  changePrivileges,
  createUser,
  endUserSessions,
  removeUser,
  renameUser,
  setUserPassword,
} from './change-users.ts'
import { exportPeople } from './import/export-people.ts'
import { importPeople, previewImport } from './import/import-people.ts'
import { keepListView } from './list-views.ts'
import { changeOwnPassword } from './own-password.ts'
import { readCurrentUser } from './read-current-user.ts'
import { readUser, readUserSessions, readUsers, SEEN_MS } from './read-users.ts'
import { readFactors, removeFactors } from './remove-factors.ts'
import { previewOf } from './sync/report.ts'
import { listNewIds } from './sync/store.ts'
import { previewUserSync, SYNC_USERS } from './sync/sync-users.ts'

export function userRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, users, {
    list: {
      restsOn: () => [aboutUsers, aboutAssignments],
      handle: ({ caller, query, lasts }) => {
        lasts(SEEN_MS)
        const status = oneOf(userFilters, migratedFilter(query.filter_status), 'filter_status')
        return readUsers(kontor, caller, query, status)
      },
    },
    create: async ({ caller, body }) => ({
      ...done,
      user_id: await createUser(kontor, caller, body),
    }),
    read: ({ caller, params }) => readUser(kontor, caller, params.user_id),
    groupsOf: ({ caller, params }) => readGroupsOf(kontor, caller, params.user_id),
    massEdit: async ({ caller, body }) => ({
      ...done,
      ...(await setManyActive(kontor, caller, body.user_ids, body.is_active)),
    }),
    remove: async ({ caller, params }) => {
      await removeUser(kontor, caller, params.user_id)
      return done
    },
    rename: async ({ caller, params, body }) => {
      await renameUser(kontor, caller, params.user_id, body.username)
      return done
    },
    changeName: async ({ caller, params, body }) => {
      await changeName(kontor, caller, params.user_id, body)
      return done
    },
    changeEmail: async ({ caller, params, body }) => {
      await changeEmail(kontor, caller, params.user_id, body.email)
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
    factors: ({ params }) => readFactors(kontor, params.user_id),
    removeFactors: async ({ caller, params }) => {
      await removeFactors(kontor, caller, params.user_id)
      return done
    },
    keepListView: async ({ caller, params, body }) => {
      await keepListView(kontor, caller, { ...body, list: params.list })
      return done
    },
    current: {
      restsOn: ({ caller }) => [...factsOfRooms(caller, 'groups'), ...factsOfRooms(caller, 'direct')],
      handle: ({ caller }) => readCurrentUser(kontor, caller),
    },
    changeOwnPassword: async ({ caller, body, request }) => {
      await changeOwnPassword(kontor, caller, { ...body, address: request.address })
      return done
    },
    assignments: { restsOn: () => [aboutUsers, aboutAssignments], handle: () => readAssignments(kontor) },
    assignMany: async ({ caller, body }) => {
      const action = body.granted ? 'grant' : 'remove'
      const pairs = { userIds: body.user_ids, groupIds: body.group_ids, action } as const
      return { ...done, ...(await assignWithUndo(kontor, caller, pairs)) }
    },
    assignment: ({ params }) => readAssignment(kontor, params.user_id, params.groupname),
    assign: ({ caller, params }) => assign(kontor, caller, params.user_id, params.groupname, 'grant'),
    unassign: ({ caller, params }) => assign(kontor, caller, params.user_id, params.groupname, 'remove'),
    previewImport: async ({ body }) => ({ ...done, ...(await previewImport(kontor, body)) }),
    importPeople: async ({ caller, body }) => ({ ...done, ...(await importPeople(kontor, caller, body)) }),
    exportPeople: ({ caller, reply }) => exportPeople(kontor, caller, reply),
    sync: async ({ caller }) => ({
      ...done,
      background_result_id: await startInBackground(kontor, { kind: SYNC_USERS, key: 'all', by: caller }),
    }),
    previewSync: async () => {
      const { diff, refusal } = await previewUserSync(kontor)
      return previewOf(diff, refusal)
    },
    lastSync: async () => ({
      ...(await lastRun(kontor, SYNC_USERS, 'all')),
      new_user_ids: await listNewIds(kontor.db, SYNC_USERS),
    }),
  })
}
