// The keyboard in the text, with all shortcuts that the tool bar shows.
import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, type Plugin, Selection } from 'prosemirror-state'
import { goToNextCell } from 'prosemirror-tables'
import { schema } from '#contract/document/schema.ts'
import { insertRule, toggleList, toggleQuote } from './blocks.ts'
import { duplicateSection, moveSection, nestSection, unnestSection } from './sections/section-moves.ts'
import { leaveSection, outOfHeadline } from './sections/sections.ts'

const { strong, em, code } = schema.marks
const { paragraph, heading, code_block, list_item, hard_break, bullet_list, ordered_list } = schema.nodes

const hardBreak: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (!$from.parent.inlineContent || !$from.parent.type.contentMatch.matchType(hard_break)) return false
  dispatch?.(state.tr.replaceSelectionWith(hard_break.create()).scrollIntoView())
  return true
}

/** Tab goes through a table up to its last cell, and from there out of the text. */
const nextCell = chainCommands(sinkListItem(list_item), goToNextCell(1))
const previousCell = chainCommands(liftListItem(list_item), goToNextCell(-1))

/** To the end of the last text. Browsers by themselves do not get into a table at the end. */
const toEnd: Command = ({ doc, tr }, dispatch) => {
  const end = Selection.findFrom(doc.resolve(doc.content.size), -1, true)
  if (end) dispatch?.(tr.setSelection(end).scrollIntoView())
  return end !== null
}

const levels = Object.fromEntries(
  [1, 2, 3, 4, 5, 6].map((level) => [`Shift-Ctrl-${level}`, setBlockType(heading, { level })]),
)

/** On a Mac Shift+Alt and an arrow select words. */
const outline = /Mac|iP/.test(globalThis.navigator?.platform ?? '') ? 'Shift-Ctrl' : 'Shift-Alt'

const own: Record<string, Command> = {
  'Mod-z': undo,
  'Shift-Mod-z': redo,
  'Mod-y': redo,
  'Mod-b': toggleMark(strong),
  'Mod-i': toggleMark(em),
  'Mod-`': toggleMark(code),
  // A German keyboard reaches ` only with Shift.
  'Mod-e': toggleMark(code),
  ...levels,
  'Shift-Ctrl-0': setBlockType(paragraph),
  'Shift-Ctrl-\\': setBlockType(code_block),
  'Shift-Ctrl-8': toggleList(bullet_list),
  'Shift-Ctrl-9': toggleList(ordered_list),
  'Ctrl->': toggleQuote,
  'Mod-_': insertRule,
  'Alt-ArrowUp': moveSection(-1),
  'Alt-ArrowDown': moveSection(1),
  [`${outline}-ArrowRight`]: nestSection,
  [`${outline}-ArrowLeft`]: unnestSection,
  [`${outline}-ArrowDown`]: duplicateSection,
  'Mod-]': sinkListItem(list_item),
  'Mod-[': liftListItem(list_item),
  Tab: nextCell,
  'Shift-Tab': previousCell,
  Enter: chainCommands(outOfHeadline, splitListItem(list_item), leaveSection('at an empty end')),
  'Shift-Enter': chainCommands(exitCode, hardBreak),
  'Mod-Enter': chainCommands(exitCode, leaveSection('from anywhere'), hardBreak),
  Backspace: undoInputRule,
  'Mod-End': toEnd,
}

export const shortcuts: Plugin[] = [keymap(own), keymap(baseKeymap)]
