import { useState } from 'react'
import { GroupToggle, useGroupsInOrder } from '#web/groups/group-toggle.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import css from './publish.module.css'

/** Beyond this number there is a search field. */
const MAX_GROUPS_WITHOUT_SEARCH = 12

type Props = { all: readonly string[]; chosen: readonly string[]; onChange: (chosen: string[]) => void }

/** Toggle buttons for groups, initially chosen ones first. */
export function ChooseGroups({ all, chosen, onChange }: Props) {
  const [filter, setFilter] = useState('')
  const groups = useGroupsInOrder(all, chosen, filter)
  if (all.length === 0) return <p className={css['audience']}>Es gibt noch keine Gruppen.</p>
  return (
    <fieldset className={css['groups']}>
      <legend className="only-read">Gruppen, die den Prozess sehen</legend>
      {all.length > MAX_GROUPS_WITHOUT_SEARCH && (
        <FilterBox label="Gruppen suchen" value={filter} onChange={setFilter} />
      )}
      <div className={css['toggles']}>
        {groups.map((name) => (
          <GroupToggle
            key={name}
            name={name}
            size="small"
            sees={chosen.includes(name)}
            onToggle={(sees) => onChange(sees ? [...chosen, name] : chosen.filter((other) => other !== name))}
          />
        ))}
      </div>
    </fieldset>
  )
}
