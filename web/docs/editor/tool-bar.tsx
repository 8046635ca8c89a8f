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
import type { Asked } from './asking.ts'
import { insertRule, isInside, listAround, toggleList, toggleQuote } from './blocks.ts'
import type { Desk } from './desk.ts'
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
import { insertSection } from './sections.ts'
import { SHEET } from './sheet.tsx'
import { Act, Ask } from './tool-act.tsx'
import { ColourMenu, KindMenu, SectionMenu, TableMenu } from './tool-menus.tsx'
import { put, type Upload } from './uploads.ts'

type Props = {
  desk: Desk
  bar: RefObject<HTMLDivElement | null>
  upload: Upload
  onSearch: (what: Asked) => void
}

const { strong, em, code } = schema.marks
const { bullet_list, ordered_list, list_item, blockquote } = schema.nodes

export function ToolBar({ desk, bar, upload, onSearch }: Props) {
  return (
    <Tools
      label="Werkzeuge"
      controls={SHEET}
      bar={bar}
      onLeave={() => desk.view?.focus()}
      more={
        <>
          <ToolGroup label="Code und Link">
            <Act
              desk={desk}
              label="Code (Strg+E)"
              icon={<icons.CodeIcon />}
              command={asCode}
              holds={isCode}
            />
            <Ask
              desk={desk}
              label="Link (Strg+K)"
              icon={<icons.LinkIcon />}
              can={canLink}
              holds={isLink}
              onPress={() => onSearch('link')}
            />
            <Act desk={desk} label="Link entfernen" icon={<icons.UnlinkIcon />} command={removeLink} />
          </ToolGroup>
          <ToolGroup label="Abschnitt und Felder">
            <Act
              desk={desk}
              label="Abschnitt einfügen"
              icon={<icons.SectionIcon />}
              command={insertSection}
            />
            <Act
              desk={desk}
              label="Zahlenfeld einfügen"
              icon={<icons.NumberFieldIcon />}
              command={insertNumber}
            />
            <Act desk={desk} label="Textfeld einfügen" icon={<icons.TextFieldIcon />} command={insertText} />
            <Act
              desk={desk}
              label="Kontrollkästchen einfügen"
              icon={<icons.CheckFieldIcon />}
              command={insertCheck}
            />
            <Ask
              desk={desk}
              label="Feld umbenennen (F2)"
              icon={<icons.EditIcon />}
              can={hasField}
              onPress={() => onSearch('name')}
            />
          </ToolGroup>
          <ToolGroup label="Listen und Zitat">
            <Act
              desk={desk}
              label="Aufzählung"
              icon={<icons.BulletListIcon />}
              command={toBullets}
              holds={isBullets}
            />
            <Act
              desk={desk}
              label="Nummerierung"
              icon={<icons.OrderedListIcon />}
              command={toNumbers}
              holds={isNumbers}
            />
            <Act desk={desk} label="Einrücken (Tab)" icon={<icons.IndentIcon />} command={indent} />
            <Act
              desk={desk}
              label="Ausrücken (Umschalt+Tab)"
              icon={<icons.OutdentIcon />}
              command={outdent}
            />
            <Act desk={desk} label="Zitat" icon={<icons.QuoteIcon />} command={toggleQuote} holds={isQuote} />
          </ToolGroup>
          <ToolGroup label="Einfügen">
            <Ask
              desk={desk}
              label="Bild"
              icon={<icons.ImageIcon />}
              can={canHoldInline}
              holds={isImage}
              onPress={() => onSearch('image')}
            />
            <UploadTool desk={desk} upload={upload} />
            <Act desk={desk} label="Tabelle einfügen" icon={<icons.TableIcon />} command={insertTable} />
            <Act desk={desk} label="Trennlinie" icon={<icons.RuleIcon />} command={insertRule} />
          </ToolGroup>
          <ToolGroup label="Abschnitt und Tabelle">
            <SectionMenu desk={desk} />
            <TableMenu desk={desk} />
            <ColourMenu desk={desk} />
          </ToolGroup>
        </>
      }
    >
      <ToolGroup label="Verlauf">
        <Act desk={desk} label="Rückgängig (Strg+Z)" icon={<icons.UndoIcon />} command={undo} can={canUndo} />
        <Act
          desk={desk}
          label="Wiederholen (Strg+Y)"
          icon={<icons.RedoIcon />}
          command={redo}
          can={canRedo}
        />
      </ToolGroup>
      <ToolGroup label="Schrift">
        <KindMenu desk={desk} />
        <Act desk={desk} label="Fett (Strg+B)" icon={<icons.BoldIcon />} command={bold} holds={isBold} />
        <Act
          desk={desk}
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

function UploadTool({ desk, upload }: { desk: Desk; upload: Upload }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Ask
        desk={desk}
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
          if (desk.view) put(desk.view, target.files, desk.state.selection.from, upload)
          target.value = ''
        }}
      />
    </>
  )
}
