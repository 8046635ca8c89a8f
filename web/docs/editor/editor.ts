// One open document: the text as it is now, kept outside of React, so that typing redraws nothing but the text. A
// component that shows something about it follows it with `useEditor` and is redrawn only when that changes.
import type { Node } from 'prosemirror-model'
import { type Command, EditorState, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { fieldsOf } from '#contract/document/fields.ts'
import { schema } from '#contract/document/schema.ts'
import type { Tree } from '#contract/document/tree.ts'
import { createStore, useStore } from '#web/store.ts'
import { cells } from './cells.ts'
import { namesIn } from './field-names.ts'
import { lineOnPress } from './line-on-press.ts'
import { withALine } from './never-empty.ts'
import { pastedParser, pasteNested, withoutStyles } from './pasted.ts'
import { plugins } from './plugins.ts'
import { type PromptKind, promptGestures } from './prompt-gestures.ts'
import { type Renames, renamesOf, saved } from './renames.ts'
import { type Upload, uploads } from './uploads.ts'

/** What is sent and kept: content and what its fields were called before. */
export type Work = { content: Tree; renames: Renames }

type Options = {
  /** As it is on the server. */
  saved: Tree
  /** Unsaved work that goes on, in place of what is saved. */
  work?: Work | undefined
  upload: Upload
  onPrompt: (what: PromptKind) => void
}

export type Editor = ReturnType<typeof openEditor>

export function openEditor({ saved: stored, work, upload, onPrompt }: Options) {
  let savedDoc = withALine(schema.nodeFromJSON(stored))
  const begin = work ? withALine(schema.nodeFromJSON(work.content)) : savedDoc
  const states = createStore(
    EditorState.create({
      doc: begin,
      plugins: [...promptGestures(onPrompt), ...plugins(work?.renames), uploads(upload), lineOnPress],
    }),
  )
  let view: EditorView | undefined
  // The first to follow: whoever else is told finds the text on the screen as it is.
  states.subscribe(() => view?.updateState(states.get()))
  const apply = (tr: Transaction) => states.set(states.get().apply(tr))

  return {
    get state() {
      return states.get()
    },
    get view() {
      return view
    },
    states,
    show(place: HTMLElement, attributes: Record<string, string>) {
      const shown = new EditorView(place, {
        state: states.get(),
        attributes,
        clipboardParser: pastedParser,
        transformPastedHTML: withoutStyles,
        nodeViews: cells,
        handleDOMEvents: {
          focus: (view) => void setTimeout(() => cursorBack(view)),
          paste: pasteNested,
        },
        dispatchTransaction: apply,
      })
      view = shown
      return () => {
        shown.destroy()
        if (view === shown) view = undefined
      }
    },
    /** Does it, and goes back to the text. */
    run(command: Command) {
      const isDone = command(states.get(), apply, view)
      view?.focus()
      return isDone
    },
    isChanged: () => !states.get().doc.eq(savedDoc),
    isTouched: () => states.get().doc !== begin || begin !== savedDoc,
    /** What there is to keep until it is saved. */
    unsaved: (): Work => ({
      content: states.get().doc.toJSON() as Tree,
      renames: renamesOf(states.get()),
    }),
    /** What there is to save now, and what to call when that has succeeded. */
    take(): Work & { onSaved: () => void } {
      const { doc } = states.get()
      const renames = renamesOf(states.get())
      const known = new Set(fieldsOf(savedDoc.toJSON() as Tree).map(({ name }) => name))
      return {
        content: doc.toJSON() as Tree,
        renames: toldOf(renames, known, doc),
        onSaved() {
          savedDoc = doc
          apply(saved(states.get().tr, renames))
        },
      }
    },
    /** Another text in place of this one; it can be taken back like any other change. */
    replace: ({ content }: Work) => {
      const { content: nodes } = withALine(schema.nodeFromJSON(content))
      const { tr, doc } = states.get()
      apply(tr.replaceWith(0, doc.content.size, nodes).scrollIntoView())
    },
  }
}

/** A dialog that closes gives the focus back, but the browser leaves the cursor outside, where the dialog was. */
function cursorBack(view: EditorView) {
  const at = document.getSelection()?.anchorNode
  if (!view.isDestroyed && view.hasFocus() && at && !view.dom.contains(at)) view.focus()
}

/** Only of fields that the server knows and that are still there. */
function toldOf(renames: Renames, known: Set<string>, doc: Node): Renames {
  const present = namesIn(doc)
  return Object.fromEntries(
    Object.entries(renames).filter(([from, to]) => known.has(from) && present.has(to)),
  )
}

/** Something small about the text: a word, a number, a yes or no. */
export function useEditor<T extends string | number | boolean | null>(
  editor: Editor,
  about: (state: EditorState) => T,
): T {
  return useStore(editor.states, about)
}
