import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Loading } from '#web/ui/states.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { docQuery } from '../queries.ts'
import { draftQuery } from './drafts.ts'
import { EditorScreen } from './editor-screen.tsx'

const route = getRouteApi('/signed-in/docs/$doc_id/edit')
/** How soon somebody else's save is noticed; hidden tabs do not ask. */
const POLL = 5_000 // ms

export function EditScreen() {
  const { doc_id } = route.useParams()
  const whose = { user_id: useCurrentUser().id, doc_id }
  const { data: doc } = useSuspenseQuery({ ...docQuery(doc_id), refetchInterval: POLL })
  const draft = useQuery(draftQuery(whose))
  if (!draft.isSuccess) return <Loading />
  return <EditorScreen key={doc_id} doc={doc} draft={draft.data} whose={whose} />
}
