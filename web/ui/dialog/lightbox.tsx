import { type MouseEvent, type ReactNode, useRef } from 'react'
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '../icon.tsx'
import { IconButton } from '../icon-button.tsx'
import css from './lightbox.module.css'
import { useModal } from './modal.tsx'

type Props = {
  src: string
  alt: string
  caption?: string | undefined
  /** Control for the image; a press on it closes the lightbox, too. */
  action?: ReactNode
  /** For several images: shows the previous or next one, cyclically. */
  onTurn?: ((by: -1 | 1) => void) | undefined
  onClose: () => void
}

/** Full-window image; any press or Escape closes it. */
export function Lightbox({ src, alt, caption, action, onTurn, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog)
  const turn = (event: MouseEvent, by: -1 | 1) => {
    event.stopPropagation()
    onTurn?.(by)
  }
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
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') onTurn?.(-1)
        if (key === 'ArrowRight') onTurn?.(1)
      }}
    >
      <img src={src} alt={alt} referrerPolicy="no-referrer" />
      {caption && <p aria-live="polite">{caption}</p>}
      {action}
      {onTurn && (
        <>
          <div className={css['previous']}>
            <IconButton
              label="Bild davor"
              icon={<ChevronLeftIcon />}
              variant="plain"
              onClick={(event) => turn(event, -1)}
            />
          </div>
          <div className={css['next']}>
            <IconButton
              label="Nächstes Bild"
              icon={<ChevronRightIcon />}
              variant="plain"
              onClick={(event) => turn(event, 1)}
            />
          </div>
        </>
      )}
      <div className={css['close']}>
        <IconButton label="Schließen" icon={<CloseIcon />} variant="plain" onClick={onClose} />
      </div>
    </dialog>
  )
}
