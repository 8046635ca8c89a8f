// Renders the tool bar. Each tool rerenders only when its own state changes.
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ChevronDownIcon, PlusIcon } from '#web/ui/icon.tsx'
import { Menu, type MenuItem, MenuPanel } from '#web/ui/menu.tsx'
import { usePopover } from '#web/ui/popover/use-popover.ts'
import { Tool as ToolButton, Toolbar, ToolGroup } from '#web/ui/toolbar.tsx'
import { type Editor, useEditorValue } from './editor.ts'
import { formatKeys } from './key-words.ts'
import { hasKeyHints, SURFACE_ID } from './surface.tsx'
import {
  type Group,
  insertActions,
  type MenuAction,
  type MenuTool,
  moreTools,
  type Tool,
  tools,
} from './tools.tsx'

type Props = { editor: Editor; bar: RefObject<HTMLDivElement | null> }

export function ToolBar({ editor, bar }: Props) {
  return (
    <Toolbar
      label="Werkzeuge"
      controls={SURFACE_ID}
      bar={bar}
      onLeave={() => editor.view?.focus()}
      more={<ToolGroups groups={moreTools} editor={editor} />}
    >
      <ToolGroup label="Einfügen">
        <InsertMenu editor={editor} />
      </ToolGroup>
      <ToolGroups groups={tools} editor={editor} />
    </Toolbar>
  )
}

/** „Einfügen“ as a menu with words, for people who do not know the icons. */
function InsertMenu({ editor }: { editor: Editor }) {
  const popover = usePopover<HTMLButtonElement>('start')
  const { open, setOpen, anchor } = popover
  const id = useId()
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
      <MenuPanel
        popover={popover}
        id={id}
        label="Einfügen"
        items={() => menuItemsOf(editor, insertActions)}
      />
    </>
  )
}

function ToolGroups({ groups, editor }: { groups: readonly Group[]; editor: Editor }) {
  return groups.map(({ label, tools }) => (
    <ToolGroup key={label} label={label}>
      {tools.map((tool) =>
        'actions' in tool ? (
          <ToolMenu key={tool.label} tool={tool} editor={editor} />
        ) : (
          <OneTool key={tool.label} tool={tool} editor={editor} />
        ),
      )}
    </ToolGroup>
  ))
}

function OneTool({ tool, editor }: { tool: Tool; editor: Editor }) {
  const { label, keys, icon, command, isOn } = tool
  const isPossible = useEditorValue(editor, (state) => command(state))
  const pressed = useEditorValue(editor, (state) => (isOn ? isOn(state) : null))
  return (
    <ToolButton
      label={keys && hasKeyHints ? `${label} (${formatKeys(keys)})` : label}
      icon={icon}
      pressed={pressed ?? undefined}
      disabled={!isPossible}
      onPress={() => editor.run(command)}
    />
  )
}

function ToolMenu({ tool, editor }: { tool: MenuTool; editor: Editor }) {
  const isPossible = useEditorValue(editor, tool.can)
  const text = useEditorValue(editor, (state) => ('text' in tool ? tool.text(state) : null))
  return (
    <Menu
      label={tool.label}
      items={() => menuItemsOf(editor, tool.actions(editor.state))}
      disabled={!isPossible}
      {...('icon' in tool && { icon: tool.icon })}
      text={text ?? undefined}
    />
  )
}

const menuItemsOf = (editor: Editor, actions: readonly MenuAction[]): MenuItem[] =>
  actions.map(({ command, keys, ...looks }) => ({
    ...looks,
    ...(keys && hasKeyHints && { keys: formatKeys(keys) }),
    disabled: !looks.checked && !command(editor.state),
    onPick: () => void editor.run(command),
  }))
