import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { GroupToggle, useGroupsInOrder } from '#web/groups/group-toggle.tsx'
import { groupsQuery } from '#web/groups/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { FilterBar } from '#web/ui/filter/filter-bar.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { GroupsIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Empty } from '#web/ui/states.tsx'
import css from './visibility.module.css'

const route = getRouteApi('/signed-in/docs/$doc_id/visibility')
type Props = { doc_id: number; chosen: readonly string[]; onToggle: (group: string, sees: boolean) => void }

export function GroupToggles({ doc_id, chosen, onToggle }: Props) {
  const { filter } = route.useSearch()
  const navigate = route.useNavigate()
  const all = useSuspenseQuery(groupsQuery).data
  const groups = useGroupsInOrder(all, chosen, filter)
  const setFilter = (next: string) =>
    void navigate({
      to: '/docs/$doc_id/visibility',
      params: { doc_id },
      search: { filter: next },
      replace: true,
    })

  if (all.length === 0)
    return (
      <Empty icon={<GroupsIcon />} title="Es gibt noch keine Gruppen.">
        <p>Legen Sie unter „Gruppen“ eine an, oder machen Sie den Prozess öffentlich.</p>
      </Empty>
    )
  return (
    <section aria-label="Gruppen, die den Prozess sehen">
      {chosen.length === 0 && <Notice tone="warning">Niemand außer Admins sieht diesen Prozess.</Notice>}
      <div className={css['above']}>
        <FilterBar>
          <FilterBox label="Gruppen suchen" value={filter} onChange={setFilter} />
        </FilterBar>
        <output className={css['count']}>
          {formatNumber(chosen.length)} von {formatNumber(all.length)} Gruppen gewählt
        </output>
      </div>
      {groups.length === 0 ? (
        <Empty
          icon={<GroupsIcon />}
          title="Keine Gruppe gefunden"
          action={<Button onClick={() => setFilter('')}>Alle Gruppen zeigen</Button>}
        />
      ) : (
        <ul className={css['groups']}>
          {groups.map((name) => (
            <li key={name}>
              <GroupToggle
                name={name}
                sees={chosen.includes(name)}
                onToggle={(sees) => onToggle(name, sees)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
