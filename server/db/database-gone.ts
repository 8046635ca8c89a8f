// Classifies errors that mean the database is away or read-only, so that a retry may succeed.

/** A write on a standby, or on a database set to read only. */
export const READ_ONLY_SQLSTATE = '25006'

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

/**
 * True if the connection was lost or refused, the server lacks resources (SQL states 08…, 57P… and 53100 to 53400),
 * or the database is read-only.
 */
export function isDatabaseGone(error: {
  code?: string | undefined
  message?: string
  syscall?: string
}): boolean {
  const code = error.code ?? ''
  if (code === READ_ONLY_SQLSTATE || /^(08|57P|53[1-4]00)/.test(code)) return true
  if (
    socketErrors.has(code) &&
    (error.syscall === 'connect' || error.syscall === 'read' || error.syscall === 'write')
  )
    return true
  // Errors of pg without a code.
  return /^(Query read timeout|timeout exceeded when trying to connect|timeout expired|Connection terminated|Cannot use a pool after|Client (has encountered a connection error|was closed))/.test(
    error.message ?? '',
  )
}
