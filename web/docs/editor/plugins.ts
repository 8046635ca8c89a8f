// The behaviour of the text while somebody writes: keys and presses, what typed signs become, tables, undo.
import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark } from 'prosemirror-commands'
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history, redo, undo } from 'prosemirror-history'
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, NodeSelection, Plugin, Selection } from 'prosemirror-state'
import { columnResizing, goToNextCell, tableEditing } from 'prosemirror-tables'
import { schema } from '#contract/document/schema.ts'
import { insertRule, toggleList, toggleQuote } from './blocks.ts'
import { conditionSentences } from './conditions.ts'
import { lineOnPress, neverEmpty } from './empty-lines.ts'
import { fieldHere } from './fields.ts'
import { imageHere } from './images.ts'
import { canLink } from './links.ts'
import { pasting } from './pasted.ts'
import { placeholders } from './placeholders.ts'
import { ask, prompts, setPrompt } from './prompts.ts'
import { followRenames, type Renames } from './saving/renames.ts'
import { dragSections } from './section-drag.ts'
import {
  duplicateSection,
  leaveSection,
  moveSection,
  nestSection,
  outOfHeadline,
  unnestSection,
} from './sections.ts'
import { slashMenu } from './slash.ts'
import { ScrollingTable, wholeWidths } from './tables.ts'

/** Steps that can be taken back, and how long typing counts as one of them (ms). */
export const undoLimits = { depth: 100, newGroupDelay: 500 }
/** In px: the handle between two columns, the narrowest column, and a column whose width nobody has set. */
const columns = { handleWidth: 5, cellMinWidth: 25, defaultCellMinWidth: 100 }

/** The first one that handles a key or a press is the last to see it. */
export const plugins = (renames: Renames = {}): Plugin[] => [
  // Its Enter and arrows come before those of the text.
  slashMenu,
  pasting,
  typingRules(),
  keymap(keys),
  keymap(baseKeymap),
  pressPrompts,
  // Before the table's own plugin: a press on the line between two columns selects no cells.
  columnResizing({ ...columns, View: ScrollingTable }),
  tableEditing(),
  wholeWidths,
  neverEmpty,
  lineOnPress,
  prompts,
  followRenames(renames),
  placeholders,
  conditionSentences,
  dragSections,
  dropCursor({ color: false, width: 2, class: 'drop-cursor' }),
  gapCursor(),
  history(undoLimits),
]

const { strong, em, code } = schema.marks
const {
  paragraph,
  heading,
  code_block,
  blockquote,
  bullet_list,
  ordered_list,
  list_item,
  hard_break,
  horizontal_rule,
  image,
  active,
} = schema.nodes

const hardBreak: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (!$from.parent.inlineContent || !$from.parent.type.contentMatch.matchType(hard_break)) return false
  dispatch?.(state.tr.replaceSelectionWith(hard_break.create()).scrollIntoView())
  return true
}

/** To the end of the last text. Browsers by themselves do not get into a table at the end. */
const toEnd: Command = ({ doc, tr }, dispatch) => {
  const end = Selection.findFrom(doc.resolve(doc.content.size), -1, true)
  if (end) dispatch?.(tr.setSelection(end).scrollIntoView())
  return end !== null
}

/** About the image or field that is selected as a whole. */
const askAboutSelected: Command = chainCommands(
  ask('image', (state) => imageHere(state) !== undefined),
  ask('field', (state) => state.selection instanceof NodeSelection && fieldHere(state) !== undefined),
)

/** Also where the command is not possible: a browser has a meaning of its own for the key. */
const always =
  (command: Command): Command =>
  (...args) =>
    command(...args) || true

const levels = Object.fromEntries(
  [1, 2, 3, 4, 5, 6].map((level) => [`Shift-Ctrl-${level}`, setBlockType(heading, { level })]),
)

/** On a Mac Shift+Alt and an arrow select words. */
const outline = /Mac|iP/.test(globalThis.navigator?.platform ?? '') ? 'Shift-Ctrl' : 'Shift-Alt'

const keys: Record<string, Command> = {
  'Mod-z': undo,
  'Shift-Mod-z': redo,
  'Mod-y': redo,
  'Mod-b': toggleMark(strong),
  'Mod-i': toggleMark(em),
  'Mod-`': toggleMark(code),
  // A German keyboard reaches ` only with Shift.
  'Mod-e': toggleMark(code),
  'Mod-k': always(ask('link', canLink)),
  F2: always(ask('field', (state) => fieldHere(state) !== undefined)),
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
  // Through a table up to its last cell, and from there out of the text.
  Tab: chainCommands(sinkListItem(list_item), goToNextCell(1)),
  'Shift-Tab': chainCommands(liftListItem(list_item), goToNextCell(-1)),
  Enter: chainCommands(
    askAboutSelected,
    outOfHeadline,
    splitListItem(list_item),
    leaveSection('at an empty end'),
  ),
  'Shift-Enter': chainCommands(exitCode, hardBreak),
  'Mod-Enter': chainCommands(exitCode, leaveSection('from anywhere'), hardBreak),
  Backspace: undoInputRule,
  'Mod-End': toEnd,
}

/** A press on a field asks for its name, a second one for all of it; two presses on an image ask about it. */
const pressPrompts = new Plugin({
  props: {
    handleClickOn(view, _, { type }, pos, event) {
      if (type !== active || event.shiftKey) return false
      const { tr, doc } = view.state
      view.dispatch(setPrompt(tr.setSelection(NodeSelection.create(doc, pos)), 'name'))
      return true
    },
    handleDoubleClickOn(view, _, { type }, pos) {
      if (type !== image && type !== active) return false
      const { tr, doc } = view.state
      view.dispatch(tr.setSelection(NodeSelection.create(doc, pos)))
      return true
    },
    handleDOMEvents: {
      // Not with the second press itself: a third one would close the dialog again.
      dblclick: (view) => askAboutSelected(view.state, view.dispatch),
    },
  },
})

/** Text that becomes something else as soon as it is typed; each rule looks back over 500 characters at most. */
const typingRules = () =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, heading, ([, hashes]) => ({ level: hashes?.length })),
      wrappingInputRule(/^\s*>\s$/, blockquote),
      wrappingInputRule(/^\s*([-*])\s$/, bullet_list),
      wrappingInputRule(
        /^(\d{1,6})\.\s$/,
        ordered_list,
        ([, number]) => ({ order: Number(number) }),
        ([, number], node) => node.childCount + (node.attrs['order'] as number) === Number(number),
      ),
      textblockTypeInputRule(/^```$/, code_block),
      threeDashes,
    ],
  })

/** At the third dash: a fourth character is needed nowhere else. */
const threeDashes = new InputRule(/^---$/, (state, _, start, end) => {
  const $start = state.doc.resolve(start)
  if (
    $start.depth === 0 ||
    !$start.node(-1).canReplaceWith($start.index(-1), $start.index(-1), horizontal_rule)
  )
    return null
  return state.tr.delete(start, end).insert($start.before(), horizontal_rule.create())
})
