// Import of users: file, preview, import.
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ImportPreview } from '#contract/user-import.ts'
import { errorSentence } from '#web/api.ts'
import { useBackTo } from '#web/forms/over-list.tsx'
import { useIfStillHere } from '#web/shell/use-while-here.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { FormActions } from '#web/ui/field/form.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { DownloadIcon } from '#web/ui/icon.tsx'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { importPeople, previewImport } from './changes.ts'
import css from './import.module.css'
import { ImportChanges } from './import-changes.tsx'
import { ImportFilePicker } from './import-file.tsx'

export function ImportDialog() {
  const back = useBackTo('/users')
  const navigate = useNavigate({ from: '/users' })
  const whileHere = useIfStillHere()
  const [file, setFile] = useState<string>()
  const [name, setName] = useState<string>()
  const [isWhole, setIsWhole] = useState(false)
  const [looked, setLooked] = useState<{ preview: ImportPreview; deactivate_missing: boolean }>()
  const preview = looked?.preview
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  // Number of the latest run. Results of earlier runs, about another file or option, are discarded.
  const runs = useRef(0)
  const run = async (work: (isLatest: () => boolean) => Promise<unknown>) => {
    const own = ++runs.current
    const isLatest = () => own === runs.current
    setIsBusy(true)
    setProblem('')
    try {
      await work(isLatest)
    } catch (error) {
      if (isLatest()) setProblem(errorSentence(error))
    } finally {
      if (isLatest()) setIsBusy(false)
    }
  }
  const look = (text: string, deactivate_missing: boolean) =>
    run(async (isLatest) => {
      const result = await previewImport({ file: text, deactivate_missing })
      if (isLatest()) setLooked({ preview: result, deactivate_missing })
    })
  const choose = (chosen: File) =>
    run(async (isLatest) => {
      setName(chosen.name)
      setLooked(undefined)
      const text = toBase64(new Uint8Array(await chosen.arrayBuffer()))
      if (!isLatest()) return
      setFile(text)
      await look(text, isWhole)
    })
  const take = () =>
    run(async () => {
      const done = await importPeople({ file: file ?? '', deactivate_missing: isWhole })
      toast(
        `Übernommen: ${formatNumber(done.new.count)} neu, ${formatNumber(done.changed.count + done.returning.count)} geändert`,
      )
      if (done.new.count > 0)
        await whileHere(() =>
          navigate({ to: '/users', search: (list) => ({ ...list, filter_status: 'Ohne Zugang' }) }),
        )
      else back()
    })

  return (
    <Modal
      title="Personen aus einer Datei"
      size="medium"
      onClose={back}
      busy={isBusy && preview !== undefined}
    >
      <div className={css['import']}>
        <p>
          Eine CSV-Datei aus Excel oder einem anderen Programm. Die erste Zeile nennt die Spalten:
          „Benutzername“, „Vorname“, „Nachname“, „E-Mail“, „Telefon“, „Gruppen“. Mehrere Gruppen trennt ein
          Komma. Fehlt „Benutzername“, wird er aus Vor- und Nachname gebildet.
        </p>
        <ImportFilePicker
          name={name}
          isBusy={isBusy && preview === undefined}
          onFile={(chosen) => void choose(chosen)}
        />
        {preview && (
          <ImportChanges
            preview={preview}
            isWhole={isWhole}
            onWhole={(on) => {
              setIsWhole(on)
              void look(file ?? '', on)
            }}
          />
        )}
        {problem !== '' && <Notice tone="danger">{problem}</Notice>}
        <FormActions>
          <AnchorButton href="/users/export/" download icon={<DownloadIcon />}>
            Jetzige Liste als CSV
          </AnchorButton>
          <Button onClick={back}>Abbrechen</Button>
          <Button
            variant="primary"
            pending={isBusy && preview !== undefined}
            // Only what was previewed can be imported.
            disabled={preview?.refused !== null || looked?.deactivate_missing !== isWhole}
            onClick={() => void take()}
          >
            Übernehmen
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}

/** In chunks, since the number of arguments of a JavaScript function is limited. */
function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
