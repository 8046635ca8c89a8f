// Saving: one at a time, and never over somebody else's work without confirmation.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import { CallError, errorSentence } from '#web/api.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import type { Editor } from '../editor.ts'
import { fetchFreshDoc, saveDoc } from '../queries.ts'
import type { DraftOwner, DraftWriter } from './drafts.ts'

type Saving = {
  busy: boolean
  /** Waits for a running save, then saves later changes. `over`: a version to overwrite deliberately. */
  save: (over?: number) => Promise<boolean>
}

const STILL_KEPT_SENTENCE = 'Ihre Änderungen bleiben in diesem Browser erhalten.'

/** The open text and its draft. */
type OpenDoc = { editor: Editor; unsaved: DraftWriter }

export function useSaving(
  doc: Doc,
  owner: DraftOwner,
  { editor, unsaved }: OpenDoc,
  isHere: RefObject<boolean>,
  onSaved: () => void,
  /** Somebody else has saved in the meantime. */
  onConflict: (save: Saving['save']) => void,
): Saving {
  const [busy, setBusy] = useState(false)
  const latest = useLatest(editor)
  /** Stores the draft, unless another editor has replaced this one: a late response must not store discarded text. */
  const writeDown = () => latest.current === editor && unsaved.writeNow()

  /** The server may have received an earlier save whose answer was lost. */
  function recognize(stored: Doc): boolean {
    if (!editor.recognize(stored)) return false
    writeDown()
    if (!editor.isChanged()) onSaved()
    return true
  }
  const onNewer = useEffectEvent(recognize)
  useEffect(() => {
    if (!busy && doc.version > editor.version) onNewer(doc)
  }, [busy, doc, editor])

  /** False on a conflict. */
  async function send(over: number): Promise<boolean> {
    const work = editor.beginSave()
    // Stored with the pending save, so that the next visit can recognise it.
    unsaved.writeNow()
    try {
      const next = await saveDoc(owner, work, over)
      work.onSaved(next)
      writeDown()
      onSaved()
      return true
    } catch (problem) {
      if (!(problem instanceof CallError && problem.status === 412)) throw problem
      // A 412 may also mean that another person is signed in by now. Then this request fails, too.
      const theirs = await fetchFreshDoc(doc.id).catch(() => Promise.reject(problem))
      if (!recognize(theirs)) {
        // The screen was left, so nobody can answer the question: fails instead.
        if (!isHere.current) throw problem
        return false
      }
      return !editor.isChanged() || send(theirs.version)
    }
  }

  async function sendAndTell(over: number): Promise<boolean> {
    setBusy(true)
    try {
      const isSaved = await send(over)
      if (isSaved) toast('Prozess gespeichert')
      else if (latest.current === editor) onConflict(save)
      return isSaved
    } catch (problem) {
      toastFailure(problem, isHere.current ? undefined : `${errorSentence(problem)} ${STILL_KEPT_SENTENCE}`)
      return false
    } finally {
      setBusy(false)
    }
  }

  const underWay = useRef<{ editor: Editor; isSaved: Promise<boolean> }>(undefined)
  async function save(over?: number): Promise<boolean> {
    const before = underWay.current?.editor === editor ? underWay.current.isSaved : undefined
    const rest = () => !editor.isChanged() || sendAndTell(editor.version)
    const isSaved = before ? before.then((isSaved) => isSaved && rest()) : sendAndTell(over ?? editor.version)
    const own = { editor, isSaved }
    underWay.current = own
    try {
      return await isSaved
    } finally {
      if (underWay.current === own) underWay.current = undefined
    }
  }
  return { busy, save }
}
