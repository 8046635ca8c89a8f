import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { backups } from './backups.ts'
import { chat } from './chat.ts'
import { company } from './company.ts'
import { docs } from './docs.ts'
import { factors, passkeys } from './factors.ts'
import { find } from './find.ts'
import { groups } from './groups.ts'
import { happenings } from './happenings.ts'
import { invitations } from './invitations.ts'
import { jobs } from './jobs.ts'
import { operation } from './operation.ts'
import { photos } from './photos.ts'
import { privacy } from './privacy.ts'
import { providers } from './providers.ts'
import { publishing } from './publishing.ts'
import { push } from './push.ts'
import { rounds } from './rounds.ts'
import { shifts } from './shifts.ts'
import { status } from './status.ts'
import { today } from './today.ts'
import { tokens } from './tokens.ts'
import { undo } from './undo.ts'
import { users } from './users.ts'
import { versions } from './versions.ts'
import { webhooks } from './webhooks.ts'

/** Every call of the product, by domain. */
export const api = {
  status,
  auth,
  passkeys,
  factors,
  tokens,
  users,
  groups,
  docs,
  photos,
  versions,
  publishing,
  rounds,
  happenings,
  shifts,
  today,
  chat,
  find,
  push,
  invitations,
  providers,
  jobs,
  undo,
  audit,
  operation,
  backups,
  webhooks,
  company,
  privacy,
}
export type Api = typeof api
