import { useEffect, useMemo } from 'react'
import { forget, keep, kept } from '#web/kept.ts'
import { useLatest } from '#web/ui/use-latest.ts'

/** Keeps which sending of a part was begun here and is not read yet: leaving the screen shall not lose its report. */
export function useUnread(user_id: number, subhappening_id: number, onLeft: (id: string) => void) {
  const key = `${user_id}/sending/${subhappening_id}`
  const latest = useLatest(onLeft)
  useEffect(() => {
    let isHere = true
    void kept<string>(key).then((id) => id !== undefined && isHere && latest.current(id))
    return () => {
      isHere = false
    }
  }, [key, latest])
  return useMemo(() => ({ keep: (id: string) => void keep(key, id), forget: () => void forget(key) }), [key])
}
