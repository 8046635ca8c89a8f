// Dialog for an image: a chosen, dropped or pasted file, or an address; and a description.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isImageSource, uploadedImage } from '#contract/document/addresses.ts'
import { limits } from '#contract/document/tree.ts'
import { Button } from '#web/ui/button.tsx'
import { UploadIcon } from '#web/ui/icon.tsx'
import css from './dialogs.module.css'
import type { Editor } from './editor.ts'
import { altOf, type ImageAttrs, imageHere, isImageFile, putImage, sendImage, type Upload } from './images.ts'
import { closePrompt, finishPrompt, PromptDialog } from './prompt-dialog.tsx'

export function ImageDialog({ editor }: { editor: Editor }) {
  const [present] = useState(() => imageHere(editor.state)?.attrs as ImageAttrs | undefined)
  const [values, setValues] = useState(() => {
    const { doc, selection } = editor.state
    const selected = doc.textBetween(selection.from, selection.to, ' ', '')
    return {
      src: present?.src ?? '',
      title: present?.title ?? '',
      alt: present ? (present.alt ?? '') : selected,
    }
  })
  /** Description derived from the last file. */
  const [proposed, setProposed] = useState('')
  const [busy, setBusy] = useState(false)
  const take = (image: { src: string; alt: string | null }) => {
    const alt = image.alt ?? ''
    setProposed(alt)
    // A description may have been typed during the upload.
    setValues((now) => ({
      ...now,
      src: image.src,
      alt: now.alt === '' || now.alt === proposed ? alt : now.alt,
    }))
  }
  return (
    <PromptDialog
      title={present ? 'Bild ändern' : 'Bild einfügen'}
      busy={busy}
      values={values}
      onChange={setValues}
      above={
        <ImageSource
          upload={editor.upload}
          // No preview of a typed address: each keystroke would query another server.
          shown={values.src === present?.src || uploadedImage(values.src) ? values.src : undefined}
          busy={busy}
          onBusy={setBusy}
          onImage={take}
        />
      }
      fields={[
        {
          name: 'src',
          label: 'Location',
          required: true,
          refuses: (src) =>
            isImageSource(src)
              ? undefined
              : 'Hier geht nur eine Adresse mit https:// oder ein hochgeladenes Bild.',
        },
        { name: 'title', label: 'Title', maxLength: limits.text },
        { name: 'alt', label: 'Description', maxLength: limits.text },
      ]}
      onDone={({ src, title, alt }) =>
        finishPrompt(editor, putImage({ src, title: title || null, alt: alt || null }))
      }
      onClose={() => closePrompt(editor)}
    />
  )
}

type SourceProps = {
  upload: Upload
  /** URL of the preview. */
  shown: string | undefined
  /** An upload is running. */
  busy: boolean
  onBusy: (busy: boolean) => void
  onImage: (image: { src: string; alt: string | null }) => void
}

function ImageSource({ upload, shown, busy, onBusy, onImage }: SourceProps) {
  const zone = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)

  const take = async ([file]: Iterable<File>) => {
    if (!file || !isImageFile(file)) return
    onBusy(true)
    const src = await sendImage(file, upload)
    onBusy(false)
    if (src !== undefined) onImage({ src, alt: altOf(file) })
  }
  const bringFiles = useEffectEvent(take)

  useEffect(() => {
    const dialog = zone.current?.closest('dialog')
    const ends = new AbortController()
    const { signal } = ends
    const bring = (event: Event, data: DataTransfer | null) => {
      if (!data || data.files.length === 0) return
      event.preventDefault()
      void bringFiles(data.files)
    }
    dialog?.addEventListener('paste', (event) => bring(event, event.clipboardData), { signal })
    dialog?.addEventListener('drop', (event) => bring(event, event.dataTransfer), { signal })
    // preventDefault marks a drop target.
    const allow = (event: DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault()
    dialog?.addEventListener('dragover', allow, { signal })
    return () => ends.abort()
  }, [])

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
