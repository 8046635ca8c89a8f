// Input that exists in this browser only, with links to where it belongs. Listed on „Heute“ and before a logout.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { roomsQuery } from '#web/chat/queries.ts'
import { defaultChatSearch } from '#web/chat/search.ts'
import { docQuery } from '#web/docs/queries.ts'
import { defaultTimesheetSearch, happeningsSearch } from '#web/happenings/search.ts'
import type { UnsentItem } from '#web/outbox/unsent.ts'
import { UploadIcon } from '#web/ui/icon.tsx'
import { Card, CardEmpty, CardLine } from './card.tsx'
import { todayQuery } from './queries.ts'

export const UnsentCard = ({ items }: { items: readonly UnsentItem[] }) => (
  <Card title="Nur auf diesem Gerät" icon={<UploadIcon />}>
    {items.length === 0 ? <CardEmpty>Hier wartet nichts mehr.</CardEmpty> : <UnsentLines items={items} />}
  </Card>
)

export const UnsentLines = ({ items }: { items: readonly UnsentItem[] }) =>
  items.map((item) => {
    const UnsentLine = linesByArea[item.area]
    return <UnsentLine key={`${item.area}/${item.id}/${item.what}/${item.state}`} item={item} />
  })

type Props = { item: UnsentItem }

const unsentNote = ({ what, state }: UnsentItem) => `${what} · ${state}`

const UnsentRoom = ({ item }: Props) => {
  const kind = item.area as 'groups' | 'direct'
  const room = useQuery(roomsQuery(kind)).data?.find(({ id }) => id === item.id)
  return (
    <CardLine
      link={
        room ? (
          <Link
            to="/chat/$room/$group_id"
            params={{ room: kind, group_id: item.id }}
            search={defaultChatSearch}
          />
        ) : (
          // The room no longer exists for this user: the list of chats shows its unsent messages.
          <Link to="/chat" search={defaultChatSearch} />
        )
      }
      what={<bdi>{room?.name ?? 'Chat'}</bdi>}
      more={unsentNote(item)}
    />
  )
}

const UnsentDoc = ({ item }: Props) => (
  <CardLine
    link={<Link to="/docs/$doc_id/show" params={{ doc_id: item.id }} />}
    what={<bdi>{useQuery(docQuery(item.id)).data?.name ?? 'Prozess'}</bdi>}
    more={unsentNote(item)}
  />
)

/** A draft contains only the id of its team. Names and link come from the teams on „Heute“, if it is among them. */
function UnsentTeam({ item }: Props) {
  const { teams, coming_teams = [], waiting } = useQuery(todayQuery).data ?? {}
  const known = [...(teams?.items ?? []), ...coming_teams, ...(waiting?.unsent_teams.items ?? [])]
  const team = known.find(({ subhappening_id }) => subhappening_id === item.id)
  return (
    <CardLine
      link={
        team ? (
          <Link
            to="/happenings/$happening_id/$subhappening_id/timesheet"
            params={{ happening_id: team.happening_id, subhappening_id: item.id }}
            search={defaultTimesheetSearch}
          />
        ) : (
          <Link to="/happenings" search={happeningsSearch({})} />
        )
      }
      what={team ? <bdi>{`${team.happening_name} – ${team.name}`}</bdi> : 'Zeiten eines Teams'}
      more={unsentNote(item)}
    />
  )
}

const linesByArea = { groups: UnsentRoom, direct: UnsentRoom, docs: UnsentDoc, teams: UnsentTeam }
