// The screen around the text: its tools, what is saved, and what others have saved meanwhile.
import { useRef, useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { useSaveKey } from '#web/ui/keyboard/use-save-key.ts'
import { toast } from '#web/ui/toast.tsx'
import { useLeaving } from '#web/unsaved/use-leaving.ts'
import { Conflict } from './conflict.tsx'
import { type Draft, forgetDraft, putAside, type Whose } from './drafts.ts'
import { type Editor, openEditor, useEditor } from './editor.ts'
import css from './editor-screen.module.css'
import { AsideNotices, NewerNotice, RestoredNotice } from './notices.tsx'
import type { PromptKind } from './prompt-gestures.ts'
import { Prompt } from './prompts.tsx'
import { freshDoc, uploadImage } from './queries.ts'
import { SaveLine } from './save-line.tsx'
import { Surface } from './surface.tsx'
import { ToolBar } from './tool-bar.tsx'
import { useKeeping } from './use-keeping.ts'
import { useSaving } from './use-saving.ts'

type Props = { doc: Doc; draft: Draft | null; whose: Whose }

/** The open text, and the version on the server that it began with. */
type Opened = { editor: Editor; version: number; restored: Draft | undefined }

export function EditorScreen({ doc, draft, whose }: Props) {
  const [prompt, setPrompt] = useState<PromptKind>()
  const open = (saved: Pick<Doc, 'content' | 'version'>, work?: Draft): Opened => ({
    editor: openEditor({
      saved: saved.content,
      work,
      upload: (image) => uploadImage(doc.id, image),
      onPrompt: setPrompt,
    }),
    version: work?.version ?? saved.version,
    restored: work,
  })
  const [{ editor, version, restored }, setOpened] = useState(() => open(doc, draft ?? undefined))
  const saving = useSaving(doc.id, editor, version, (version) =>
    setOpened((opened) => ({ ...opened, version, restored: undefined })),
  )
  const isChanged = useEditor(editor, editor.isChanged)
  const keeping = useKeeping(editor, version, whose)
  const isSaved = () => {
    keeping.flush()
    return !editor.isChanged()
  }
  useLeaving({ mayClose: isSaved, mayLeave: () => isSaved() || mayLeaveUnsaved() })
  const bar = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLButtonElement>(null)

  const save = () => {
    if (editor.isChanged()) void saving.save()
    else toast('Es gibt nichts zu speichern.', { tone: 'info' })
  }
  useSaveKey(save)
  const discard = () => {
    const work = keeping.work()
    keeping.cancel()
    setOpened(open(doc))
    void forgetDraft(whose)
    toast('Änderungen verworfen', {
      action: { text: 'Rückgängig', onPick: () => setOpened(open(doc, work)) },
    })
  }
  /** The newest of the server; unsaved work is put aside, not lost. */
  const reload = async () => {
    const fresh = await freshDoc(doc.id)
    const work = editor.isChanged() ? keeping.work() : undefined
    keeping.cancel()
    saving.giveUp()
    setOpened(open(fresh))
    if (work) await putAside(whose, work)
    await forgetDraft(whose)
  }
  const overwrite = async () => {
    const theirs = await freshDoc(doc.id)
    if (await saving.save('anything')) {
      const { content, version } = theirs
      await putAside(whose, { content, version, renames: {}, at: new Date() })
    }
  }

  return (
    <div className={css['screen']}>
      <NewerNotice
        isNewer={doc.version > version && !saving.busy}
        isTouched={editor.isTouched}
        newest={doc.version}
        onReload={() => void reload().catch(toastFailure)}
      />
      {restored && isChanged && <RestoredNotice at={restored.at} onDiscard={discard} />}
      <AsideNotices whose={whose} onFetch={editor.replace} />
      <div className={css['head']}>
        <SaveLine isChanged={isChanged} busy={saving.busy} onSave={save} />
        <ToolBar
          editor={editor}
          bar={bar}
          upload={(image) => uploadImage(doc.id, image)}
          onPrompt={setPrompt}
        />
      </div>
      <Surface
        editor={editor}
        onTools={() => bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()}
        onLeave={() => end.current?.focus()}
      />
      <SaveLine isChanged={isChanged} busy={saving.busy} onSave={save} button={end} />
      {prompt && <Prompt key={prompt} editor={editor} about={prompt} onClose={() => setPrompt(undefined)} />}
      {saving.conflict && <Conflict onOverwrite={overwrite} onReload={reload} onClose={saving.giveUp} />}
    </div>
  )
}

/** Asks although the draft is kept: nobody else sees what is not saved. */
const mayLeaveUnsaved = () =>
  confirm({
    title: 'Den Prozess verlassen, ohne zu speichern?',
    children: <p>Ihre Änderungen bleiben in diesem Browser aufgehoben, bis Sie sich abmelden.</p>,
    verb: 'Verlassen',
  })
