/** People and groups from a table: the file, what it would change, and then that. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ImportPreview } from '#contract/user-import.ts'
import { sentenceOf } from '#web/api.ts'
import { type Kind, Preview } from '#web/jobs/sync-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormActions } from '#web/ui/form.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { DownloadIcon } from '#web/ui/icon.tsx'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { importPeople, previewImport } from './changes.ts'
import { useBackToUsers } from './dialogs.tsx'
import css from './import.module.css'
import { ImportFile } from './import-file.tsx'

export function ImportDialog() {
  const back = useBackToUsers()
  const navigate = useNavigate({ from: '/users' })
  const [file, setFile] = useState<string>()
  const [name, setName] = useState<string>()
  const [isWhole, setIsWhole] = useState(false)
  const [preview, setPreview] = useState<ImportPreview>()
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  const run = async (work: () => Promise<unknown>) => {
    setIsBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  const look = (text: string, deactivate_missing: boolean) =>
    run(async () => setPreview(await previewImport({ file: text, deactivate_missing })))
  const choose = (chosen: File) =>
    run(async () => {
      setName(chosen.name)
      // Nothing is taken over that was not looked at.
      setPreview(undefined)
      const text = base64Of(new Uint8Array(await chosen.arrayBuffer()))
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
        await navigate({ to: '/users', search: (list) => ({ ...list, filter_status: 'Ohne Zugang' }) })
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
        <ImportFile
          name={name}
          isBusy={isBusy && preview === undefined}
          onFile={(chosen) => void choose(chosen)}
        />
        {preview && (
          <>
            <Problems preview={preview} />
            <Preview
              query={{ data: preview, error: null, isFetching: false, refetch: () => {} }}
              kindsOf={kindsOf(isWhole)}
              nothing="Alles ist auf dem Stand der Datei."
            />
            {preview.missing.count > 0 && (
              <Checkbox
                label={`${formatNumber(preview.missing.count)} ${preview.missing.count === 1 ? 'Person steht' : 'Personen stehen'} nicht in der Datei: deaktivieren`}
                hint="Ohne Haken bleiben sie, wie sie sind. Admins werden nie deaktiviert."
                checked={isWhole}
                onChange={(on) => {
                  setIsWhole(on)
                  void look(file ?? '', on)
                }}
              />
            )}
          </>
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
            disabled={preview === undefined || preview.refused !== null}
            onClick={() => void take()}
          >
            Übernehmen
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}

function Problems({ preview: { problems, ignored_columns } }: { preview: ImportPreview }) {
  return (
    <>
      {problems.length > 0 && (
        <ul className={css['problems']} aria-label="Was zu berichtigen ist">
          {problems.map(({ line, sentence }) => (
            <li key={`${line} ${sentence}`}>
              Zeile {formatNumber(line)}: {sentence}
            </li>
          ))}
        </ul>
      )}
      {ignored_columns.length > 0 && <p>Nicht gelesen: {ignored_columns.join(', ')}</p>}
    </>
  )
}

const kindsOf =
  (isWhole: boolean) =>
  (preview: ImportPreview): Kind[] => [
    { head: 'Neu', ...preview.new },
    { head: 'Geändert', ...preview.changed },
    { head: 'Wieder da', ...preview.returning },
    { head: isWhole ? 'Werden deaktiviert' : 'Nicht in der Datei, bleiben', ...preview.missing },
    { head: 'Aus der Personalplanung, bleiben', ...preview.of_planner },
    { head: 'Neue Gruppen', ...preview.new_groups },
    { head: 'Neue Zuweisungen', count: preview.memberships_added, names: [] },
  ]

/** In pieces: a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
