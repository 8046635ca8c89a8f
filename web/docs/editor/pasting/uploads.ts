// Images on their way to the server: a placeholder moves with the text until the address is known.
import { closeHistory } from 'prosemirror-history'
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { schema } from '#contract/document/schema.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { imageHere } from '../inserting/insert.ts'
import type { Upload } from './send-image.ts'

type UploadChange = { add: { id: object; pos: number } } | { remove: object }
const key = new PluginKey<DecorationSet>('uploads')
const { image } = schema.nodes

export const isUploading = (state: EditorState) => (key.getState(state)?.find().length ?? 0) > 0

export const uploads = (upload: Upload) =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const all = before.map(tr.mapping, tr.doc)
        const change = tr.getMeta(key) as UploadChange | undefined
        if (!change) return all
        if ('add' in change) return all.add(tr.doc, [placeholder(change.add)])
        return all.remove(all.find(undefined, undefined, ({ id }) => id === change.remove))
      },
    },
    props: {
      decorations: (state) => key.getState(state),
      handlePaste(view, event) {
        const { files, types } = event.clipboardData ?? {}
        // Word adds a picture of the text to the text itself; nobody wants that picture.
        const isText =
          types?.includes('text/rtf') || (types?.includes('text/html') && types.includes('text/plain'))
        return !isText && put(view, files, view.state.selection.from, upload)
      },
      // Pasted data: addresses are uploaded too: a document full of them would soon be too large.
      transformPasted(slice, view) {
        slice.content.descendants(({ attrs }) => {
          const src = attrs['src'] as string | undefined
          if (src?.startsWith('data:')) void sendPasted(view, src, upload)
        })
        return slice
      },
      handleDrop(view, event) {
        const files = event.dataTransfer?.files
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
        // By itself the browser would open the file in place of this page.
        return !!place && put(view, files, place.pos, upload)
      },
    },
  })

/** Uploads and inserts the images; for other files a message. Answers whether there were any files. */
function put(
  view: EditorView,
  files: Iterable<File> | null | undefined,
  pos: number,
  upload: Upload,
): boolean {
  const all = [...(files ?? [])]
  for (const file of all)
    void (file.type.startsWith('image/') ? putOne(view, file, pos, upload) : refuse(file))
  return all.length > 0
}

/** What sends it comes with the first picture. */
const sending = () => import('./send-image.ts')
const refuse = async (file: File) => (await sending()).refuseFile(file)

/** In place of the image that is selected there. */
async function putOne(view: EditorView, file: File, pos: number, upload: Upload) {
  const id = {}
  const { selection, tr: begin } = view.state
  const before = selection.from === pos ? imageHere(view.state) : undefined
  view.dispatch(begin.setMeta(key, { add: { id, pos } } satisfies UploadChange))
  const sent = await send(file, upload).catch((problem) => void toastFailure(problem))
  if (view.isDestroyed) return
  const at = key.getState(view.state)?.find(undefined, undefined, (spec) => spec['id'] === id)[0]?.from
  // A step of undo by itself.
  const tr = closeHistory(view.state.tr).setMeta(key, { remove: id } satisfies UploadChange)
  // Where somebody has deleted the placeholder, the image is not wanted any more.
  if (sent?.src !== undefined && at !== undefined) {
    const isSame = before !== undefined && view.state.doc.nodeAt(at) === before
    tr.replaceRangeWith(at, isSame ? at + before.nodeSize : at, image.create(sent))
  }
  view.dispatch(tr)
}

/** What sends it may not come, either. */
async function send(file: File, upload: Upload) {
  const { altOf, sendImage } = await sending()
  return { src: await sendImage(file, upload), alt: altOf(file) }
}

/** The image is shown from its data: address until it has one on the server, or for good when it gets none. */
async function sendPasted(view: EditorView, data: string, upload: Upload) {
  const src = await (await sending()).sendImage(data, upload)
  if (src === undefined || view.isDestroyed) return
  const tr = view.state.tr.setMeta('addToHistory', false)
  tr.doc.descendants(({ attrs }, pos) => {
    if (attrs['src'] === data) tr.setNodeAttribute(pos, 'src', src)
  })
  view.dispatch(tr)
}

function placeholder({ id, pos }: { id: object; pos: number }) {
  const draw = () => {
    const place = document.createElement('span')
    place.dataset['upload'] = ''
    place.textContent = 'Bild wird hochgeladen …'
    place.setAttribute('role', 'status')
    return place
  }
  return Decoration.widget(pos, draw, { id, side: -1 })
}
