// Cleans pasted or dropped HTML of word processors and web pages before the schema parses it. Its style attributes
// hold the colours of cells and the data of Word's lists, but the page's CSP drops them even in parsing. So `style`
// is renamed in the HTML text, and restored element by element. Word pastes lists as paragraphs; these become
// lists. Images of other servers are removed. Rows with too few cells get empty ones at their end: ProseMirror
// might add them at the start, which would shift values into other columns.
import { DOMParser, Fragment, type Node, type ParseOptions, Slice } from 'prosemirror-model'
import { Plugin, Selection } from 'prosemirror-state'
import { TableMap } from 'prosemirror-tables'
import type { EditorView } from 'prosemirror-view'
import { uploadedImageId } from '#contract/document/addresses.ts'
import { schema } from '#contract/document/schema.ts'
import { toast } from '#web/ui/toast/toast-store.ts'

/** Raw style of a pasted element: `element.style` drops Word's properties. */
const STYLE_ATTRIBUTE = 'data-style'

/** Works on a detached document, in which nothing is loaded or run. */
class PastedParser extends DOMParser {
  override parseSlice(dom: HTMLElement, options?: ParseOptions): Slice {
    for (const noise of dom.querySelectorAll('style, script, title, meta, link, template, noscript'))
      noise.remove()
    for (const styled of dom.querySelectorAll<HTMLElement>(`[${STYLE_ATTRIBUTE}]`))
      styled.style.cssText = styled.getAttribute(STYLE_ATTRIBUTE) ?? ''
    makeWordLists(dom)
    dropForeignImages(dom)
    const slice = super.parseSlice(dom, options)
    // A slice that was copied from an editor has complete tables, and its ends may be open.
    return dom.querySelector('[data-pm-slice]') ? slice : completeRows(slice)
  }
}

export const pastingPlugin = new Plugin({
  props: {
    clipboardParser: new PastedParser(schema, DOMParser.fromSchema(schema).rules),
    transformPastedHTML: renameStyles,
    handleDOMEvents: { paste: pasteNested, drop: dropNested },
  },
})

function renameStyles(html: string): string {
  const inTag = (tag: string) => tag.replace(/(\s)style(?=\s*=)/i, `$1${STYLE_ATTRIBUTE}`)
  return withoutStyleSheets(html).replaceAll(/<[a-z][^<>]*/gi, inTag)
}

function withoutStyleSheets(html: string): string {
  let stripped = ''
  let from = 0
  let begin: number | undefined
  for (const { 1: slash, index } of html.matchAll(/<(\/?)style\b/gi)) {
    if (slash === '') begin ??= index
    if (slash === '' || begin === undefined) continue
    const end = html.indexOf('>', index)
    if (end < 0) break
    stripped += html.slice(from, begin)
    from = end + 1
    begin = undefined
  }
  return stripped + html.slice(from)
}

/**
 * Pastes HTML that was copied from an editor, with its nesting in the attribute `data-pm-slice`. Any page can forge
 * this attribute. ProseMirror throws if it does not fit; the HTML is then pasted without it.
 */
function pasteNested(view: EditorView, event: ClipboardEvent): boolean {
  const html = event.clipboardData?.getData('text/html') ?? ''
  if (!view.editable || view.composing || !nestingPattern.test(html)) return false
  event.preventDefault()
  insertNested(view, html, event)
  return true
}

/** Inserts dropped HTML of an editor like pasted HTML, at the position of the drop. */
function dropNested(view: EditorView, event: DragEvent): boolean {
  const html = event.dataTransfer?.getData('text/html') ?? ''
  const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (!view.editable || view.dragging || !place || !nestingPattern.test(html)) return false
  event.preventDefault()
  view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))))
  insertNested(view, html)
  view.focus()
  return true
}

function insertNested(view: EditorView, html: string, event?: ClipboardEvent) {
  try {
    view.pasteHTML(html, event)
  } catch {
    view.pasteHTML(html.replaceAll(/data-pm-slice/gi, 'data-foreign'), event)
  }
}
const nestingPattern = /data-pm-slice/i

/** External images could vanish or change, and would reveal readers to their server. */
function dropForeignImages(dom: HTMLElement) {
  const foreign = [...dom.querySelectorAll('img')].filter((image) => !isOwnImage(image))
  for (const image of foreign) image.remove()
  if (foreign.length === 0) return
  toast(
    foreign.length === 1
      ? 'Ein Bild von einer fremden Adresse wurde nicht übernommen. Bitte laden Sie es hoch.'
      : `${foreign.length} Bilder von fremden Adressen wurden nicht übernommen. Bitte laden Sie sie hoch.`,
    { tone: 'info' },
  )
}

