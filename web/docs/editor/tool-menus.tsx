import type { Command } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import * as icons from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { blockKindOf, blockKinds } from './blocks.ts'
import { type Editor, useEditor } from './editor.ts'
import { deleteSection, moveSection, sectionAround } from './sections.ts'
import { Swatch } from './swatch.tsx'
import { cellColourOf, cellColours, colourCells, tableActions } from './tables.ts'

export function KindMenu({ editor }: { editor: Editor }) {
  const kind = useEditor(editor, blockKindOf)
  return (
    <Menu
      label="Art des Absatzes"
      text={kind}
      items={() =>
        blockKinds.map(({ text, command, keys }) => ({
          text,
          ...(keys && { keys }),
          checked: text === kind,
          disabled: text !== kind && !command(editor.state),
          onPick: () => editor.run(command),
        }))
      }
    />
  )
}

export function SectionMenu({ editor }: { editor: Editor }) {
  const disabled = useEditor(editor, (state) => sectionAround(state) === undefined)
  const items = [
    { text: 'Nach oben', icon: <icons.ArrowUpIcon />, command: moveSection(-1), keys: 'Alt+↑' },
    { text: 'Nach unten', icon: <icons.ArrowDownIcon />, command: moveSection(1), keys: 'Alt+↓' },
    { text: 'Abschnitt löschen', icon: <icons.TrashIcon />, command: deleteSection, danger: true },
  ]
  return (
    <Menu
      label="Abschnitt"
      icon={<icons.MoveIcon />}
      disabled={disabled}
      items={() => itemsOf(editor, items)}
    />
  )
}

export function TableMenu({ editor }: { editor: Editor }) {
  const disabled = useEditor(editor, (state) => !isInTable(state))
  return (
    <Menu
      label="Tabelle"
      icon={<icons.GridIcon />}
      disabled={disabled}
      items={() => itemsOf(editor, tableActions)}
    />
  )
}

function itemsOf<A extends { text: string; command: Command }>(editor: Editor, actions: readonly A[]) {
  return actions.map(({ command, ...looks }) => ({
    ...looks,
    disabled: !command(editor.state),
    onPick: () => void editor.run(command),
  }))
}

export function ColourMenu({ editor }: { editor: Editor }) {
  const disabled = useEditor(editor, (state) => !isInTable(state))
  const present = useEditor(editor, cellColourOf)
  const choices = [{ text: 'Keine Farbe', colour: null }, ...cellColours]
  return (
    <Menu
      label="Farbe der Zelle"
      icon={<icons.PaintIcon />}
      disabled={disabled}
      items={() =>
        choices.map(({ text, colour }) => ({
          text,
          icon: <Swatch colour={colour} />,
          checked: colour === present,
          onPick: () => editor.run(colourCells(colour)),
        }))
      }
    />
  )
}
