import { useEffect, useState } from 'react'
import { today } from './days.ts'

/** Changes at midnight: 'Heute' becomes 'Gestern'. */
export function useToday(): string {
  const [day, setDay] = useState(() => today())
  useEffect(() => {
    const timer = setInterval(() => setDay(today()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return day
}