/** Uploaded to this server, or a data: URL. A copied image has an absolute address, which is made relative. */
function isOwnImage(image: HTMLImageElement): boolean {
  const src = image.getAttribute('src') ?? ''
  if (src.startsWith('data:')) return true
  const url = URL.parse(src, location.href)
  if (url?.origin !== location.origin || !uploadedImageId(url.pathname)) return false
  image.setAttribute('src', url.pathname)
  return true
}

/**
 * Word pastes list items as paragraphs: `mso-list: l0 level2 lfo1` in their style, and the bullet or number as text in a
 * span of its own (`mso-list: Ignore`). Paragraphs with the same `l0 … lfo1` belong to one list.
 */
function makeWordLists(dom: HTMLElement) {
  for (const line of dom.querySelectorAll<HTMLElement>('p, li')) {
    const level = levelOf(line)
    if (level === undefined) continue
    const mark = [...line.querySelectorAll<HTMLElement>(`[${STYLE_ATTRIBUTE}]`)].find((part) =>
      /mso-list:\s*ignore/i.test(styleOf(part)),
    )
    const isOrdered = /^\s*(\d{1,6}|[a-z]{1,3})[.)]/i.test(mark?.textContent ?? '')
    mark?.remove()
    const item = line.ownerDocument.createElement('li')
    const paragraph = line.ownerDocument.createElement('p')
    paragraph.append(...line.childNodes)
    item.append(paragraph)
    const before = line.previousElementSibling
    line.replaceWith(item)
    findOrCreateList(item, before, level, { tag: isOrdered ? 'ol' : 'ul', name: wordListIdOf(line) }).append(
      item,
    )
  }
}

/** `name`: Word's id of the list, such as `l0 lfo1`. Empty if the pasted item has none. */
type WordListKind = { tag: 'ol' | 'ul'; name: string }

/** Continues the list before the item, nested down to the item's level, or creates one. */
function findOrCreateList(
  item: HTMLElement,
  before: Element | null,
  level: number,
  kind: WordListKind,
): Element {
  const canGoOn = (list: Element | null | undefined, depth: number): list is Element =>
    list?.hasAttribute(WORD_LIST_ATTRIBUTE) === true && (depth < level || isSameList(list, kind))
  let list = canGoOn(before, 1) ? before : newList(item, kind)
  if (list !== before) item.before(list)
  for (let depth = 2; depth <= level; depth++) {
    const last = list.lastElementChild
    if (!last) break
    const nested = last.lastElementChild
    list = canGoOn(nested, depth) ? nested : last.appendChild(newList(item, kind))
  }
  return list
}

/** Items with the same list id belong to one list, even if their markers look different (`viii.`). */
function isSameList(list: Element, { tag, name }: WordListKind): boolean {
  const listName = list.getAttribute(WORD_LIST_ATTRIBUTE)
  return listName && name ? listName === name : list.localName === tag
}

const WORD_LIST_ATTRIBUTE = 'data-word'
function newList(item: HTMLElement, { tag, name }: WordListKind): HTMLElement {
  const list = item.ownerDocument.createElement(tag)
  list.setAttribute(WORD_LIST_ATTRIBUTE, name)
  return list
}

function levelOf(line: HTMLElement): number | undefined {
  const level = /mso-list:([^;:]*)/i.exec(styleOf(line))?.[1]?.match(/\blevel(\d)/i)?.[1]
  return level === undefined ? undefined : Number(level)
}

/** 'l0 lfo1': Word's id of the list, without the level between. */
function wordListIdOf(line: HTMLElement): string {
  const [, list = '', numbering = ''] = /mso-list:\s*(l\d+)\s+level\d+\s+(lfo\d+)/i.exec(styleOf(line)) ?? []
  return `${list} ${numbering}`.trim()
}

const styleOf = (element: Element) => element.getAttribute(STYLE_ATTRIBUTE) ?? ''

export function completeRows(pasted: Slice): Slice {
  const content = completeFragment(pasted.content)
  return content.eq(pasted.content) ? pasted : Slice.maxOpen(content)
}

const completeFragment = (content: Fragment): Fragment =>
  Fragment.from(
    content.content.map((node) => {
      if (node.isTextblock || node.isLeaf) return node
      const inner = node.copy(completeFragment(node.content))
      return inner.type === schema.nodes.table ? completeTable(inner) : inner
    }),
  )

function completeTable(table: Node): Node {
  const problems = TableMap.get(table).problems ?? []
  const rows = table.content.content.map((row, at) => {
    const missing = problems.find((problem) => problem.type === 'missing' && problem.row === at)
    if (missing?.type !== 'missing') return row
    const kind = row.lastChild?.type ?? schema.nodes.table_cell
    const added = Array.from({ length: missing.n }, () => kind.createAndFill()).filter(
      (cell) => cell !== null,
    )
    return row.copy(row.content.append(Fragment.from(added)))
  })
  return table.copy(Fragment.from(rows))
}
