import { MenuPanel } from '#web/ui/menu.tsx'
import type { Popover } from '#web/ui/popover/use-popover.ts'
import type { Editor } from '../editor.ts'
import type { PromptKind } from '../prompts/prompt-gestures.ts'
import { intoBody } from '../sections/sections.ts'
import { inserts } from './inserts.tsx'

type Props = {
  popover: Popover<HTMLButtonElement>
  id: string
  editor: Editor
  onPrompt: (kind: PromptKind) => void
}

/** What the menu „Einfügen“ shows. From a headline, which holds nothing but its words, it goes into the body below. */
export function InsertPanel({ popover, id, editor, onPrompt }: Props) {
  const items = () => {
    const { state } = editor
    let below = state
    intoBody(state, (tr) => (below = state.apply(tr)))
    return inserts.map(({ text, icon, can, command, prompt }) => ({
      text,
      icon,
      disabled: !can(state) && !can(below),
      onPick: () => {
        if (!can(editor.state)) editor.run(intoBody)
        if (command) editor.run(command)
        if (prompt) onPrompt(prompt)
      },
    }))
  }
  return <MenuPanel popover={popover} id={id} label="Einfügen" items={items} />
}
