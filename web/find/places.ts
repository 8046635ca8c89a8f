// The screens of the app and what can be begun there, by the words that they are called: those of the menu, and for
// administrators the dialogs that need nothing chosen before.
import { useRouter } from '@tanstack/react-router'
import { placesOf, wantedWords } from '#contract/words/found.ts'
import { useCurrentUser } from '#web/users/queries.ts'

export type Place = { to: string; search: object; title: string }

export function usePlaces(filter: string): Place[] {
  const user = useCurrentUser()
  const { routesById } = useRouter()
  const words = wantedWords(filter)
  if (words.length === 0) return []
  return Object.values(routesById).flatMap(({ fullPath, options: { staticData } }) => {
    const { title, menu, dialog } = staticData ?? {}
    if (title === undefined || fullPath.includes('$')) return []
    const isTheirs = menu
      ? (menu.isFor?.(user) ?? true) && (menu.part !== 'admin' || user.is_admin)
      : dialog === true && user.is_admin
    const isMeant = words.every((word) => placesOf(title, [word]).length > 0)
    return isTheirs && isMeant ? [{ to: fullPath, search: menu?.search ?? {}, title }] : []
  })
}
