// A link that opens an account once. Its token stands behind the `#`, which no browser sends: so it is in no log of a
// server or a proxy, and in no Referer.
import { randomBytes } from 'node:crypto'
import type { Invited, Kind } from './store.ts'

/** Lifetime of a link, in hours. */
export const lifetimes: Record<Kind, number> = { invitation: 72, reset: 1 }

/** 128 random bits: short enough to be typed from a sheet. */
export const newLinkToken = () => randomBytes(16).toString('base64url')

/** One that is shown or printed now. */
export type MadeLink = { user: Invited; token: string }

export const pathOf = (token: string) => `/ui/invitation#${token}`
