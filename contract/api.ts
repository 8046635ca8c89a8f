import { auth } from './auth.ts'
import { status } from './status.ts'
import { users } from './users.ts'

/** Every call of the product, by domain. */
export const api = { status, auth, users }
export type Api = typeof api
