// Images in the text, and their way to the server: one that is pasted, dropped or chosen is sent at once, and a
// placeholder moves with the text until its address is known.
import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, NodeSelection, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { schema } from '#contract/document/schema.ts'
import { imageTooLarge, longestImage } from '#contract/words/images.ts'
import { Failed } from '#web/api.ts'
import { shrink } from '#web/shrink.ts'
import { toast } from '#web/ui/toast/toast-store.ts'
import { canInsertInline } from './blocks.ts'

const { image } = schema.nodes

export type ImageAttrs = { src: string; title: string | null; alt: string | null }

export const imageHere = ({ selection }: EditorState): Node | undefined =>
  selection instanceof NodeSelection && selection.node.type === image ? selection.node : undefined

/** In place of the selected image, or where the cursor is. */
export const putImage =
  (attrs: ImageAttrs): Command =>
  (state, dispatch) => {
    if (!canInsertInline(state)) return false
    const marks = imageHere(state)?.marks ?? []
    dispatch?.(state.tr.replaceSelectionWith(image.create(attrs, null, marks), false).scrollIntoView())
    return true
  }

/** Resolves to the address of the image on the server. */
export type Upload = (dataUrl: string) => Promise<string>

/** Its address on the server; undefined once a message has said why there is none. */
export async function sendImage(picture: File | string, upload: Upload): Promise<string | undefined> {
  try {
    const data = typeof picture === 'string' ? picture : await shrink(picture)
    if (data.length > longestImage) {
      toastError(imageTooLarge)
      return undefined
    }
    return await upload(data)
  } catch (error) {
    toastError(error instanceof Failed ? error.message : 'Dieses Bild kann der Browser nicht lesen.')
    return undefined
  }
}

const toastError = (sentence: string) => toast(sentence, { tone: 'danger' })

/** False for a file that is no image: a message says what can be inserted. */
export function isImageFile({ type, name }: File): boolean {
  const isImage = type.startsWith('image/')
  if (!isImage) toastError(`„${name}“ ist kein Bild. Einfügen lassen sich hier PNG, JPEG, WebP und GIF.`)
  return isImage
}

/** A first description: the name of the file, unless a camera or the clipboard made it up. */
export function altOf({ name }: File): string | null {
  const plain = name
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return plain === '' || /^(image|img|dsc|pxl|screenshot)? ?\d*$/i.test(plain) ? null : plain
}

type UploadChange = { add: { id: object; pos: number } } | { remove: object }
const key = new PluginKey<DecorationSet>('uploads')

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
        return !isText && putFiles(view, files, view.state.selection.from, upload)
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
        return !!place && putFiles(view, files, place.pos, upload)
      },
    },
  })

/** Returns whether there were any files. */
function putFiles(
  view: EditorView,
  files: Iterable<File> | null | undefined,
  pos: number,
  upload: Upload,
): boolean {
  const all = [...(files ?? [])]
  for (const file of all.filter(isImageFile)) void putFile(view, file, pos, upload)
  return all.length > 0
}

/** In place of the image that is selected there. */
async function putFile(view: EditorView, file: File, pos: number, upload: Upload) {
  const id = {}
  const { selection, tr: begin } = view.state
  const before = selection.from === pos ? imageHere(view.state) : undefined
  view.dispatch(begin.setMeta(key, { add: { id, pos } } satisfies UploadChange))
  const src = await sendImage(file, upload)
  if (view.isDestroyed) return
  const at = key.getState(view.state)?.find(undefined, undefined, (spec) => spec['id'] === id)[0]?.from
  // A step of undo by itself.
  const tr = closeHistory(view.state.tr).setMeta(key, { remove: id } satisfies UploadChange)
  // Without its placeholder, which somebody has deleted, the image is not wanted any more.
  if (src !== undefined && at !== undefined) {
    const isSame = before !== undefined && view.state.doc.nodeAt(at) === before
    tr.replaceRangeWith(at, isSame ? at + before.nodeSize : at, image.create({ src, alt: altOf(file) }))
  }
  view.dispatch(tr)
}

/** The image is shown from its data: address until it has one on the server, or for good when it gets none. */
async function sendPasted(view: EditorView, data: string, upload: Upload) {
  const src = await sendImage(data, upload)
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
