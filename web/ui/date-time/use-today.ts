import { useEffect, useState } from 'react'
import { today } from './days.ts'

const EVERY_MS = 20_000

/** The present moment in ms, renewed three times a minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Changes at midnight: 'Heute' becomes 'Gestern'. */
export function useToday(): string {
  const [day, setDay] = useState(() => today())
  useEffect(() => {
    const timer = setInterval(() => setDay(today()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return day
}
