import type { DocVersion } from '#contract/versions.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { restoreVersion } from './changes.ts'
import { fetchRestoreEffects } from './queries.ts'
import css from './versions.module.css'
import { effectsInWords, versionTitle } from './words.ts'

type Doc = { id: number; version: number }
type RestorableVersion = Pick<DocVersion, 'version' | 'saved_at'>

/**
 * Confirms with the effects on answers, then restores the version. Resolves with true if it was restored. `undoTo`:
 * the version that is replaced.
 */
export async function confirmRestore(
  doc: Doc,
  { version, saved_at }: RestorableVersion,
  undoTo = doc.version,
) {
  const effects = await fetchRestoreEffects(doc.id, version).catch(toastFailure)
  if (typeof effects === 'number') return false
  const restored = await confirm({
    title: `Soll der ${versionTitle(saved_at)} wiederhergestellt werden?`,
    children: (
      <>
        <ul className={css['effects']}>
          {effectsInWords(effects).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p>Der jetzige Inhalt bleibt als Fassung erhalten, und keine Angabe geht verloren.</p>
      </>
    ),
    verb: 'Wiederherstellen',
    act: () => restoreVersion(doc.id, version, doc.version),
  })
  if (!restored) return false
  const undo = () =>
    restoreVersion(doc.id, undoTo, restored.answer).then(() => toast('Rückgängig gemacht'), toastFailure)
  toast('Fassung wiederhergestellt', { action: { text: 'Rückgängig', onPick: () => void undo() } })
  return true
}
