// Which errors say that the database is not there, or takes no changes, and that another try may succeed.

/** Codes of a standby that is asked for a change, and of a database that was set to read only. */
export const READ_ONLY = '25006'

const socketErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Connection lost, refused, or none free in time (SQL states 08… and 57P…, 53300), or one that only reads. */
export function isDatabaseGone(error: {
  code?: string | undefined
  message?: string
  syscall?: string
}): boolean {
  const code = error.code ?? ''
  if (code === READ_ONLY || /^(08|57P|53[1-4]00)/.test(code)) return true
  if (
    socketErrors.has(code) &&
    (error.syscall === 'connect' || error.syscall === 'read' || error.syscall === 'write')
  )
    return true
  // pg gives these no code of their own.
  return /^(Query read timeout|timeout exceeded when trying to connect|timeout expired|Connection terminated|Cannot use a pool after|Client (has encountered a connection error|was closed))/.test(
    error.message ?? '',
  )
}
