import { type ReactNode, useRef } from 'react'
import { CloseIcon } from '../icon.tsx'
import { IconButton } from '../icon-button.tsx'
import css from './lightbox.module.css'
import { useModal } from './modal.tsx'

type Props = {
  src: string
  alt: string
  caption?: string | undefined
  /** What can be done with it; closes it, too. */
  action?: ReactNode
  onClose: () => void
}

/** Full-window image; any press or Escape closes it. */
export function Lightbox({ src, alt, caption, action, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog)
  return (
    <dialog
      ref={dialog}
      className={css['lightbox']}
      aria-label={alt || caption || 'Bild'}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={onClose}
    >
      <img src={src} alt={alt} referrerPolicy="no-referrer" />
      {caption && <p>{caption}</p>}
      {action}
      <div className={css['close']}>
        <IconButton label="Schließen" icon={<CloseIcon />} variant="plain" onClick={onClose} />
      </div>
    </dialog>
  )
}
