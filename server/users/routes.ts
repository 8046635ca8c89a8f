import type { FastifyInstance } from 'fastify'
import { users } from '#contract/users.ts'
import { toCurrentUserFilter, userFilters } from '#contract/words/users.ts'
import { factsOfRooms } from '#server/chat/list-rooms.ts'
import { serve } from '#server/http/serve.ts'
import { startInBackground } from '#server/jobs/in-background.ts'
import { readLastRun } from '#server/jobs/last-run.ts'
import type { Kontor } from '#server/kontor.ts'
import { parseChoice } from '#server/lists/list-store.ts'
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
import { saveListView } from './list-views.ts'
import { changeOwnPassword } from './own-password.ts'
import { readCurrentUser } from './read-current-user.ts'
import { LAST_SEEN_REFRESH_MS, readUser, readUserSessions, readUsers } from './read-users.ts'
import { readFactors, removeFactors } from './remove-factors.ts'
import { previewOf } from './sync/report.ts'
import { listNewlySyncedIds } from './sync/store.ts'
import { previewUserSync, SYNC_USERS_JOB_KIND } from './sync/sync-users.ts'

export function userRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, users, {
    list: {
      restsOn: () => [aboutUsers, aboutAssignments],
      handle: ({ caller, query, expiresIn }) => {
        expiresIn(LAST_SEEN_REFRESH_MS)
        const status = parseChoice(userFilters, toCurrentUserFilter(query.filter_status), 'filter_status')
        return readUsers(kontor, caller, query, status)
      },
    },
    create: async ({ caller, body }) => ({
      user_id: await createUser(kontor, caller, body),
    }),
    read: ({ caller, params }) => readUser(kontor, caller, params.user_id),
    groupsOf: ({ caller, params }) => readGroupsOf(kontor, caller, params.user_id),
    massEdit: ({ caller, body }) => setManyActive(kontor, caller, body.user_ids, body.is_active),
    remove: ({ caller, params }) => removeUser(kontor, caller, params.user_id),
    rename: ({ caller, params, body }) => renameUser(kontor, caller, params.user_id, body.username),
    changeName: ({ caller, params, body }) => changeName(kontor, caller, params.user_id, body),
    changeEmail: ({ caller, params, body }) => changeEmail(kontor, caller, params.user_id, body.email),
    changePrivileges: ({ caller, params, body }) =>
      changePrivileges(kontor, caller, params.user_id, body.is_admin),
    changePassword: ({ caller, params, body }) =>
      setUserPassword(kontor, caller, params.user_id, body.password),
    sessions: ({ caller, params }) => readUserSessions(kontor, caller, params.user_id),
    endSessions: ({ caller, params }) => endUserSessions(kontor, caller, params.user_id),
    factors: ({ params }) => readFactors(kontor, params.user_id),
    removeFactors: ({ caller, params }) => removeFactors(kontor, caller, params.user_id),
    keepListView: ({ caller, params, body }) => saveListView(kontor, caller, { ...body, list: params.list }),
    current: {
      restsOn: ({ caller }) => [...factsOfRooms(caller, 'groups'), ...factsOfRooms(caller, 'direct')],
      handle: ({ caller }) => readCurrentUser(kontor, caller),
    },
    changeOwnPassword: ({ caller, body, request }) =>
      changeOwnPassword(kontor, caller, { ...body, address: request.address }),
    assignments: { restsOn: () => [aboutUsers, aboutAssignments], handle: () => readAssignments(kontor) },
    assignMany: ({ caller, body }) => {
      const action = body.granted ? 'grant' : 'remove'
      const pairs = { userIds: body.user_ids, groupIds: body.group_ids, action } as const
      return assignWithUndo(kontor, caller, pairs)
    },
    assignment: ({ params }) => readAssignment(kontor, params.user_id, params.groupname),
    assign: ({ caller, params }) => assign(kontor, caller, params.user_id, params.groupname, 'grant'),
    unassign: ({ caller, params }) => assign(kontor, caller, params.user_id, params.groupname, 'remove'),
    previewImport: ({ body }) => previewImport(kontor, body),
    importPeople: ({ caller, body }) => importPeople(kontor, caller, body),
    exportPeople: ({ caller, reply }) => exportPeople(kontor, caller, reply),
    sync: async ({ caller }) => ({
      background_result_id: await startInBackground(kontor, {
        kind: SYNC_USERS_JOB_KIND,
        key: 'all',
        by: caller,
      }),
    }),
    previewSync: async () => {
      const { diff, refusal } = await previewUserSync(kontor)
      return previewOf(diff, refusal)
    },
    lastSync: async () => ({
      ...(await readLastRun(kontor, SYNC_USERS_JOB_KIND, 'all')),
      new_user_ids: await listNewlySyncedIds(kontor.db, SYNC_USERS_JOB_KIND),
    }),
  })
}
