import type { UserListItem } from '#contract/users.ts'

type SpokenUser = Pick<UserListItem, 'username' | 'display_name' | 'persplan_vorname' | 'persplan_nachname'>

/** 'Vorname Nachname' or the username, for sentences; namesakes are distinguished as in lists. */
export function spokenName({
  username,
  display_name,
  persplan_vorname,
  persplan_nachname,
}: SpokenUser): string {
  const name = [persplan_vorname, persplan_nachname].filter(Boolean).join(' ')
  if (name === '') return username
  const isShared = display_name.endsWith(` (${username})`)
  return isShared ? `${name} (${username})` : name
}
