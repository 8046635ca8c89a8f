// All insertable elements, in the order of the menu „Einfügen“ and of the list that „/“ opens.
import type { Command, EditorState } from 'prosemirror-state'
import type { FieldType } from '#contract/document/fields.ts'
import { fold } from '#web/matching.ts'
import { canInsertInline, insertHorizontalRule } from './blocks.ts'
import { insertField } from './fields.ts'
import { openPrompt } from './prompts.ts'
import { insertSection, insertSubsection } from './sections.ts'
import { insertTable } from './tables.ts'

export type InsertItem = {
  text: string
  /** Further words that find the element after „/“. */
  synonyms?: readonly string[]
  icon: 'section' | 'number' | 'text' | 'tick' | 'image' | 'table' | 'rule' | 'other'
  command: Command
}

/** Field types without a button of their own in the tool bar. */
export const moreFieldTypes: readonly { text: string; type: FieldType }[] = [
  { text: 'Auswahl', type: 'choice' },
  { text: 'Mehrfachauswahl', type: 'choices' },
  { text: 'Datum', type: 'date' },
  { text: 'Uhrzeit', type: 'time' },
  { text: 'Foto', type: 'photo' },
  { text: 'Unterschrift', type: 'signature' },
]

export const insertImage = openPrompt('image', canInsertInline)

export const insertItems: readonly InsertItem[] = [
  { text: 'Abschnitt', icon: 'section', command: insertSection },
  { text: 'Unterabschnitt', icon: 'section', command: insertSubsection },
  { text: 'Zahl', synonyms: ['Zahlenfeld', 'Nummer'], icon: 'number', command: insertField('text') },
  { text: 'Text', synonyms: ['Textfeld'], icon: 'text', command: insertField('textarea') },
  {
    text: 'Häkchen',
    synonyms: ['Kontrollkästchen', 'Checkbox', 'Haken'],
    icon: 'tick',
    command: insertField('checkbox'),
  },
  ...moreFieldTypes.map(({ text, type }) => ({ text, icon: 'other' as const, command: insertField(type) })),
  { text: 'Bild', synonyms: ['Foto einfügen'], icon: 'image', command: insertImage },
  { text: 'Tabelle', icon: 'table', command: insertTable },
  { text: 'Trennlinie', synonyms: ['Linie'], icon: 'rule', command: insertHorizontalRule },
]

/**
 * Elements that match and can be inserted at the cursor, ignoring accents. First those whose name starts with the
 * words, then synonyms, then parts of either.
 */
export function findInsertItems(words: string, state: EditorState): InsertItem[] {
  const query = fold(words)
  const rank = ({ text, synonyms = [] }: InsertItem) => {
    const names = [text, ...synonyms].map(fold)
    if (names[0]?.startsWith(query)) return 0
    if (names.some((name) => name.startsWith(query))) return 1
    return names.some((name) => name.includes(query)) ? 2 : undefined
  }
  return [0, 1, 2].flatMap((wanted) =>
    insertItems.filter((insert) => rank(insert) === wanted && insert.command(state)),
  )
}
