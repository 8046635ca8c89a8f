// The log holds what happened, not what people wrote: of an error its kind, its code and where in the program it came
// up. Words that an error quotes may be anybody's.
import type { FastifyServerOptions } from 'fastify'
import type { Config } from '#server/config.ts'
import { type LogTarget, standardOutput } from './log-output.ts'

const LONGEST = 200
type Detailed = Error & Record<string, unknown>
/** Fields of a database's error: they hold names of ours, no values. */
const named = ['code', 'constraint', 'table', 'column', 'routine', 'severity', 'syscall'] as const

/** To standard output, unless a test listens. */
export const logging = (level: Config['logLevel'], stream: LogTarget = standardOutput()) =>
  ({
    stream,
    level,
    // By name: `warn`, not 40.
    formatters: { level: (label: string) => ({ level: label }) },
    redact: ['req.headers.cookie', 'req.headers.authorization'],
    serializers: { err: (error: unknown) => withoutWords(error) },
    hooks: {
      // An error given alone would become the line's text, with all its words.
      logMethod(args, method) {
        const [first, ...rest] = args as unknown[]
        if (first instanceof Error && rest.length === 0)
          return method.apply(this, [{ err: first }, 'something failed'] as never)
        return method.apply(this, args)
      },
    },
  }) satisfies FastifyServerOptions['logger']

type Told = { type: string; message: string; stack: string; [fact: string]: unknown }

export function withoutWords(error: unknown, depth = 0): Told {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { name, message, stack = '', cause } = error
  const facts = named.flatMap((key) => {
    const value = (error as Detailed)[key]
    return typeof value === 'string' || typeof value === 'number' ? [[key, value] as const] : []
  })
  return {
    type: name,
    message: beforeWords(message),
    ...Object.fromEntries(facts),
    stack: framesOf(stack, message),
    ...(cause !== undefined && depth < 3 && { cause: withoutWords(cause, depth + 1) }),
  }
}

/** Quoted words stand behind a colon or in quotation marks. */
export const beforeWords = (message: string) =>
  (/^[^\n:"'`„“‚«»]*/.exec(message)?.[0] ?? '').slice(0, LONGEST).trimEnd()

/** The message stands at the beginning of a stack, with all its lines. */
function framesOf(stack: string, message: string): string {
  const behind = message === '' ? 0 : Math.max(stack.indexOf(message), 0) + message.length
  return stack
    .slice(behind)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .join('\n')
}
