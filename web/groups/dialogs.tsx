// Dialogs over the list of groups. Closing one returns to the list as it was.
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { NameDialog } from '#web/forms/name-dialog.tsx'
import { GoneDialog, useBackTo } from '#web/forms/over-list.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { createGroup, renameGroup } from './changes.ts'
import { customGroupsQuery, groupsQuery } from './queries.ts'

const route = getRouteApi('/signed-in/groups/$groupname/rename')

export function CreateGroupDialog() {
  const back = useBackTo('/groups')
  const create = async (name: string) => {
    await createGroup(name)
    toast('Gruppe angelegt')
    back()
  }
  return (
    <NameDialog
      title="Neue Gruppe"
      label="Name"
      hint="Wer dazugehört, legen Sie danach unter „Zuweisungen“ fest."
      field="groupname"
      verb="Anlegen"
      onName={create}
      onClose={back}
    />
  )
}

const goneSentence = 'Diese Gruppe gibt es nicht mehr.'
const plannedGroupSentence =
  'Diese Gruppe kommt aus der Personalplanung und lässt sich hier nicht umbenennen.'

export function RenameGroupDialog() {
  const { groupname } = route.useParams()
  const [own, all] = [useSuspenseQuery(customGroupsQuery).data, useSuspenseQuery(groupsQuery).data]
  // Computed once on opening: after renaming, the old name disappears before the dialog does.
  const [obstacle] = useState(
    own.includes(groupname) ? undefined : all.includes(groupname) ? plannedGroupSentence : goneSentence,
  )
  const back = useBackTo('/groups')
  const rename = async (name: string) => {
    await renameGroup(groupname, name)
    toast('Gruppe umbenannt')
    back()
  }
  if (obstacle) return <GoneDialog title="Gruppe" sentence={obstacle} onClose={back} />
  return (
    <NameDialog
      title="Gruppe umbenennen"
      label="Name"
      hint="Zuweisungen, Prozesse und Chat bleiben bei der Gruppe."
      field="newname"
      present={groupname}
      verb="Umbenennen"
      onName={rename}
      onClose={back}
    />
  )
}
