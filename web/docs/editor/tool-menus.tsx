/** The tools that are menus, as data. What an item can do is asked when its menu opens. */
import type { Command, EditorState } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import type { ReactNode } from 'react'
import * as icons from '#web/ui/icon.tsx'
import type { MenuItem } from '#web/ui/menu.tsx'
import { blockKindOf, blockKinds } from './blocks.ts'
import type { Editor } from './editor.ts'
import { deleteSection, moveSection, sectionAround } from './sections.ts'
import { Swatch } from './swatch.tsx'
import { cellColourOf, cellColours, colourCells, tableActions } from './tables.ts'

export type MenuTool = {
  label: string
  can: (state: EditorState) => boolean
  items: (editor: Editor) => readonly MenuItem[]
} & (
  | { icon: ReactNode }
  | { /** What holds here, in place of an icon. */ text: (state: EditorState) => string }
)

export const kindMenu: MenuTool = {
  label: 'Art des Absatzes',
  text: blockKindOf,
  can: () => true,
  items: (editor) => {
    const kind = blockKindOf(editor.state)
    return blockKinds.map(({ text, command, keys }) => ({
      text,
      ...(keys && { keys }),
      checked: text === kind,
      disabled: text !== kind && !command(editor.state),
      onPick: () => editor.run(command),
    }))
  },
}

const sectionActions = [
  { text: 'Nach oben', icon: <icons.ArrowUpIcon />, command: moveSection(-1), keys: 'Alt+↑' },
  { text: 'Nach unten', icon: <icons.ArrowDownIcon />, command: moveSection(1), keys: 'Alt+↓' },
  { text: 'Abschnitt löschen', icon: <icons.TrashIcon />, command: deleteSection, danger: true },
]

export const sectionMenu: MenuTool = {
  label: 'Abschnitt',
  icon: <icons.MoveIcon />,
  can: (state) => sectionAround(state) !== undefined,
  items: (editor) => itemsOf(editor, sectionActions),
}

export const tableMenu: MenuTool = {
  label: 'Tabelle',
  icon: <icons.GridIcon />,
  can: isInTable,
  items: (editor) => itemsOf(editor, tableActions),
}

export const colourMenu: MenuTool = {
  label: 'Farbe der Zelle',
  icon: <icons.PaintIcon />,
  can: isInTable,
  items: (editor) => {
    const present = cellColourOf(editor.state)
    return [{ text: 'Keine Farbe', colour: null }, ...cellColours].map(({ text, colour }) => ({
      text,
      icon: <Swatch colour={colour} />,
      checked: colour === present,
      onPick: () => editor.run(colourCells(colour)),
    }))
  },
}

function itemsOf<A extends { text: string; command: Command }>(editor: Editor, actions: readonly A[]) {
  return actions.map(({ command, ...looks }) => ({
    ...looks,
    disabled: !command(editor.state),
    onPick: () => void editor.run(command),
  }))
}
