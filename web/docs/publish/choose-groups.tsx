import { useState } from 'react'
import { matcher, searchText } from '#web/matching.ts'
import { Button } from '#web/ui/button.tsx'
import { FilterBox } from '#web/ui/filter/filter-box.tsx'
import { CheckIcon, PlusIcon } from '#web/ui/icon.tsx'
import css from './publish.module.css'

/** Beyond this number there is a search field. */
const MANY = 12

type Props = { all: readonly string[]; chosen: readonly string[]; onChange: (chosen: string[]) => void }

/** Toggle buttons for groups, initially chosen ones first. */
export function ChooseGroups({ all, chosen, onChange }: Props) {
  const [first] = useState(() => new Set(chosen))
  const [filter, setFilter] = useState('')
  const matches = matcher(filter)
  const groups = [...all.filter((name) => first.has(name)), ...all.filter((name) => !first.has(name))].filter(
    (name) => filter === '' || matches(searchText(name)),
  )
  if (all.length === 0) return <p className={css['audience']}>Es gibt noch keine Gruppen.</p>
  return (
    <fieldset className={css['groups']}>
      <legend className="only-read">Gruppen, die den Prozess sehen</legend>
      {all.length > MANY && <FilterBox label="Gruppen suchen" value={filter} onChange={setFilter} />}
      <div className={css['toggles']}>
        {groups.map((name) => {
          const sees = chosen.includes(name)
          return (
            <Button
              key={name}
              size="small"
              aria-pressed={sees}
              icon={sees ? <CheckIcon size={16} /> : <PlusIcon size={16} />}
              onClick={() => onChange(sees ? chosen.filter((other) => other !== name) : [...chosen, name])}
            >
              {name}
            </Button>
          )
        })}
      </div>
    </fieldset>
  )
}
