import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupsQuery } from '#web/groups/queries.ts'
import { queryClient } from '#web/query-client.ts'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { docQuery } from '../queries.ts'
import { GroupToggles } from './group-toggles.tsx'
import { visibilityQuery } from './queries.ts'
import { useVisibility } from './use-visibility.ts'
import css from './visibility.module.css'
import { isForStaff, whoSeesInWords } from './who-sees.ts'

const route = getRouteApi('/signed-in/docs/$doc_id/visibility')

export const loadVisibility = (doc_id: number) =>
  Promise.all([
    queryClient.ensureQueryData(visibilityQuery(doc_id)),
    queryClient.ensureQueryData(groupsQuery),
  ])

/** Everybody, or chosen groups. Changes are saved at once. */
export function VisibilityScreen() {
  const { doc_id } = route.useParams()
  const { status } = useSuspenseQuery(docQuery(doc_id)).data
  const { visibility, change } = useVisibility(doc_id)
  return (
    <div className={css['visibility']}>
      {!isForStaff(status) && (
        <Notice tone="warning">
          Der Status „{status}“ verbirgt den Prozess vor allen außer Admins, egal was Sie hier einstellen.
        </Notice>
      )}
      <Checkbox
        label="Öffentlich"
        hint={whoSeesInWords(visibility.public, status)}
        checked={visibility.public}
        onChange={(isPublic) => change({ public: isPublic })}
      />
      {!visibility.public && (
        <GroupToggles
          doc_id={doc_id}
          chosen={visibility.groups}
          onToggle={(group, sees) => change({ group, sees })}
        />
      )}
    </div>
  )
}
