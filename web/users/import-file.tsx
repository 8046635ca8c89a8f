// Where the table comes from: a file that is chosen, or dropped anywhere on the dialog.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { UploadIcon } from '#web/ui/icon.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import css from './import.module.css'

/** `name`: of the file that has been chosen. */
type Props = { name: string | undefined; isBusy: boolean; onFile: (file: File) => void }

export function ImportFile({ name, isBusy, onFile }: Props) {
  const zone = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const isOver = useDropped(zone, onFile)
  return (
    <div ref={zone} className={css['file']} data-over={isOver}>
      <Button data-autofocus icon={<UploadIcon />} pending={isBusy} onClick={() => chooser.current?.click()}>
        {name === undefined ? 'Datei wählen' : 'Andere Datei wählen'}
      </Button>
      <output>{name === undefined ? 'Oder die CSV-Datei hierher ziehen.' : <b>{name}</b>}</output>
      <input
        ref={chooser}
        type="file"
        aria-label="CSV-Datei"
        accept=".csv,.txt,text/csv"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // The same one can be chosen again, once it is put right.
          target.value = ''
        }}
      />
    </div>
  )
}

/** True while a file is held over the dialog; it takes it, so that the browser does not open it in place of the app. */
function useDropped(zone: RefObject<HTMLElement | null>, onFile: Props['onFile']) {
  const [isOver, setIsOver] = useState(false)
  const latest = useLatest(onFile)
  useEffect(() => {
    const dialog = zone.current?.closest('dialog')
    const ends = new AbortController()
    const { signal } = ends
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      const [file] = event.dataTransfer?.files ?? []
      if (!file) return
      event.preventDefault()
      latest.current(file)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!dialog?.contains(relatedTarget as Node | null)) setIsOver(false)
    }
    dialog?.addEventListener('dragover', over, { signal })
    dialog?.addEventListener('drop', drop, { signal })
    dialog?.addEventListener('dragleave', leave, { signal })
    return () => ends.abort()
  }, [zone, latest])
  return isOver
}
