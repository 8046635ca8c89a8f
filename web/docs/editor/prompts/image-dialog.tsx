import { useRef, useState } from 'react'
import { isImageSource, uploadedImage } from '#contract/document/addresses.ts'
import { limits } from '#contract/document/tree.ts'
import type { ImageAttrs } from '../inserting/insert.ts'
import type { Upload } from '../pasting/send-image.ts'
import { ImageSource } from './image-source.tsx'
import { PromptDialog } from './prompt-dialog.tsx'

type Props = {
  present: ImageAttrs | undefined
  /** The words that are selected, for a new one. */
  selected: string
  upload: Upload
  onDone: (attrs: ImageAttrs) => void
  onClose: () => void
}

export function ImageDialog({ present, selected, upload, onDone, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  /** The description that the last file brought; nobody has typed it. */
  const proposed = useRef('')
  const take = (image: { src: string; alt: string | null }) => {
    const former = proposed.current
    const next = image.alt ?? ''
    proposed.current = next
    return ({ alt = '' }: Readonly<Record<string, string>>) => ({
      src: image.src,
      alt: alt === '' || alt === former ? next : alt,
    })
  }
  return (
    <PromptDialog
      title={present ? 'Bild ändern' : 'Bild einfügen'}
      busy={busy}
      renderAbove={({ src = '' }, give) => (
        <ImageSource
          upload={upload}
          // Not of an address that is being typed: each letter would ask another server.
          shown={src === present?.src || uploadedImage(src) ? src : undefined}
          busy={busy}
          onBusy={setBusy}
          // Into what stands there by then: one may have described it meanwhile.
          onImage={(image) => give(take(image))}
        />
      )}
      fields={[
        {
          name: 'src',
          label: 'Location',
          required: true,
          value: present?.src ?? '',
          refuses: (src) =>
            isImageSource(src)
              ? undefined
              : 'Hier geht nur eine Adresse mit https:// oder ein hochgeladenes Bild.',
        },
        { name: 'title', label: 'Title', value: present?.title ?? '', maxLength: limits.text },
        {
          name: 'alt',
          label: 'Description',
          value: present ? (present.alt ?? '') : selected,
          maxLength: limits.text,
        },
      ]}
      onDone={({ src = '', title, alt }) => onDone({ src, title: title || null, alt: alt || null })}
      onClose={onClose}
    />
  )
}
