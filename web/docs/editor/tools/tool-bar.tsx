// Draws the tools over the text. Each is drawn anew only when its own state changes.
import type { RefObject } from 'react'
import { Menu } from '#web/ui/menu.tsx'
import { Tool as ToolButton, Toolbar, ToolGroup } from '#web/ui/toolbar.tsx'
import { type Editor, useEditor } from '../editor.ts'
import { InsertMenu } from '../inserting/insert-menu.tsx'
import type { PromptKind } from '../prompts/prompt-gestures.ts'
import { SURFACE } from '../surface.tsx'
import { keysShown } from './shown-keys.ts'
import { type Actions, type Group, moreTools, type Tool, tools } from './tool-list.tsx'
import type { MenuTool } from './tool-menus.tsx'

type Props = {
  editor: Editor
  bar: RefObject<HTMLDivElement | null>
  onPrompt: (what: PromptKind) => void
}

export function ToolBar({ editor, bar, onPrompt }: Props) {
  const actions: Actions = { editor, prompt: onPrompt }
  return (
    <Toolbar
      label="Werkzeuge"
      controls={SURFACE}
      bar={bar}
      onLeave={() => editor.view?.focus()}
      more={<Groups groups={moreTools} actions={actions} />}
    >
      <ToolGroup label="Einfügen">
        <InsertMenu editor={editor} onPrompt={onPrompt} />
      </ToolGroup>
      <Groups groups={tools} actions={actions} />
    </Toolbar>
  )
}

function Groups({ groups, actions }: { groups: readonly Group[]; actions: Actions }) {
  return groups.map(({ label, tools }) => (
    <ToolGroup key={label} label={label}>
      {tools.map((tool) =>
        'items' in tool ? (
          <OneMenu key={tool.label} tool={tool} actions={actions} />
        ) : (
          <OneTool key={tool.label} tool={tool} actions={actions} />
        ),
      )}
    </ToolGroup>
  ))
}

function OneTool({ tool, actions }: { tool: Tool; actions: Actions }) {
  const { label, keys, icon, can, holds, act } = tool
  const isPossible = useEditor(actions.editor, (state) => can(state))
  const isOn = useEditor(actions.editor, (state) => (holds ? holds(state) : null))
  return (
    <ToolButton
      label={keys && keysShown ? `${label} (${keys})` : label}
      icon={icon}
      pressed={isOn ?? undefined}
      disabled={!isPossible}
      onPress={() => act(actions)}
    />
  )
}

function OneMenu({ tool, actions: { editor, prompt } }: { tool: MenuTool; actions: Actions }) {
  const isPossible = useEditor(editor, tool.can)
  const text = useEditor(editor, (state) => ('text' in tool ? tool.text(state) : null))
  return (
    <Menu
      label={tool.label}
      items={() => tool.items(editor, prompt)}
      disabled={!isPossible}
      {...('icon' in tool && { icon: tool.icon })}
      text={text ?? undefined}
    />
  )
}
