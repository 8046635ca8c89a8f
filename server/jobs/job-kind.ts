import type { Kontor } from '#server/kontor.ts'
import type { Lane } from './lanes.ts'
import type { Job } from './store.ts'

export type JobKind = {
  lane: Lane
  /** The most of its lane's places that this kind takes at once; all of them when left out. */
  atOnce?: number
  /** How many of one queue may go on at once by now; `running` names the queue of each that does. */
  places?(kontor: Kontor, queue: string, running: readonly string[]): number
  /**
   * Does the work; what it throws is tried again later, if attempts are left. Work that takes minutes listens to
   * `ending`: the server waits for it.
   */
  run(kontor: Kontor, payload: Record<string, unknown>, job: Job, ending: AbortSignal): Promise<void>
  /** After the last attempt, or one that threw `Final`. */
  giveUp?(kontor: Kontor, payload: Record<string, unknown>, error: unknown): Promise<void>
  attempts: number
}
export type JobKinds = Record<string, JobKind>

/** Thrown by a job that would fail in the same way each time. */
export class Final extends Error {
  override readonly name: string = 'Final'
}

/**
 * Thrown by a job that somebody has to make possible first, in a German sentence for whoever runs the server: that is a
 * warning in the log, and no fault of the program.
 */
export class NotPossible extends Final {
  override readonly name = 'NotPossible'
  readonly event = 'job.refused'
}

type Why = ErrorOptions & { takesAttempt?: boolean; event?: string }

/**
 * Thrown by a job that was told how long to wait. What is not its own fault takes none of its attempts; `event` names
 * in the log what another machine did.
 */
export class NotBefore extends Error {
  override readonly name = 'NotBefore'
  readonly seconds: number
  readonly takesAttempt: boolean
  readonly event: string | undefined

  constructor(message: string, seconds: number, { takesAttempt = true, event, cause }: Why = {}) {
    super(message, { cause })
    this.seconds = seconds
    this.takesAttempt = takesAttempt
    this.event = event
  }
}

/**
 * The name that an error has in the log, if it or what it comes from is no fault of the program: somebody has to do
 * something first, or another machine did not do its part.
 */
export function eventOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return 'event' in error && typeof error.event === 'string' ? error.event : eventOf(error.cause)
}

/** Thrown by a job that the end of the server has cut short: it begins anew elsewhere, or with the next start. */
export class ServerEnds extends NotBefore {
  constructor() {
    super('the server ends', 1, { takesAttempt: false })
  }
}
