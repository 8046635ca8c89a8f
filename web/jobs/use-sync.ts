import { useState } from 'react'
import { sentenceOf } from '#web/api.ts'
import { useBackgroundResult } from './use-background-result.ts'

type Props = {
  /** Answers the id of the background result; an answer without one has started nothing. */
  start: () => Promise<string>
  /** One that is under way already: somebody has reloaded, or another administrator was first. */
  running: string | null
  /** Stands before the server's sentence when it cannot start. */
  notStarted?: string
  onEnd: () => unknown
}

/** A sync that somebody starts: before, while it runs, and what became of it. */
export function useSync({ start, running, notStarted, onEnd }: Props) {
  const [job, setJob] = useState(running ?? undefined)
  const [left, setLeft] = useState<string>()
  if (job === undefined && running !== null && running !== left) setJob(running)
  const [starting, setStarting] = useState(false)
  const [refused, setRefused] = useState<string>()
  const { report, error, problem: delay } = useBackgroundResult(job, onEnd)

  const run = async () => {
    setStarting(true)
    setRefused(undefined)
    try {
      const id: string | undefined = await start()
      if (id) setJob(id)
      else setRefused(notStarted ?? 'Fehler beim Starten der Synchronisation.')
    } catch (problem) {
      setRefused([notStarted, sentenceOf(problem)].filter(Boolean).join(' '))
    }
    setStarting(false)
  }
  return {
    isStarted: job !== undefined,
    isRunning: job !== undefined && report === undefined && error === undefined,
    /** Why its report has not come for a while. */
    delay,
    starting,
    report,
    problem: refused ?? error,
    run: () => void run(),
    /** Back to the beginning. */
    reset: () => {
      setLeft(job)
      setJob(undefined)
    },
  }
}
export type Sync = ReturnType<typeof useSync>
