// A token of a program, as it comes with a request. Other bearers, and other ways to say who one is, are none of ours:
// proxies in front send theirs.
import type { IncomingHttpHeaders } from 'node:http'

/** Whoever finds one in a text knows by it what it opens. */
export const TOKEN_PREFIX = 'kontor_'
const form = /^bearer +(kontor_\S*)$/i

/** Where there is one, cookies count for nothing. */
export const tokenIn = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  authorization === undefined ? undefined : form.exec(authorization)?.[1]
