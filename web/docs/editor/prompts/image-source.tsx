// Where an image comes from beside an address: a file that is chosen, dropped on the dialog, or pasted into it.
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { UploadIcon } from '#web/ui/upload-icon.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import { altOf, refuseFile, sendImage, type Upload } from '../pasting/send-image.ts'
import css from './image-source.module.css'

/** `shown`: the image as it is now. */
type Props = {
  upload: Upload
  shown: string | undefined
  /** While it is uploaded. */
  busy: boolean
  onBusy: (busy: boolean) => void
  onImage: (image: { src: string; alt: string | null }) => void
}

export function ImageSource({ upload, shown, busy, onBusy, onImage }: Props) {
  const zone = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)

  const take = async ([file]: Iterable<File>) => {
    if (!file) return
    if (!file.type.startsWith('image/')) {
      refuseFile(file)
      return
    }
    onBusy(true)
    const src = await sendImage(file, upload)
    onBusy(false)
    if (src !== undefined) onImage({ src, alt: altOf(file) })
  }
  const latest = useLatest(take)

  useEffect(() => {
    const dialog = zone.current?.closest('dialog')
    const ends = new AbortController()
    const { signal } = ends
    const bring = (event: Event, data: DataTransfer | null) => {
      if (!data || data.files.length === 0) return
      event.preventDefault()
      void latest.current(data.files)
    }
    dialog?.addEventListener('paste', (event) => bring(event, event.clipboardData), { signal })
    dialog?.addEventListener('drop', (event) => bring(event, event.dataTransfer), { signal })
    // Without this nothing can be dropped.
    const allow = (event: DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault()
    dialog?.addEventListener('dragover', allow, { signal })
    return () => ends.abort()
  }, [latest])

  return (
    <div ref={zone} className={css['zone']}>
      {shown && <img src={shown} alt="" className={css['preview']} />}
      <div className={css['ways']}>
        <Button icon={<UploadIcon />} pending={busy} onClick={() => chooser.current?.click()}>
          Datei auswählen
        </Button>
        <output>
          {busy ? 'Bild wird hochgeladen …' : 'Oder hierher ziehen, einfügen oder unten die Adresse angeben.'}
        </output>
      </div>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        aria-label="Bild auswählen"
        onChange={({ target }) => {
          void take(target.files ?? [])
          target.value = ''
        }}
      />
    </div>
  )
}
