import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxAppNameLength } from '#contract/words/limits.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { isImage, shrinkImage } from '#web/shrink.ts'
import { statusQuery } from '#web/status/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { ImageIcon, TrashIcon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast/toast-store.ts'
import css from './company.module.css'
import { changeCompany } from './queries.ts'

/** Dialog for the company's name and logo. */
export function CompanyDialog({ onClose }: { onClose: () => void }) {
  const status = useQuery(statusQuery).data
  const [typed, setTyped] = useState<string>()
  /** A data: URL, null for none; undefined for unchanged. */
  const [chosen, setChosen] = useState<string | null>()
  const [problem, setProblem] = useState<string>()
  const name = typed ?? status?.name ?? ''
  const logo = chosen === undefined ? (status?.logo ?? null) : chosen
  const isChanged = (typed !== undefined && typed !== status?.name) || chosen !== undefined

  const choose = async (file: File) => {
    setProblem(undefined)
    const drawn = isImage(file) ? await shrinkImage(file).catch(() => undefined) : undefined
    if (drawn) setChosen(drawn)
    else setProblem('Das ist kein Bild, das hier gezeigt werden kann (PNG, JPEG, WebP, GIF).')
  }
  const submit = async () => {
    await changeCompany({
      ...(typed !== undefined && { name: typed.trim() === '' ? null : typed }),
      ...(chosen !== undefined && { logo: chosen }),
    })
    toast('Name und Logo gespeichert')
    onClose()
  }
  return (
    <FormDialog
      title="Name und Logo der Firma"
      size="medium"
      verb="Speichern"
      isReady={isChanged}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={css['intro']}>
        Beides steht über jedem Bildschirm, vor der Anmeldung, in E-Mails und auf jeder Seite eines PDF.
      </p>
      <TextField
        label="Name der Firma"
        name="name"
        hint="Bleibt das Feld leer, gilt der Name aus den Einstellungen des Servers."
        maxLength={maxAppNameLength}
        value={name}
        onChange={setTyped}
      />
      <fieldset className={css['logo']}>
        <legend>Logo</legend>
        <div className={css['shown']}>
          {logo === null ? <span>Kein Logo</span> : <img src={logo} alt="Das Logo" />}
        </div>
        <div className="buttons">
          <FileButton
            label="Bilddatei des Logos"
            accept="image/*"
            icon={<ImageIcon />}
            onFile={(file) => void choose(file)}
          >
            Logo wählen
          </FileButton>
          {logo !== null && (
            <Button variant="quiet" icon={<TrashIcon />} onClick={() => setChosen(null)}>
              Logo entfernen
            </Button>
          )}
        </div>
      </fieldset>
      {problem && <Notice tone="danger">{problem}</Notice>}
    </FormDialog>
  )
}
