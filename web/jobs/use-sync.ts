import { useState } from 'react'
import { errorSentence } from '#web/api.ts'
import { useBackgroundResult } from './use-background-result.ts'

type Props = {
  /** Returns the id of the background result, or throws. */
  start: () => Promise<string>
  /** Id of a sync that is already running, e.g. after a reload or by another administrator. */
  running: string | null
  /** Prefix of the error when it cannot start. */
  notStarted?: string
  onEnd: () => unknown
}

/** State of a sync: idle, running, finished. */
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
      setRefused([notStarted, errorSentence(problem)].filter(Boolean).join(' '))
    }
    setStarting(false)
  }
  return {
    isStarted: job !== undefined,
    isRunning: job !== undefined && report === undefined && error === undefined,
    /** Reason why the report is delayed. */
    delay,
    starting,
    report,
    problem: refused ?? error,
    run: () => void run(),
    /** Back to idle. */
    reset: () => {
      setLeft(job)
      setJob(undefined)
    },
  }
}
export type Sync = ReturnType<typeof useSync>
