// Choosing a file, or dropping it anywhere on the dialog.
import { useRef } from 'react'
import { FileButton, useFileDrop } from '#web/ui/file-button.tsx'
import { UploadIcon } from '#web/ui/icon.tsx'
import css from './import.module.css'

/** `name`: of the chosen file. */
type Props = { name: string | undefined; isBusy: boolean; onFile: (file: File) => void }

export function ImportFilePicker({ name, isBusy, onFile }: Props) {
  const zone = useRef<HTMLDivElement>(null)
  const isOver = useFileDrop(zone, onFile)
  return (
    <div ref={zone} className={css['file']} data-over={isOver}>
      <FileButton
        data-autofocus
        label="CSV-Datei"
        accept=".csv,.txt,text/csv"
        icon={<UploadIcon />}
        pending={isBusy}
        onFile={onFile}
      >
        {name === undefined ? 'Datei wählen' : 'Andere Datei wählen'}
      </FileButton>
      <output>{name === undefined ? 'Oder die CSV-Datei hierher ziehen.' : <b>{name}</b>}</output>
    </div>
  )
}
