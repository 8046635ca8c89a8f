import { useEffect, useMemo } from 'react'
import { useLatest } from '#web/ui/use-latest.ts'
import { draft } from '#web/unsaved/draft.ts'

/** Keeps which sending of a part was begun here and is not read yet: leaving the screen shall not lose its report. */
export function useUnread(user_id: number, subhappening_id: number, onLeft: (id: string) => void) {
  const latest = useLatest(onLeft)
  const unread = useMemo(
    () => draft(`${user_id}/sending/${subhappening_id}`, (stored) => stored as string | undefined),
    [user_id, subhappening_id],
  )
  useEffect(() => {
    let isHere = true
    void unread.get().then((id) => id !== undefined && isHere && latest.current(id))
    return () => {
      isHere = false
    }
  }, [unread, latest])
  return useMemo(
    () => ({ keep: (id: string) => void unread.set(id), forget: () => void unread.set(undefined) }),
    [unread],
  )
}
