import type { FastifyInstance } from 'fastify'
import { groups } from '#contract/groups.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAssignments } from '#server/live/facts.ts'
import { createGroup, readRemovalEffects, removeGroup, renameGroup } from './change-groups.ts'
import { listGroupNames } from './store.ts'

export function groupRoutes(app: FastifyInstance, kontor: Kontor) {
  const { db } = kontor
  serve(app, groups, {
    list: { restsOn: () => [aboutAssignments], handle: () => listGroupNames(db, { customOnly: false }) },
    listCustom: { restsOn: () => [aboutAssignments], handle: () => listGroupNames(db, { customOnly: true }) },
    create: ({ caller, params }) => createGroup(kontor, caller, params.groupname),
    remove: ({ caller, params }) => removeGroup(kontor, caller, params.groupname),
    effects: ({ params }) => readRemovalEffects(kontor, params.groupname),
    rename: ({ caller, params }) => renameGroup(kontor, caller, params.groupname, params.newname),
  })
}
