// The tools that are menus, as data. What an item can do is asked when its menu opens.
import type { Command, EditorState } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import type { ReactNode } from 'react'
import { type FieldType, hasOptions } from '#contract/document/fields.ts'
import { ArrowDownIcon, CopyIcon, EyeIcon, GridIcon, PlusIcon, TrashIcon } from '#web/ui/icon.tsx'
import type { MenuItem } from '#web/ui/menu.tsx'
import { blockKindOf, blockKinds } from '../blocks.ts'
import type { Editor } from '../editor.ts'
import { canHoldInline, insertField } from '../inserting/insert.ts'
import type { PromptKind } from '../prompts/prompt-gestures.ts'
import { duplicateSection, moveSection, nestSection, unnestSection } from '../sections/section-moves.ts'
import { deleteSection, sectionAround } from '../sections/sections.ts'
import { cellColourOf, cellColours, colourCells, tableActions } from '../tables.ts'
import { keysShown } from './shown-keys.ts'
import * as icons from './tool-icons.tsx'

export type MenuTool = {
  label: string
  can: (state: EditorState) => boolean
  items: (editor: Editor, prompt: (kind: PromptKind) => void) => readonly MenuItem[]
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
      ...(keys && keysShown && { keys }),
      checked: text === kind,
      disabled: text !== kind && !command(editor.state),
      onPick: () => editor.run(command),
    }))
  },
}

/** Beside the three kinds that have a tool of their own. */
export const moreFields: readonly { text: string; type: FieldType }[] = [
  { text: 'Auswahl', type: 'choice' },
  { text: 'Mehrfachauswahl', type: 'choices' },
  { text: 'Datum', type: 'date' },
  { text: 'Uhrzeit', type: 'time' },
  { text: 'Foto', type: 'photo' },
  { text: 'Unterschrift', type: 'signature' },
]

/** A choice is asked at once what it is made from. */
export const fieldMenu: MenuTool = {
  label: 'Weiteres Feld einfügen',
  icon: <PlusIcon />,
  can: canHoldInline,
  items: (editor, prompt) =>
    moreFields.map(({ text, type }) => ({
      text,
      onPick: () => {
        editor.run(insertField(type))
        if (hasOptions(type)) prompt('new')
      },
    })),
}

const sectionActions = [
  { text: 'Nach oben', icon: <icons.ArrowUpIcon />, command: moveSection(-1), keys: 'Alt+↑' },
  { text: 'Nach unten', icon: <ArrowDownIcon />, command: moveSection(1), keys: 'Alt+↓' },
  { text: 'Eine Ebene tiefer', icon: <icons.IndentIcon />, command: nestSection, keys: 'Alt+Umschalt+→' },
  { text: 'Eine Ebene höher', icon: <icons.OutdentIcon />, command: unnestSection, keys: 'Alt+Umschalt+←' },
  { text: 'Verdoppeln', icon: <CopyIcon />, command: duplicateSection, keys: 'Alt+Umschalt+↓' },
  { text: 'Abschnitt löschen', icon: <TrashIcon />, command: deleteSection, danger: true },
]

export const sectionMenu: MenuTool = {
  label: 'Abschnitt',
  icon: <icons.MoveIcon />,
  can: (state) => sectionAround(state) !== undefined,
  items: (editor, prompt) => [
    { text: 'Nur zeigen, wenn …', icon: <EyeIcon />, onPick: () => prompt('condition') },
    ...itemsOf(editor, sectionActions),
  ],
}

export const tableMenu: MenuTool = {
  label: 'Tabelle',
  icon: <GridIcon />,
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

type Action = { text: string; icon?: ReactNode; danger?: boolean; keys?: string; command: Command }

function itemsOf(editor: Editor, actions: readonly Action[]) {
  return actions.map(({ command, keys, ...looks }) => ({
    ...looks,
    ...(keys && keysShown && { keys }),
    disabled: !command(editor.state),
    onPick: () => void editor.run(command),
  }))
}

/** A small sample of a colour; null is none. Drawn as SVG, because the page allows no style in attributes. */
function Swatch({ colour }: { colour: string | null }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <rect
        x="2"
        y="2"
        width="16"
        height="16"
        rx="4"
        fill={colour ?? 'none'}
        stroke="currentColor"
        strokeWidth="1"
      />
      {colour === null && <path d="M5 15 15 5" stroke="currentColor" strokeWidth="1.4" />}
    </svg>
  )
}
