/** The tools over the text, in the order in which they are needed. Each is drawn anew only when its own state changes. */
import { toggleMark } from 'prosemirror-commands'
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import type { MarkType } from 'prosemirror-model'
import { liftListItem, sinkListItem } from 'prosemirror-schema-list'
import type { EditorState } from 'prosemirror-state'
import { type RefObject, useRef } from 'react'
import { schema } from '#contract/document/schema.ts'
import * as icons from '#web/ui/icon.tsx'
import { ToolGroup, Tools } from '#web/ui/tools.tsx'
import { insertRule, isInside, listAround, toggleList, toggleQuote } from './blocks.ts'
import type { Editor } from './editor.ts'
import { fieldHere } from './field-names.ts'
import {
  canHoldInline,
  canLink,
  imageHere,
  insertField,
  insertTable,
  linkHere,
  removeLink,
} from './insert.ts'
import type { PromptKind } from './prompt-gestures.ts'
import { insertSection } from './sections.ts'
import { SURFACE } from './surface.tsx'
import { Act, Ask } from './tool-act.tsx'
import { ColourMenu, KindMenu, SectionMenu, TableMenu } from './tool-menus.tsx'
import { put, type Upload } from './uploads.ts'

type Props = {
  editor: Editor
  bar: RefObject<HTMLDivElement | null>
  upload: Upload
  onPrompt: (what: PromptKind) => void
}

const { strong, em, code } = schema.marks
const { bullet_list, ordered_list, list_item, blockquote } = schema.nodes

export function ToolBar({ editor, bar, upload, onPrompt }: Props) {
  return (
    <Tools
      label="Werkzeuge"
      controls={SURFACE}
      bar={bar}
      onLeave={() => editor.view?.focus()}
      more={
        <>
          <ToolGroup label="Code und Link">
            <Act
              editor={editor}
              label="Code (Strg+E)"
              icon={<icons.CodeIcon />}
              command={asCode}
              holds={isCode}
            />
            <Ask
              editor={editor}
              label="Link (Strg+K)"
              icon={<icons.LinkIcon />}
              can={canLink}
              holds={isLink}
              onPress={() => onPrompt('link')}
            />
            <Act editor={editor} label="Link entfernen" icon={<icons.UnlinkIcon />} command={removeLink} />
          </ToolGroup>
          <ToolGroup label="Abschnitt und Felder">
            <Act
              editor={editor}
              label="Abschnitt einfügen"
              icon={<icons.SectionIcon />}
              command={insertSection}
            />
            <Act
              editor={editor}
              label="Zahlenfeld einfügen"
              icon={<icons.NumberFieldIcon />}
              command={insertNumber}
            />
            <Act
              editor={editor}
              label="Textfeld einfügen"
              icon={<icons.TextFieldIcon />}
              command={insertText}
            />
            <Act
              editor={editor}
              label="Kontrollkästchen einfügen"
              icon={<icons.CheckFieldIcon />}
              command={insertCheck}
            />
            <Ask
              editor={editor}
              label="Feld umbenennen (F2)"
              icon={<icons.EditIcon />}
              can={hasField}
              onPress={() => onPrompt('name')}
            />
          </ToolGroup>
          <ToolGroup label="Listen und Zitat">
            <Act
              editor={editor}
              label="Aufzählung"
              icon={<icons.BulletListIcon />}
              command={toBullets}
              holds={isBullets}
            />
            <Act
              editor={editor}
              label="Nummerierung"
              icon={<icons.OrderedListIcon />}
              command={toNumbers}
              holds={isNumbers}
            />
            <Act editor={editor} label="Einrücken (Tab)" icon={<icons.IndentIcon />} command={indent} />
            <Act
              editor={editor}
              label="Ausrücken (Umschalt+Tab)"
              icon={<icons.OutdentIcon />}
              command={outdent}
            />
            <Act
              editor={editor}
              label="Zitat"
              icon={<icons.QuoteIcon />}
              command={toggleQuote}
              holds={isQuote}
            />
          </ToolGroup>
          <ToolGroup label="Einfügen">
            <Ask
              editor={editor}
              label="Bild"
              icon={<icons.ImageIcon />}
              can={canHoldInline}
              holds={isImage}
              onPress={() => onPrompt('image')}
            />
            <UploadTool editor={editor} upload={upload} />
            <Act editor={editor} label="Tabelle einfügen" icon={<icons.TableIcon />} command={insertTable} />
            <Act editor={editor} label="Trennlinie" icon={<icons.RuleIcon />} command={insertRule} />
          </ToolGroup>
          <ToolGroup label="Abschnitt und Tabelle">
            <SectionMenu editor={editor} />
            <TableMenu editor={editor} />
            <ColourMenu editor={editor} />
          </ToolGroup>
        </>
      }
    >
      <ToolGroup label="Verlauf">
        <Act
          editor={editor}
          label="Rückgängig (Strg+Z)"
          icon={<icons.UndoIcon />}
          command={undo}
          can={canUndo}
        />
        <Act
          editor={editor}
          label="Wiederholen (Strg+Y)"
          icon={<icons.RedoIcon />}
          command={redo}
          can={canRedo}
        />
      </ToolGroup>
      <ToolGroup label="Schrift">
        <KindMenu editor={editor} />
        <Act editor={editor} label="Fett (Strg+B)" icon={<icons.BoldIcon />} command={bold} holds={isBold} />
        <Act
          editor={editor}
          label="Kursiv (Strg+I)"
          icon={<icons.ItalicIcon />}
          command={italic}
          holds={isItalic}
        />
      </ToolGroup>
    </Tools>
  )
}

const bold = toggleMark(strong)
const italic = toggleMark(em)
const asCode = toggleMark(code)
const insertNumber = insertField('text')
const insertText = insertField('textarea')
const insertCheck = insertField('checkbox')
const toBullets = toggleList(bullet_list)
const toNumbers = toggleList(ordered_list)
const indent = sinkListItem(list_item)
const outdent = liftListItem(list_item)

const canUndo = (state: EditorState) => undoDepth(state) > 0
const canRedo = (state: EditorState) => redoDepth(state) > 0
const isBold = (state: EditorState) => isMarked(state, strong)
const isItalic = (state: EditorState) => isMarked(state, em)
const isCode = (state: EditorState) => isMarked(state, code)
const isLink = (state: EditorState) => linkHere(state) !== undefined
const isImage = (state: EditorState) => imageHere(state) !== undefined
const isQuote = (state: EditorState) => isInside(state, blockquote)
const isBullets = (state: EditorState) => listAround(state)?.type === bullet_list
const isNumbers = (state: EditorState) => listAround(state)?.type === ordered_list
const hasField = (state: EditorState) => fieldHere(state) !== undefined

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

function UploadTool({ editor, upload }: { editor: Editor; upload: Upload }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Ask
        editor={editor}
        label="Bild hochladen"
        icon={<icons.UploadIcon />}
        can={canHoldInline}
        onPress={() => chooser.current?.click()}
      />
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Bilder auswählen"
        onChange={({ target }) => {
          if (editor.view) put(editor.view, target.files, editor.state.selection.from, upload)
          target.value = ''
        }}
      />
    </>
  )
}
