/** The screen around the text: what is saved, what is kept here, what somebody else has done meanwhile. */

import { useRef, useState } from 'react'
import type { Doc } from '#contract/docs.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSaveKey } from '#web/ui/use-save-key.ts'
import { useLeaving } from '#web/unsaved/use-leaving.ts'
import type { Asked } from './asking.ts'
import { Conflict } from './conflict.tsx'
import { type Desk, openDesk, useDesk } from './desk.ts'
import { type Draft, forgetDraft, putAside, type Whose } from './drafts.ts'
import { AsideNotices, NewerNotice, RestoredNotice } from './notices.tsx'
import { Prompt } from './prompts.tsx'
import { freshDoc, uploadImage } from './queries.ts'
import { SaveLine } from './save-line.tsx'
import { Sheet } from './sheet.tsx'
import { ToolBar } from './tool-bar.tsx'
import { useKeeping } from './use-keeping.ts'
import { useSaving } from './use-saving.ts'
import css from './workplace.module.css'

type Props = { doc: Doc; draft: Draft | null; whose: Whose }

/** What lies on the desk, and from which version on. */
type Opened = { desk: Desk; version: number; restored: Draft | undefined }

export function Workplace({ doc, draft, whose }: Props) {
  const [asked, setAsked] = useState<Asked>()
  const open = (saved: Pick<Doc, 'content' | 'version'>, work?: Draft): Opened => ({
    desk: openDesk({
      saved: saved.content,
      work,
      upload: (image) => uploadImage(doc.id, image),
      onSearch: setAsked,
    }),
    version: work?.version ?? saved.version,
    restored: work,
  })
  const [{ desk, version, restored }, setOpened] = useState(() => open(doc, draft ?? undefined))
  const saving = useSaving(doc.id, desk, version, (version) =>
    setOpened((opened) => ({ ...opened, version, restored: undefined })),
  )
  const isChanged = useDesk(desk, desk.isChanged)
  const keeping = useKeeping(desk, version, whose)
  const isSaved = () => {
    keeping.flush()
    return !desk.isChanged()
  }
  useLeaving({ mayClose: isSaved, mayLeave: () => isSaved() || mayLeaveUnsaved() })
  const bar = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLButtonElement>(null)

  const save = () => {
    if (desk.isChanged()) void saving.save()
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
    const work = desk.isChanged() ? keeping.work() : undefined
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
    <div className={css['workplace']}>
      <NewerNotice
        isNewer={doc.version > version && !saving.busy}
        isTouched={desk.isTouched}
        newest={doc.version}
        onReload={() => void reload().catch(toastFailure)}
      />
      {restored && isChanged && <RestoredNotice at={restored.at} onDiscard={discard} />}
      <AsideNotices whose={whose} onFetch={desk.replace} />
      <div className={css['head']}>
        <SaveLine isChanged={isChanged} busy={saving.busy} onSave={save} />
        <ToolBar desk={desk} bar={bar} upload={(image) => uploadImage(doc.id, image)} onSearch={setAsked} />
      </div>
      <Sheet
        desk={desk}
        onTools={() => bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()}
        onLeave={() => end.current?.focus()}
      />
      <SaveLine isChanged={isChanged} busy={saving.busy} onSave={save} button={end} />
      {asked && <Prompt key={asked} desk={desk} about={asked} onClose={() => setAsked(undefined)} />}
      {saving.conflict && <Conflict onOverwrite={overwrite} onReload={reload} onClose={saving.giveUp} />}
    </div>
  )
}

/** Asked even though it is kept: what is not saved nobody else sees. */
const mayLeaveUnsaved = () =>
  confirm({
    title: 'Den Prozess verlassen, ohne zu speichern?',
    children: <p>Ihre Änderungen bleiben in diesem Browser aufgehoben, bis Sie sich abmelden.</p>,
    verb: 'Verlassen',
  })
