/** „Einfügen“, with words: all that a text can be given, whatever is known of its icons. */
import { type KeyboardEvent, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ChevronDownIcon, PlusIcon } from '#web/ui/icon.tsx'
import { MenuPanel } from '#web/ui/menu.tsx'
import { usePopover } from '#web/ui/popover/use-popover.ts'
import type { Editor } from './editor.ts'
import { inserts } from './inserts.tsx'
import type { PromptKind } from './prompt-gestures.ts'

type Props = { editor: Editor; onPrompt: (kind: PromptKind) => void }

export function InsertMenu({ editor, onPrompt }: Props) {
  const popover = usePopover<HTMLButtonElement>('start')
  const { open, setOpen, anchor } = popover
  const id = useId()
  const items = () =>
    inserts.map(({ text, icon, can, command, prompt }) => ({
      text,
      icon,
      disabled: !can(editor.state),
      onPick: () => {
        if (command) editor.run(command)
        if (prompt) onPrompt(prompt)
      },
    }))
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <Button
        ref={anchor}
        variant="quiet"
        icon={<PlusIcon />}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onKeyDown={keys}
      >
        Einfügen
        <ChevronDownIcon size={16} />
      </Button>
      <MenuPanel popover={popover} id={id} label="Einfügen" items={items} />
    </>
  )
}
