import type { FastifyInstance } from 'fastify'
import { groups } from '#contract/groups.ts'
import { done, serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { createGroup, effectsOfRemoval, removeGroup, renameGroup } from './change-groups.ts'
import { namesInMemory, readNames } from './read-names.ts'

export function groupRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, groups, {
    list: ({ again }) => {
      again(() => namesInMemory(kontor, { customOnly: false }))
      return readNames(kontor, { customOnly: false })
    },
    listCustom: ({ again }) => {
      again(() => namesInMemory(kontor, { customOnly: true }))
      return readNames(kontor, { customOnly: true })
    },
    create: async ({ caller, params }) => {
      await createGroup(kontor, caller, params.groupname)
      return done
    },
    remove: async ({ caller, params }) => {
      await removeGroup(kontor, caller, params.groupname)
      return done
    },
    effects: ({ params }) => effectsOfRemoval(kontor, params.groupname),
    rename: async ({ caller, params }) => {
      await renameGroup(kontor, caller, params.groupname, params.newname)
      return done
    },
  })
}
