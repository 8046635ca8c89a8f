import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { backups } from './backups.ts'
import { chat } from './chat.ts'
import { docs } from './docs.ts'
import { find } from './find.ts'
import { groups } from './groups.ts'
import { happenings } from './happenings.ts'
import { jobs } from './jobs.ts'
import { operation } from './operation.ts'
import { privacy } from './privacy.ts'
import { push } from './push.ts'
import { shifts } from './shifts.ts'
import { status } from './status.ts'
import { today } from './today.ts'
import { users } from './users.ts'

/** Every call of the product, by domain. */
export const api = {
  status,
  auth,
  users,
  groups,
  docs,
  happenings,
  shifts,
  today,
  chat,
  find,
  push,
  jobs,
  audit,
  operation,
  backups,
  privacy,
}
export type Api = typeof api
