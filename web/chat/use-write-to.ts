import { useNavigate } from '@tanstack/react-router'
import { useWhileHere } from '#web/shell/use-while-here.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { startDirect } from './changes.ts'
import { ofList, pathOf } from './search.ts'

/** Opens the chat with somebody, or begins it. */
export function useWriteTo() {
  const navigate = useNavigate()
  const whileHere = useWhileHere()
  return async (user_id: number) => {
    try {
      const room = await startDirect(user_id)
      await whileHere(() => navigate({ to: '/chat/$room/$group_id', params: pathOf(room), search: ofList }))
    } catch (error) {
      toastFailure(error)
    }
  }
}
