import type { FastifyInstance } from 'fastify'
import { backups } from '#contract/backups.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { backUpNow } from './backup-jobs.ts'
import { readBackupOverview } from './backup-state.ts'

export function backupRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, backups, {
    list: () => readBackupOverview(kontor),
    start: ({ caller }) => backUpNow(kontor, caller),
  })
}
