// The log holds events, not content. For an error it holds type, code and stack; the message is cut, since it may
// quote what people wrote.
import type { FastifyServerOptions } from 'fastify'
import type { Config } from '#server/config.ts'
import { type LogTarget, standardOutput } from './log-output.ts'

const LONGEST_MESSAGE = 200
type ErrorWithDetails = Error & Record<string, unknown>
/** Fields of database errors that hold names from our schema, but no values. */
const databaseFields = ['code', 'constraint', 'table', 'column', 'routine', 'severity', 'syscall'] as const

/** To standard output, except in tests. */
export const loggerOptions = (level: Config['logLevel'], stream: LogTarget = standardOutput()) =>
  ({
    stream,
    level,
    // Levels by name, `warn` instead of 40.
    formatters: { level: (label: string) => ({ level: label }) },
    redact: ['req.headers.cookie', 'req.headers.authorization'],
    serializers: { err: (error: unknown) => redactError(error) },
    hooks: {
      // pino would use the message of a bare error as the line's text.
      logMethod(args, method) {
        const [first, ...rest] = args as unknown[]
        if (first instanceof Error && rest.length === 0)
          return method.apply(this, [{ err: first }, 'something failed'] as never)
        return method.apply(this, args)
      },
    },
  }) satisfies FastifyServerOptions['logger']

type LoggedError = { type: string; message: string; stack: string; [fact: string]: unknown }

export function redactError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { name, message, stack = '', cause } = error
  const facts = databaseFields.flatMap((key) => {
    const value = (error as ErrorWithDetails)[key]
    return typeof value === 'string' || typeof value === 'number' ? [[key, value] as const] : []
  })
  return {
    type: name,
    message: redactMessage(message),
    ...Object.fromEntries(facts),
    stack: framesOf(stack, message),
    ...(cause !== undefined && depth < 3 && { cause: redactError(cause, depth + 1) }),
  }
}

/** Cuts a message before quoted content, which follows a colon or a quotation mark. */
export const redactMessage = (message: string) =>
  (/^[^\n:"'`„“‚«»]*/.exec(message)?.[0] ?? '').slice(0, LONGEST_MESSAGE).trimEnd()

/** Stack frames without the message that precedes them. */
function framesOf(stack: string, message: string): string {
  const behind = message === '' ? 0 : Math.max(stack.indexOf(message), 0) + message.length
  return stack
    .slice(behind)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .join('\n')
}
