// Photos and signatures in the table of results: thumbnails that enlarge on click.
import { parsePhotoId } from '#contract/document/photos.ts'
import { parseSignature, signaturePad } from '#contract/document/signature.ts'
import { Lightbox } from '#web/ui/dialog/lightbox.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { SignatureDrawing, SignatureView } from '../hand-in/signature-view.tsx'

type PictureButtonProps = { value: string; text: string; column: number; className: string | undefined }

/** Clicks are handled by the table. A typed name is rendered as text. */
export function PictureButton({ value, text, column, className }: PictureButtonProps) {
  const isPhoto = parsePhotoId(value) !== undefined
  const strokes = isPhoto ? undefined : parseSignature(value)?.strokes
  if (!isPhoto && !strokes) return text
  return (
    <button type="button" data-column={column} aria-label={`${text} ansehen`} className={className}>
      {strokes ? (
        <SignatureDrawing strokes={strokes} size={signaturePad} />
      ) : (
        <img src={`${value}?size=small`} alt="" loading="lazy" decoding="async" />
      )}
    </button>
  )
}

type PictureDialogProps = { field: string; person: string; picture: string; onClose: () => void }

export function PictureDialog({ field, person, picture, onClose }: PictureDialogProps) {
  if (parsePhotoId(picture) !== undefined)
    return (
      <Lightbox
        src={picture}
        alt={`Foto „${field}“ von ${person}`}
        caption={`${field}, ${person}`}
        onClose={onClose}
      />
    )
  return (
    <Modal title={field} size="medium" onClose={onClose}>
      <p>{person}</p>
      <SignatureView {...parseSignature(picture)} label={`Unterschrift von ${person}`} />
    </Modal>
  )
}
