// One open document: the text as it is now, kept outside of React, so that typing redraws nothing but the text. A
// component that shows something about it follows it with `useEditor` and is redrawn only when that changes.
import type { Node } from 'prosemirror-model'
import { type Command, EditorState, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { schema, treeOf } from '#contract/document/schema.ts'
import type { Tree } from '#contract/document/tree.ts'
import { createStore, useStore } from '#web/store.ts'
import { withLine } from './empty-lines.ts'
import { namesIn } from './fields.ts'
import { isUploading, type Upload, uploads } from './images.ts'
import { plugins } from './plugins.ts'
import { promptOf } from './prompts.ts'
import { become, type Renames, renamesOf, saved } from './saving/renames.ts'
import { cellViews } from './tables.ts'

/** The content, and the names that its fields had before. Sent to the server, and kept in drafts. */
export type Work = { content: Tree; renames: Renames }

type Saved = { content: Tree; version: number }

/** `sent`: what was sent and not answered, so that the server may have it. An older app keeps none. */
export type Unsaved = Work & { sent?: Work[] }

/** Upper bound of `sent`: „Speichern“ pressed again and again out of reach shall not make a draft of megabytes. */
const MOST_SENT = 5

type Options = {
  saved: Saved
  /** Unsaved work that goes on, in place of what is saved; `version`: the one that it began from. */
  work?: (Unsaved & { version: number }) | undefined
  upload: Upload
}

export type Editor = ReturnType<typeof openEditor>

const read = (content: Tree) => withLine(schema.nodeFromJSON(content))

export function openEditor({ saved: stored, work, upload }: Options) {
  let savedDoc = read(stored.content)
  let version = work?.version ?? stored.version
  const begin = work ? read(work.content) : savedDoc
  const states = createStore(
    EditorState.create({
      doc: begin,
      plugins: [...plugins(work?.renames), uploads(upload)],
    }),
  )
  let view: EditorView | undefined
  // Subscribed first: whoever is notified after it finds the text on the screen up to date.
  states.subscribe(() => view?.updateState(states.get()))
  /** Sent by saves since the last one that succeeded. The server may have one of them, if its answer was lost. */
  let taken = (work?.sent ?? []).map(({ content, renames }) => ({
    doc: read(content),
    renames,
  }))
  const know = ({ doc, renames }: { doc: Node; renames: Renames }, as: number) => {
    savedDoc = doc
    version = as
    taken = []
    apply(saved(states.get().tr, renames))
  }
  const toSend = () => {
    const { doc } = states.get()
    return { doc, renames: renamesToSend(renamesOf(states.get()), namesIn(savedDoc), doc) }
  }
  const apply = (tr: Transaction) => states.set(states.get().apply(tr))

  return {
    get state() {
      return states.get()
    },
    get view() {
      return view
    },
    /** The one on the server that this text began from, or has been saved as since. */
    get version() {
      return version
    },
    states,
    upload,
    show(place: HTMLElement, attributes: Record<string, string>) {
      const shown = new EditorView(place, {
        state: states.get(),
        attributes,
        nodeViews: cellViews,
        handleDOMEvents: {
          focus: (view) => void setTimeout(() => cursorBack(view)),
        },
        dispatchTransaction: apply,
      })
      view = shown
      return () => {
        shown.destroy()
        if (view === shown) view = undefined
      }
    },
    dispatch: apply,
    /** Runs the command, and moves the focus back to the text unless a question stands open then. */
    run(command: Command) {
      const isDone = command(states.get(), apply, view)
      if (!promptOf(states.get())) view?.focus()
      return isDone
    },
    isChanged: () => !states.get().doc.eq(savedDoc),
    isTouched: () => states.get().doc !== begin || begin !== savedDoc || isUploading(states.get()),
    /** An image is on its way, and not in the text yet. */
    isUploading: () => isUploading(states.get()),
    /** For a draft. */
    unsaved: (): Unsaved => ({
      content: treeOf(states.get().doc),
      renames: renamesOf(states.get()),
      ...(taken.length > 0 && { sent: taken.map(({ doc, renames }) => ({ content: treeOf(doc), renames })) }),
    }),
    /** For a save; `onSaved` is to be called when that has succeeded. */
    take(): Work & { onSaved: (version: number) => void } {
      const work = toSend()
      taken = [...taken.filter(({ doc }) => !doc.eq(work.doc)), work].slice(-MOST_SENT)
      return { content: treeOf(work.doc), renames: work.renames, onSaved: (as) => know(work, as) }
    },
    /** If the server's text stands here or was sent from here, it counts as saved, and is nobody else's work. */
    recognize({ content, version }: Saved): boolean {
      const stored = read(content)
      const own = [toSend(), ...taken].find(({ doc }) => doc.eq(stored))
      if (own) know(own, version)
      return own !== undefined
    },
    /** Replaces the whole text; can be undone like any other change. */
    replace: ({ content, renames }: Work) => {
      const { content: nodes } = read(content)
      const { tr, doc } = states.get()
      tr.replaceWith(0, doc.content.size, nodes)
      apply(become(tr, renamesOf(states.get()), renames).scrollIntoView())
    },
  }
}

/** A dialog that closes gives the focus back, but the browser leaves the cursor outside, where the dialog was. */
function cursorBack(view: EditorView) {
  const at = document.getSelection()?.anchorNode
  if (!view.isDestroyed && view.hasFocus() && at && !view.dom.contains(at)) view.focus()
}

/** Only of fields that the server knows and that are still there. */
function renamesToSend(renames: Renames, known: Set<string>, doc: Node): Renames {
  const present = namesIn(doc)
  return Object.fromEntries(
    Object.entries(renames).filter(([from, to]) => known.has(from) && present.has(to)),
  )
}

/** Follows one word, number, yes or no about the text. */
export function useEditor<T extends string | number | boolean | null>(
  editor: Editor,
  about: (state: EditorState) => T,
): T {
  return useStore(editor.states, about)
}
