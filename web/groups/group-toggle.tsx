// Toggle button that lets a group see a process. Used on the page of the process and in the dialog that publishes it.
import { useState } from 'react'
import { foldForSearch, matcher } from '#web/matching.ts'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { CheckIcon, PlusIcon } from '#web/ui/icon.tsx'

/** Groups that are chosen on the first render come first. They stay there when they are deselected. */
export function useGroupsInOrder(all: readonly string[], chosen: readonly string[], filter: string) {
  const [first] = useState(() => new Set(chosen))
  const matches = matcher(filter)
  return [...all.filter((name) => first.has(name)), ...all.filter((name) => !first.has(name))].filter(
    (name) => filter === '' || matches(foldForSearch(name)),
  )
}

type Props = Pick<ButtonLook, 'size'> & { name: string; sees: boolean; onToggle: (sees: boolean) => void }

export const GroupToggle = ({ name, sees, size, onToggle }: Props) => (
  <Button
    size={size}
    aria-pressed={sees}
    icon={sees ? <CheckIcon size={16} /> : <PlusIcon size={16} />}
    onClick={() => onToggle(!sees)}
  >
    {name}
  </Button>
)
