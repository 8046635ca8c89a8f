import { useNavigate } from '@tanstack/react-router'
import { toastFailure } from '#web/toast-failure.ts'
import { startDirect } from './changes.ts'
import { ofList, pathOf } from './search.ts'

/** Opens the chat with somebody, or begins it. */
export function useWriteTo() {
  const navigate = useNavigate()
  return async (user_id: number) => {
    const place = location.pathname
    try {
      const room = await startDirect(user_id)
      // Whoever has gone on meanwhile is not taken away from there.
      if (location.pathname === place)
        await navigate({ to: '/chat/$room/$group_id', params: pathOf(room), search: ofList })
    } catch (error) {
      toastFailure(error)
    }
  }
}
