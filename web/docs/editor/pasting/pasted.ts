// Reads what is pasted or dropped: HTML of word processors and web pages is cleaned before the schema parses it.
import { DOMParser, type ParseOptions, type Slice } from 'prosemirror-model'
import { Plugin, Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { uploadedImage } from '#contract/document/addresses.ts'
import { schema } from '#contract/document/schema.ts'
import { toast } from '#web/ui/toast/toast-store.ts'
import { withWholeRows } from './whole-rows.ts'
import { listsOfWord, STYLE } from './word-lists.ts'

/** Works on nodes of a document that is never shown: nothing in them is loaded or run. */
class PastedParser extends DOMParser {
  override parseSlice(dom: HTMLElement, options?: ParseOptions): Slice {
    for (const noise of dom.querySelectorAll('style, script, title, meta, link, template, noscript'))
      noise.remove()
    for (const styled of dom.querySelectorAll<HTMLElement>(`[${STYLE}]`))
      styled.style.cssText = styled.getAttribute(STYLE) ?? ''
    listsOfWord(dom)
    dropForeignImages(dom)
    const slice = super.parseSlice(dom, options)
    // Copied from an editor, its tables are whole, and its ends may be open.
    return dom.querySelector('[data-pm-slice]') ? slice : withWholeRows(slice)
  }
}

const pastedParser = new PastedParser(schema, DOMParser.fromSchema(schema).rules)

/**
 * The page's security policy forbids style attributes even in parsing: they get another name, and are set one by one.
 */
const withoutStyles = (html: string) =>
  withoutSheets(html).replaceAll(/<[a-z][^<>]*/gi, (tag) => tag.replace(/(\s)style(?=\s*=)/i, `$1${STYLE}`))

function withoutSheets(html: string): string {
  let kept = ''
  let from = 0
  let begin: number | undefined
  for (const { 1: slash, index } of html.matchAll(/<(\/?)style\b/gi)) {
    if (slash === '') begin ??= index
    if (slash === '' || begin === undefined) continue
    const end = html.indexOf('>', index)
    if (end < 0) break
    kept += html.slice(from, begin)
    from = end + 1
    begin = undefined
  }
  return kept + html.slice(from)
}

/**
 * HTML copied from an editor has an attribute that says how it was nested. Any page can write that attribute: where it
 * does not fit, ProseMirror throws, and the HTML is pasted like that of another page.
 */
function pasteNested(view: EditorView, event: ClipboardEvent): boolean {
  const html = event.clipboardData?.getData('text/html') ?? ''
  if (!view.editable || view.composing || !nesting.test(html)) return false
  event.preventDefault()
  insertNested(view, html, event)
  return true
}

/** The same for what is dragged here from elsewhere: ProseMirror would insert it without asking again. */
function dropNested(view: EditorView, event: DragEvent): boolean {
  const html = event.dataTransfer?.getData('text/html') ?? ''
  const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (!view.editable || view.dragging || !place || !nesting.test(html)) return false
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
const nesting = /data-pm-slice/i

/** An image on another server could vanish or change, and would tell that server who reads. */
function dropForeignImages(dom: HTMLElement) {
  const foreign = [...dom.querySelectorAll('img')].filter((image) => !isOwn(image))
  for (const image of foreign) image.remove()
  if (foreign.length === 0) return
  toast(
    foreign.length === 1
      ? 'Ein Bild von einer fremden Adresse wurde nicht übernommen. Bitte laden Sie es hoch.'
      : `${foreign.length} Bilder von fremden Adressen wurden nicht übernommen. Bitte laden Sie sie hoch.`,
    { tone: 'info' },
  )
}

/** Uploaded here (a copied one carries the whole address), or in the clipboard itself. */
function isOwn(image: HTMLImageElement): boolean {
  const src = image.getAttribute('src') ?? ''
  if (src.startsWith('data:')) return true
  const url = URL.parse(src, location.href)
  if (url?.origin !== location.origin || !uploadedImage(url.pathname)) return false
  image.setAttribute('src', url.pathname)
  return true
}

export const pasting = new Plugin({
  props: {
    clipboardParser: pastedParser,
    transformPastedHTML: withoutStyles,
    handleDOMEvents: { paste: pasteNested, drop: dropNested },
  },
})
