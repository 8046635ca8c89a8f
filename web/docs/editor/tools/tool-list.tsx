// The tools over the text as a table: what each is called, which keys do the same, when it can act and when it is on.
import { toggleMark } from 'prosemirror-commands'
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import type { ReactNode } from 'react'
import { schema } from '#contract/document/schema.ts'
import { EditIcon, ImageIcon, UndoIcon } from '#web/ui/icon.tsx'
import { isInside, listAround, toggleList, toggleQuote } from '../blocks.ts'
import type { Editor } from '../editor.ts'
import { fieldHere } from '../field-names.ts'
import {
  canHoldInline,
  canLink,
  imageHere,
  insertField,
  insertTable,
  linkHere,
  removeLink,
} from '../inserting/insert.ts'
import type { PromptKind } from '../prompts/prompt-gestures.ts'
import { insertSection } from '../sections/sections.ts'
import * as icons from './tool-icons.tsx'
import { colourMenu, fieldMenu, kindMenu, type MenuTool, sectionMenu, tableMenu } from './tool-menus.tsx'

export type Tool = {
  label: string
  /** As they are printed on the keyboard. */
  keys?: string
  icon: ReactNode
  can: (state: EditorState) => boolean
  /** Only for what is on or off. */
  holds?: (state: EditorState) => boolean
  act: (on: Actions) => void
}
export type Actions = { editor: Editor; prompt: (kind: PromptKind) => void }
export type Group = { label: string; tools: readonly (Tool | MenuTool)[] }

/** A tool that does its command at once, wherever that is possible. */
const does = (command: Command, can: Tool['can'] = command) => ({
  can,
  act: ({ editor }: Actions) => void editor.run(command),
})
/** A tool that asks for something first. */
const asks = (kind: PromptKind, can: Tool['can']) => ({
  can,
  act: ({ prompt }: Actions) => prompt(kind),
})

const { strong, em, code } = schema.marks
const { bullet_list, ordered_list, list_item, blockquote } = schema.nodes
const marks = (type: MarkType) => ({
  ...does(toggleMark(type)),
  holds: (state: EditorState) => isMarked(state, type),
})
const lists = (type: NodeType) => ({
  ...does(toggleList(type)),
  holds: (state: EditorState) => listAround(state)?.type === type,
})

export const tools: readonly Group[] = [
  {
    label: 'Verlauf',
    tools: [
      {
        label: 'Rückgängig',
        keys: 'Strg+Z',
        icon: <UndoIcon />,
        ...does(undo, (state) => undoDepth(state) > 0),
      },
      {
        label: 'Wiederholen',
        keys: 'Strg+Y',
        icon: <icons.RedoIcon />,
        ...does(redo, (state) => redoDepth(state) > 0),
      },
    ],
  },
]

/** On a phone these wait behind a button. */
export const moreTools: readonly Group[] = [
  { label: 'Absatz', tools: [kindMenu] },
  {
    label: 'Schrift und Link',
    tools: [
      { label: 'Fett', keys: 'Strg+B', icon: <icons.BoldIcon />, ...marks(strong) },
      { label: 'Kursiv', keys: 'Strg+I', icon: <icons.ItalicIcon />, ...marks(em) },
      { label: 'Code', keys: 'Strg+E', icon: <icons.CodeIcon />, ...marks(code) },
      {
        label: 'Link',
        keys: 'Strg+K',
        icon: <icons.LinkIcon />,
        ...asks('link', canLink),
        holds: (state) => linkHere(state) !== undefined,
      },
      { label: 'Link entfernen', icon: <icons.UnlinkIcon />, ...does(removeLink) },
    ],
  },
  {
    label: 'Abschnitt und Felder',
    tools: [
      { label: 'Abschnitt einfügen', icon: <icons.SectionIcon />, ...does(insertSection) },
      { label: 'Zahlenfeld einfügen', icon: <icons.NumberFieldIcon />, ...does(insertField('text')) },
      { label: 'Textfeld einfügen', icon: <icons.TextFieldIcon />, ...does(insertField('textarea')) },
      { label: 'Häkchen einfügen', icon: <icons.CheckFieldIcon />, ...does(insertField('checkbox')) },
      fieldMenu,
      {
        label: 'Feld ändern',
        keys: 'F2',
        icon: <EditIcon />,
        ...asks('name', (state) => fieldHere(state) !== undefined),
      },
    ],
  },
  {
    label: 'Listen und Zitat',
    tools: [
      { label: 'Aufzählung', icon: <icons.BulletListIcon />, ...lists(bullet_list) },
      { label: 'Nummerierung', icon: <icons.OrderedListIcon />, ...lists(ordered_list) },
      { label: 'Einrücken', keys: 'Tab', icon: <icons.IndentIcon />, ...does(sinkListItem(list_item)) },
      {
        label: 'Ausrücken',
        keys: 'Umschalt+Tab',
        icon: <icons.OutdentIcon />,
        ...does(liftListItem(list_item)),
      },
      {
        label: 'Zitat',
        icon: <icons.QuoteIcon />,
        ...does(toggleQuote),
        holds: (state) => isInside(state, blockquote),
      },
    ],
  },
  {
    label: 'Bild und Tabelle',
    tools: [
      {
        label: 'Bild',
        icon: <ImageIcon />,
        ...asks('image', canHoldInline),
        holds: (state) => imageHere(state) !== undefined,
      },
      { label: 'Tabelle einfügen', icon: <icons.TableIcon />, ...does(insertTable) },
    ],
  },
  { label: 'Abschnitt und Tabelle', tools: [sectionMenu, tableMenu, colourMenu] },
]

/** Of the next letter where nothing is selected, else of all letters of the selection. */
function isMarked({ doc, selection, storedMarks }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined
  let words = 0
  let marked = 0
  doc.nodesBetween(from, to, (node) => {
    if (!node.isText) return
    words++
    if (type.isInSet(node.marks)) marked++
  })
  return words > 0 && marked === words
}
