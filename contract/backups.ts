import { type Static, Type } from 'typebox'
import { get, post } from './endpoint.ts'
import { DateTime, Nullable, OneOf, SuccessAnswer } from './shapes.ts'

export const BackupItem = Type.Object(
  {
    id: Type.Integer(),
    kind: OneOf(['daily', 'by_hand'], { title: 'BackupKind' }),
    state: OneOf(['running', 'verified', 'failed'], { title: 'BackupState' }),
    /** File name without the folder. */
    file: Type.String(),
    node: Type.String(),
    started_at: DateTime,
    /** Time of the last successful test restore, in which every row was compared; null if there was none. */
    verified_at: Nullable(DateTime),
    bytes: Nullable(Type.Number()),
    rows: Nullable(Type.Number()),
    is_sealed: Type.Boolean(),
    /** The reason of a failure. */
    problem: Nullable(Type.String()),
  },
  { title: 'BackupItem' },
)
export type BackupItem = Static<typeof BackupItem>

export const BackupOverview = Type.Object(
  {
    /** A folder for backups is configured. */
    is_on: Type.Boolean(),
    /** Time of the daily backup. */
    time: Type.String(),
    is_sealed: Type.Boolean(),
    /** Seconds since the last verified backup; null without one. */
    age_seconds: Nullable(Type.Number()),
    /** German sentence for the administrator. */
    warning: Nullable(Type.String()),
    /** A backup is queued or in progress. */
    is_running: Type.Boolean(),
    items: Type.Array(BackupItem),
  },
  { title: 'BackupOverview' },
)
export type BackupOverview = Static<typeof BackupOverview>

export const backups = {
  list: get('/operation/backups/', {
    shedFirst: true,
    says: 'Die letzten Sicherungen, ob sie geprüft sind und wie alt die letzte ist',
    may: 'admin',
    answer: BackupOverview,
  }),
  start: post('/operation/backups/', {
    says: 'Eine Sicherung beginnen; läuft schon eine, bleibt es bei ihr',
    may: 'admin',
    limit: 'exports',
    answer: SuccessAnswer,
  }),
}
