// Dialog for an image: a chosen, dropped or pasted file, or an address; and a description.
import { useRef, useState } from 'react'
import { isImageSource, uploadedImageId } from '#contract/document/addresses.ts'
import { documentLimits } from '#contract/document/tree.ts'
import { FileButton, useFileDrop } from '#web/ui/file-button.tsx'
import { UploadIcon } from '#web/ui/icon.tsx'
import css from './dialogs.module.css'
import type { Editor } from './editor.ts'
import {
  checkImageFile,
  defaultDescription,
  type ImageAttrs,
  putImage,
  selectedImage,
  sendImage,
  type Upload,
} from './images.ts'
import { closePrompt, finishPrompt, PromptDialog } from './prompt-dialog.tsx'

export function ImageDialog({ editor }: { editor: Editor }) {
  const [present] = useState(() => selectedImage(editor.state)?.attrs as ImageAttrs | undefined)
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
          shown={values.src === present?.src || uploadedImageId(values.src) ? values.src : undefined}
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
          validate: (src) =>
            isImageSource(src)
              ? undefined
              : 'Hier geht nur eine Adresse mit https:// oder ein hochgeladenes Bild.',
        },
        { name: 'title', label: 'Title', maxLength: documentLimits.text },
        { name: 'alt', label: 'Description', maxLength: documentLimits.text },
      ]}
      onDone={({ src, title, alt }) =>
        finishPrompt(editor, putImage({ src, title: title || null, alt: alt || null }))
      }
      onClose={() => closePrompt(editor)}
    />
  )
}

type ImageSourceProps = {
  upload: Upload
  /** URL of the preview. */
  shown: string | undefined
  /** An upload is running. */
  busy: boolean
  onBusy: (busy: boolean) => void
  onImage: (image: { src: string; alt: string | null }) => void
}

function ImageSource({ upload, shown, busy, onBusy, onImage }: ImageSourceProps) {
  const zone = useRef<HTMLDivElement>(null)
  const take = async (file: File) => {
    if (!checkImageFile(file)) return
    onBusy(true)
    const src = await sendImage(file, upload)
    onBusy(false)
    if (src !== undefined) onImage({ src, alt: defaultDescription(file) })
  }
  useFileDrop(zone, (file) => void take(file))
  return (
    <div ref={zone} className={css['zone']}>
      {shown && <img src={shown} alt="" className={css['preview']} />}
      <div className={css['ways']}>
        <FileButton
          label="Bild auswählen"
          accept="image/*"
          icon={<UploadIcon />}
          pending={busy}
          onFile={(file) => void take(file)}
        >
          Datei auswählen
        </FileButton>
        <output>
          {busy ? 'Bild wird hochgeladen …' : 'Oder hierher ziehen, einfügen oder unten die Adresse angeben.'}
        </output>
      </div>
    </div>
  )
}
