import type { Kontor } from '#server/kontor.ts'
import type { Lane } from './lanes.ts'
import type { Job } from './store.ts'

export type JobKind = {
  lane: Lane
  /** Maximum of its lane's slots for this kind; all of them if absent. */
  atOnce?: number
  /** Current maximum of concurrent jobs in one queue; `running` lists the queue of each running job. */
  places?(kontor: Kontor, queue: string, running: readonly string[]): number
  /**
   * Does the work; errors are retried while attempts are left. Work that takes minutes must watch `ending`,
   * since the server waits for it.
   */
  run(kontor: Kontor, payload: Record<string, unknown>, job: Job, ending: AbortSignal): Promise<void>
  /** Called after the last attempt or a `FinalError`. */
  giveUp?(kontor: Kontor, payload: Record<string, unknown>, error: unknown): Promise<void>
  attempts: number
}
export type JobKinds = Record<string, JobKind>

/** Thrown by a job if a retry would fail in the same way. */
export class FinalError extends Error {
  override readonly name: string = 'FinalError'
  readonly isFinal = true
}
/** True for a `FinalError`, and for any other error with `isFinal`, e.g. of a mail to an invalid address. */
export const isFinal = (error: unknown) =>
  error instanceof Error && 'isFinal' in error && error.isFinal === true

/**
 * Thrown by a job that the operator has to enable first, with a German sentence: logged as a warning, not as an
 * error.
 */
export class NotEnabledError extends FinalError {
  override readonly name = 'NotEnabledError'
  readonly event = 'job.refused'
}

type Why = ErrorOptions & { takesAttempt?: boolean; event?: string }

/**
 * Thrown by a job that must run again later. `takesAttempt`: false if another machine is at fault. `event`: name of
 * the log event.
 */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
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

/** Log event of errors that are no bug: something to be done by the operator, or a failure of another machine. */
export function eventOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return 'event' in error && typeof error.event === 'string' ? error.event : eventOf(error.cause)
}

/** Thrown by a job that a shutdown interrupts. The job runs again, on another node or after the restart. */
export class ServerEnds extends RetryLater {
  constructor() {
    super('the server ends', 1, { takesAttempt: false })
  }
}
