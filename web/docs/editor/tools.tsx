// Table of the tools: label, keys, command and state. A tool is enabled if its command is possible.
import { toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import type { ReactNode } from 'react'
import { schema } from '#contract/document/schema.ts'
import {
  ArrowDownIcon,
  CopyIcon,
  EditIcon,
  EyeIcon,
  GridIcon,
  ImageIcon,
  PlusIcon,
  TrashIcon,
  UndoIcon,
} from '#web/ui/icon.tsx'
import {
  blockKindOf,
  blockKinds,
  canInsertInline,
  isInside,
  listAround,
  toggleList,
  toggleQuote,
} from './blocks.ts'
import { fieldAtCursor, insertField } from './fields.ts'
import { selectedImage } from './images.ts'
import { type InsertItem, insertImage, insertItems, moreFieldTypes } from './inserts.ts'
import { SECTION_MODIFIERS } from './key-words.ts'
import { canLink, linkAtCursor, removeLink } from './links.ts'
import { openPrompt } from './prompts.ts'
import {
  deleteSection,
  duplicateSection,
  insertSection,
  moveSection,
  nestSection,
  runBelowHeadline,
  sectionAround,
  unnestSection,
} from './sections.ts'
import { cellColourOf, cellColours, colourCells, insertTable, tableActions } from './tables.ts'
import * as icons from './tool-icons.tsx'

export type Tool = {
  label: string
  /** In ProseMirror's notation. */
  keys?: string
  icon: ReactNode
  command: Command
  /** Only for toggles. */
  isOn?: (state: EditorState) => boolean
}
export type MenuAction = {
  text: string
  icon?: ReactNode
  danger?: boolean
  keys?: string
  /** Radio state. */
  checked?: boolean
  command: Command
}
export type MenuTool = {
  label: string
  can: (state: EditorState) => boolean
  actions: (state: EditorState) => readonly MenuAction[]
} & (
  | { icon: ReactNode }
  | { /** The current value, shown instead of an icon. */ text: (state: EditorState) => string }
)
export type Group = { label: string; tools: readonly (Tool | MenuTool)[] }

const insertIcons: Record<InsertItem['icon'], ReactNode> = {
  section: <icons.SectionIcon />,
  number: <icons.NumberFieldIcon />,
  text: <icons.TextFieldIcon />,
  tick: <icons.CheckFieldIcon />,
  image: <ImageIcon />,
  table: <icons.TableIcon />,
  rule: <icons.RuleIcon />,
  other: <PlusIcon />,
}
export const insertIconOf = ({ icon }: InsertItem) => insertIcons[icon]

export const insertActions: readonly MenuAction[] = insertItems.map((insert) => ({
  text: insert.text,
  icon: insertIconOf(insert),
  command: runBelowHeadline(insert.command),
}))

const blockKindMenu: MenuTool = {
  label: 'Art des Absatzes',
  text: blockKindOf,
  can: () => true,
  actions: (state) => blockKinds.map((kind) => ({ ...kind, checked: kind.text === blockKindOf(state) })),
}

const fieldMenu: MenuTool = {
  label: 'Weiteres Feld einfügen',
  icon: <PlusIcon />,
  can: canInsertInline,
  actions: () => moreFieldTypes.map(({ text, type }) => ({ text, command: insertField(type) })),
}

const sectionMenu: MenuTool = {
  label: 'Abschnitt',
  icon: <icons.MoveIcon />,
  can: (state) => sectionAround(state) !== undefined,
  actions: () => [
    { text: 'Nur zeigen, wenn …', icon: <EyeIcon />, command: openPrompt('condition', () => true) },
    { text: 'Nach oben', icon: <icons.ArrowUpIcon />, command: moveSection(-1), keys: 'Alt-ArrowUp' },
    { text: 'Nach unten', icon: <ArrowDownIcon />, command: moveSection(1), keys: 'Alt-ArrowDown' },
    {
      text: 'Eine Ebene tiefer',
      icon: <icons.IndentIcon />,
      command: nestSection,
      keys: `${SECTION_MODIFIERS}-ArrowRight`,
    },
    {
      text: 'Eine Ebene höher',
      icon: <icons.OutdentIcon />,
      command: unnestSection,
      keys: `${SECTION_MODIFIERS}-ArrowLeft`,
    },
    {
      text: 'Verdoppeln',
      icon: <CopyIcon />,
      command: duplicateSection,
      keys: `${SECTION_MODIFIERS}-ArrowDown`,
    },
    { text: 'Abschnitt löschen', icon: <TrashIcon />, command: deleteSection, danger: true },
  ],
}

const tableMenu: MenuTool = {
  label: 'Tabelle',
  icon: <GridIcon />,
  can: isInTable,
  actions: () => tableActions,
}

const cellColourMenu: MenuTool = {
  label: 'Farbe der Zelle',
  icon: <icons.PaintIcon />,
  can: isInTable,
  actions: (state) =>
    [{ text: 'Keine Farbe', colour: null }, ...cellColours].map(({ text, colour }) => ({
      text,
      icon: <Swatch colour={colour} />,
      checked: colour === cellColourOf(state),
      command: colourCells(colour),
    })),
}

/** A colour sample; null for none. SVG, since the CSP forbids style attributes. */
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

const { strong, em, code } = schema.marks
const { bullet_list, ordered_list, list_item, blockquote } = schema.nodes
const markToggle = (type: MarkType) => ({
  command: toggleMark(type),
  isOn: (state: EditorState) => isMarked(state, type),
})
const listToggle = (type: NodeType) => ({
  command: toggleList(type),
  isOn: (state: EditorState) => listAround(state)?.type === type,
})

export const tools: readonly Group[] = [
  {
    label: 'Verlauf',
    tools: [
      { label: 'Rückgängig', keys: 'Mod-z', icon: <UndoIcon />, command: undo },
      { label: 'Wiederholen', keys: 'Mod-y', icon: <icons.RedoIcon />, command: redo },
    ],
  },
]

/** Collapsed on phones. */
export const moreTools: readonly Group[] = [
  { label: 'Absatz', tools: [blockKindMenu] },
  {
    label: 'Schrift und Link',
    tools: [
      { label: 'Fett', keys: 'Mod-b', icon: <icons.BoldIcon />, ...markToggle(strong) },
      { label: 'Kursiv', keys: 'Mod-i', icon: <icons.ItalicIcon />, ...markToggle(em) },
      { label: 'Code', keys: 'Mod-e', icon: <icons.CodeIcon />, ...markToggle(code) },
      {
        label: 'Link',
        keys: 'Mod-k',
        icon: <icons.LinkIcon />,
        command: openPrompt('link', canLink),
        isOn: (state) => linkAtCursor(state) !== undefined,
      },
      { label: 'Link entfernen', icon: <icons.UnlinkIcon />, command: removeLink },
    ],
  },
  {
    label: 'Abschnitt und Felder',
    tools: [
      { label: 'Abschnitt einfügen', icon: <icons.SectionIcon />, command: insertSection },
      { label: 'Zahlenfeld einfügen', icon: <icons.NumberFieldIcon />, command: insertField('text') },
      { label: 'Textfeld einfügen', icon: <icons.TextFieldIcon />, command: insertField('textarea') },
      { label: 'Häkchen einfügen', icon: <icons.CheckFieldIcon />, command: insertField('checkbox') },
      fieldMenu,
      {
        label: 'Feld ändern',
        keys: 'F2',
        icon: <EditIcon />,
        command: openPrompt('field', (state) => fieldAtCursor(state) !== undefined),
      },
    ],
  },
  {
    label: 'Listen und Zitat',
    tools: [
      { label: 'Aufzählung', icon: <icons.BulletListIcon />, ...listToggle(bullet_list) },
      { label: 'Nummerierung', icon: <icons.OrderedListIcon />, ...listToggle(ordered_list) },
      { label: 'Einrücken', keys: 'Tab', icon: <icons.IndentIcon />, command: sinkListItem(list_item) },
      {
        label: 'Ausrücken',
        keys: 'Shift-Tab',
        icon: <icons.OutdentIcon />,
        command: liftListItem(list_item),
      },
      {
        label: 'Zitat',
        icon: <icons.QuoteIcon />,
        command: toggleQuote,
        isOn: (state) => isInside(state, blockquote),
      },
    ],
  },
  {
    label: 'Bild und Tabelle',
    tools: [
      {
        label: 'Bild',
        icon: <ImageIcon />,
        command: insertImage,
        isOn: (state) => selectedImage(state) !== undefined,
      },
      { label: 'Tabelle einfügen', icon: <icons.TableIcon />, command: insertTable },
    ],
  },
  { label: 'Abschnitt und Tabelle', tools: [sectionMenu, tableMenu, cellColourMenu] },
]

/** True if the whole selection has the mark. With an empty selection: if the next typed character will have it. */
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
