// Behaviour of the text while editing: keys, clicks, input rules, tables, undo.
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
import { insertHorizontalRule, toggleList, toggleQuote } from './blocks.ts'
import { conditionSentencesPlugin } from './conditions.ts'
import { insertLineOnClickPlugin, neverEmptyPlugin } from './empty-lines.ts'
import { fieldAtCursor } from './fields.ts'
import { selectedImage } from './images.ts'
import { SECTION_MODIFIERS } from './key-words.ts'
import { canLink } from './links.ts'
import { pastingPlugin } from './pasted.ts'
import { placeholdersPlugin } from './placeholders.ts'
import { openPrompt, promptPlugin, setPrompt } from './prompts.ts'
import { type Renames, renamesPlugin } from './saving/renames.ts'
import { sectionDragPlugin } from './section-drag.ts'
import {
  duplicateSection,
  leaveSection,
  moveOutOfHeadline,
  moveSection,
  nestSection,
  unnestSection,
} from './sections.ts'
import { slashMenuPlugin } from './slash.ts'
import { integerWidthsPlugin, ScrollingTable } from './tables.ts'

/** `depth`: number of undo steps. `newGroupDelay`: after a pause of this length (ms) typing starts a new step. */
export const undoLimits = { depth: 100, newGroupDelay: 500 }
/** In px: resize handle, narrowest column, default width. */
export const tableColumnSizes = { handleWidth: 5, cellMinWidth: 25, defaultCellMinWidth: 100 }

/** Order matters: the first plugin that handles an event wins. */
export const createPlugins = (renames: Renames = {}): Plugin[] => [
  // Before the keymap, since an open slash menu handles Enter and the arrow keys itself.
  slashMenuPlugin,
  pastingPlugin,
  typingRules(),
  keymap(keyBindings),
  keymap(baseKeymap),
  promptOnClickPlugin,
  // Before the table plugin, so that pressing a column border selects no cells.
  columnResizing({ ...tableColumnSizes, View: ScrollingTable }),
  tableEditing(),
  integerWidthsPlugin,
  neverEmptyPlugin,
  insertLineOnClickPlugin,
  promptPlugin,
  renamesPlugin(renames),
  placeholdersPlugin,
  conditionSentencesPlugin,
  sectionDragPlugin,
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

const insertHardBreak: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (!$from.parent.inlineContent || !$from.parent.type.contentMatch.matchType(hard_break)) return false
  dispatch?.(state.tr.replaceSelectionWith(hard_break.create()).scrollIntoView())
  return true
}

/** Moves the cursor to the end of the last textblock. Browsers do not do so if that is in a table. */
const moveToEnd: Command = ({ doc, tr }, dispatch) => {
  const end = Selection.findFrom(doc.resolve(doc.content.size), -1, true)
  if (end) dispatch?.(tr.setSelection(end).scrollIntoView())
  return end !== null
}

/** Opens the prompt of the selected image or field. */
const openPromptOfSelected: Command = chainCommands(
  openPrompt('image', (state) => selectedImage(state) !== undefined),
  openPrompt(
    'field',
    (state) => state.selection instanceof NodeSelection && fieldAtCursor(state) !== undefined,
  ),
)

/** Reports the key as handled even if the command is not possible, to suppress the browser's default. */
const swallowKey =
  (command: Command): Command =>
  (...args) =>
    command(...args) || true

const headingKeys = Object.fromEntries(
  [1, 2, 3, 4, 5, 6].map((level) => [`Shift-Ctrl-${level}`, setBlockType(heading, { level })]),
)

const keyBindings: Record<string, Command> = {
  'Mod-z': undo,
  'Shift-Mod-z': redo,
  'Mod-y': redo,
  'Mod-b': toggleMark(strong),
  'Mod-i': toggleMark(em),
  'Mod-`': toggleMark(code),
  // On a German keyboard ` needs Shift.
  'Mod-e': toggleMark(code),
  'Mod-k': swallowKey(openPrompt('link', canLink)),
  F2: swallowKey(openPrompt('field', (state) => fieldAtCursor(state) !== undefined)),
  ...headingKeys,
  'Shift-Ctrl-0': setBlockType(paragraph),
  'Shift-Ctrl-\\': setBlockType(code_block),
  'Shift-Ctrl-8': toggleList(bullet_list),
  'Shift-Ctrl-9': toggleList(ordered_list),
  'Ctrl->': toggleQuote,
  'Mod-_': insertHorizontalRule,
  'Alt-ArrowUp': moveSection(-1),
  'Alt-ArrowDown': moveSection(1),
  [`${SECTION_MODIFIERS}-ArrowRight`]: nestSection,
  [`${SECTION_MODIFIERS}-ArrowLeft`]: unnestSection,
  [`${SECTION_MODIFIERS}-ArrowDown`]: duplicateSection,
  'Mod-]': sinkListItem(list_item),
  'Mod-[': liftListItem(list_item),
  // In a table Tab moves from cell to cell. In the last cell it moves the focus out of the text.
  Tab: chainCommands(sinkListItem(list_item), goToNextCell(1)),
  'Shift-Tab': chainCommands(liftListItem(list_item), goToNextCell(-1)),
  Enter: chainCommands(
    openPromptOfSelected,
    moveOutOfHeadline,
    splitListItem(list_item),
    leaveSection('at an empty end'),
  ),
  'Shift-Enter': chainCommands(exitCode, insertHardBreak),
  'Mod-Enter': chainCommands(exitCode, leaveSection('from anywhere'), insertHardBreak),
  Backspace: undoInputRule,
  'Mod-End': moveToEnd,
}

/** A click on a field edits its name, a double click opens its dialog; a double click on an image opens its dialog. */
const promptOnClickPlugin = new Plugin({
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
      // On `dblclick` rather than on the second press: a third press would close the dialog.
      dblclick: (view) => openPromptOfSelected(view.state, view.dispatch),
    },
  },
})

/** Input rules; each looks back 500 characters at most. */
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
      horizontalRuleInputRule,
    ],
  })

/** Three dashes alone in a block become a horizontal rule at once, since further dashes would mean nothing else. */
const horizontalRuleInputRule = new InputRule(/^---$/, (state, _, start, end) => {
  const $start = state.doc.resolve(start)
  if (
    $start.depth === 0 ||
    !$start.node(-1).canReplaceWith($start.index(-1), $start.index(-1), horizontal_rule)
  )
    return null
  return state.tr.delete(start, end).insert($start.before(), horizontal_rule.create())
})
