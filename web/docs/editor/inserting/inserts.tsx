// What can be inserted, in the order of the menu „Einfügen“ and of the list behind „/“.
import type { ReactNode } from 'react'
import { hasOptions } from '#contract/document/fields.ts'
import { ImageIcon, PlusIcon } from '#web/ui/icon.tsx'
import { insertRule } from '../blocks.ts'
import { insertSection, insertSubsection } from '../sections/sections.ts'
import * as icons from '../tools/tool-icons.tsx'
import { moreFields } from '../tools/tool-menus.tsx'
import { canHoldInline, insertField, insertTable } from './insert.ts'
import type { Insert } from './insert-hits.ts'

export type DrawnInsert = Insert & { icon: ReactNode }

export const inserts: readonly DrawnInsert[] = [
  { text: 'Abschnitt', icon: <icons.SectionIcon />, can: insertSection, command: insertSection },
  {
    text: 'Unterabschnitt',
    icon: <icons.SectionIcon />,
    can: insertSubsection,
    command: insertSubsection,
  },
  {
    text: 'Zahl',
    also: ['Zahlenfeld', 'Nummer'],
    icon: <icons.NumberFieldIcon />,
    can: canHoldInline,
    command: insertField('text'),
  },
  {
    text: 'Text',
    also: ['Textfeld'],
    icon: <icons.TextFieldIcon />,
    can: canHoldInline,
    command: insertField('textarea'),
  },
  {
    text: 'Häkchen',
    also: ['Kontrollkästchen', 'Checkbox', 'Haken'],
    icon: <icons.CheckFieldIcon />,
    can: canHoldInline,
    command: insertField('checkbox'),
  },
  ...moreFields.map(({ text, type }) => ({
    text,
    icon: <PlusIcon />,
    can: canHoldInline,
    command: insertField(type),
    ...(hasOptions(type) && { prompt: 'new' as const }),
  })),
  { text: 'Bild', also: ['Foto einfügen'], icon: <ImageIcon />, can: canHoldInline, prompt: 'image' },
  { text: 'Tabelle', icon: <icons.TableIcon />, can: insertTable, command: insertTable },
  {
    text: 'Trennlinie',
    also: ['Linie'],
    icon: <icons.RuleIcon />,
    can: insertRule,
    command: insertRule,
  },
]
