// Links with which a person sets a password, once: invitations and resets. The token is in the fragment, which
// browsers do not send, so it appears in no log and in no Referer.
import { randomBytes } from 'node:crypto'
import type { Invitee, LinkKind } from './store.ts'

export const linkLifetimeHours: Record<LinkKind, number> = { invitation: 72, reset: 1 }

/** 128 random bits: short enough to be typed from a sheet. */
export const newLinkToken = () => randomBytes(16).toString('base64url')

/** A new link with its token, to be shown or printed at once. */
export type MadeLink = { user: Invitee; token: string }

export const pathOf = (token: string) => `/ui/invitation#${token}`
