// An open document: the present text, held outside React, so that typing rerenders nothing but the text.
// Components subscribe with `useEditorValue` and rerender only when their value changes.
import type { Node } from 'prosemirror-model'
import { type Command, EditorState, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { schema, treeOf } from '#contract/document/schema.ts'
import type { Tree } from '#contract/document/tree.ts'
import { createStore, useStore } from '#web/store.ts'
import { withFirstLine } from './empty-lines.ts'
import { namesIn } from './fields.ts'
import { isUploading, type Upload, uploadsPlugin } from './images.ts'
import { createPlugins } from './plugins.ts'
import { promptOf } from './prompts.ts'
import { markSent, type Renames, renamesOf, setRenames } from './saving/renames.ts'
import { cellViews } from './tables.ts'

/** The content, and the fields renamed since the last save. Sent to the server, and stored in drafts. */
export type EditedContent = { content: Tree; renames: Renames }

type SavedContent = { content: Tree; version: number }

/**
 * `sent`: saves without an answer. The server may have stored one of them. Absent in drafts of older
 * releases.
 */
export type UnsavedWork = EditedContent & { sent?: EditedContent[] }

/** Upper bound of `sent`: repeated offline saves must not grow a draft to megabytes. */
const MAX_UNANSWERED_SAVES = 5

type Options = {
  saved: SavedContent
  /** Restored unsaved work instead of the saved content; `version`: the one it started from. */
  work?: (UnsavedWork & { version: number }) | undefined
  upload: Upload
}

export type Editor = ReturnType<typeof openEditor>

const parseContent = (content: Tree) => withFirstLine(schema.nodeFromJSON(content))

export function openEditor({ saved: stored, work, upload }: Options) {
  let savedDoc = parseContent(stored.content)
  let version = work?.version ?? stored.version
  const begin = work ? parseContent(work.content) : savedDoc
  const states = createStore(
    EditorState.create({
      doc: begin,
      plugins: [...createPlugins(work?.renames), uploadsPlugin(upload)],
    }),
  )
  let view: EditorView | undefined
  // Subscribed before anything else, so that later subscribers read a view that is up to date.
  states.subscribe(() => view?.updateState(states.get()))
  /** Saves sent since the last success. If an answer was lost, the server may have stored one of them. */
  let unconfirmedSaves = (work?.sent ?? []).map(({ content, renames }) => ({
    doc: parseContent(content),
    renames,
  }))
  const markSaved = ({ doc, renames }: { doc: Node; renames: Renames }, as: number) => {
    savedDoc = doc
    version = as
    unconfirmedSaves = []
    apply(markSent(states.get().tr, renames))
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
    /** The server's version that this text is based on. */
    get version() {
      return version
    },
    states,
    upload,
    show(place: HTMLElement, attributes: Record<string, string>) {
      const mounted = new EditorView(place, {
        state: states.get(),
        attributes,
        nodeViews: cellViews,
        handleDOMEvents: {
          focus: (view) => void setTimeout(() => moveCursorIntoText(view)),
        },
        dispatchTransaction: apply,
      })
      view = mounted
      return () => {
        mounted.destroy()
        if (view === mounted) view = undefined
      }
    },
    dispatch: apply,
    /** Runs a command and refocuses the text, unless a prompt has opened. */
    run(command: Command) {
      const isDone = command(states.get(), apply, view)
      if (!promptOf(states.get())) view?.focus()
      return isDone
    },
    isChanged: () => !states.get().doc.eq(savedDoc),
    isTouched: () => states.get().doc !== begin || begin !== savedDoc || isUploading(states.get()),
    /** An image is being uploaded. */
    isUploading: () => isUploading(states.get()),
    /** Content of a draft. */
    unsaved: (): UnsavedWork => ({
      content: treeOf(states.get().doc),
      renames: renamesOf(states.get()),
      ...(unconfirmedSaves.length > 0 && {
        sent: unconfirmedSaves.map(({ doc, renames }) => ({ content: treeOf(doc), renames })),
      }),
    }),
    /** Content of a save; call `onSaved` on success. */
    beginSave(): EditedContent & { onSaved: (version: number) => void } {
      const work = toSend()
      unconfirmedSaves = [...unconfirmedSaves.filter(({ doc }) => !doc.eq(work.doc)), work].slice(
        -MAX_UNANSWERED_SAVES,
      )
      return { content: treeOf(work.doc), renames: work.renames, onSaved: (as) => markSaved(work, as) }
    },
    /** If the server's content equals this text or one that was sent from here, it counts as saved. */
    recognize({ content, version }: SavedContent): boolean {
      const stored = parseContent(content)
      const own = [toSend(), ...unconfirmedSaves].find(({ doc }) => doc.eq(stored))
      if (own) markSaved(own, version)
      return own !== undefined
    },
    /** Replaces the whole text, undoably. */
    replace: ({ content, renames }: EditedContent) => {
      const { content: nodes } = parseContent(content)
      const { tr, doc } = states.get()
      tr.replaceWith(0, doc.content.size, nodes)
      apply(setRenames(tr, renamesOf(states.get()), renames).scrollIntoView())
    },
  }
}

/**
 * Moves the cursor back into the text. A closing dialog restores the focus, but browsers leave the cursor at
 * the place of the dialog.
 */
function moveCursorIntoText(view: EditorView) {
  const at = document.getSelection()?.anchorNode
  if (!view.isDestroyed && view.hasFocus() && at && !view.dom.contains(at)) view.focus()
}

/** Only renames of fields that the server has, and that still exist in the text. */
function renamesToSend(renames: Renames, onServer: Set<string>, doc: Node): Renames {
  const present = namesIn(doc)
  return Object.fromEntries(
    Object.entries(renames).filter(([from, to]) => onServer.has(from) && present.has(to)),
  )
}

/** Subscribes to a primitive value derived from the text. */
export function useEditorValue<T extends string | number | boolean | null>(
  editor: Editor,
  about: (state: EditorState) => T,
): T {
  return useStore(editor.states, about)
}
