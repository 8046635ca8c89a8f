import { MenuPanel } from '#web/ui/menu.tsx'
import type { Popover } from '#web/ui/popover/use-popover.ts'
import type { Editor } from '../editor.ts'
import type { PromptKind } from '../prompts/prompt-gestures.ts'
import { inserts } from './inserts.tsx'

type Props = {
  popover: Popover<HTMLButtonElement>
  id: string
  editor: Editor
  onPrompt: (kind: PromptKind) => void
}

/** What the menu „Einfügen“ shows. */
export function InsertPanel({ popover, id, editor, onPrompt }: Props) {
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
  return <MenuPanel popover={popover} id={id} label="Einfügen" items={items} />
}
