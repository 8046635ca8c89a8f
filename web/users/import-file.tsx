// Choosing a file, or dropping it anywhere on the dialog.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { UploadIcon } from '#web/ui/icon.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import css from './import.module.css'

/** `name`: of the chosen file. */
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
          // Reset, so that a corrected file can be chosen again.
          target.value = ''
        }}
      />
    </div>
  )
}

/** True while a file is dragged over the dialog; prevents the browser from opening it. */
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
