// Field for a photo: taken or chosen, scaled down on the device and shown at once, even offline.
import { getRouteApi } from '@tanstack/react-router'
import { type ChangeEvent, type ReactNode, Suspense, use, useMemo, useRef, useState } from 'react'
import { parsePhotoId, photoPath } from '#contract/document/photos.ts'
import { imageTooLargeSentence, maxImageUrlLength } from '#contract/words/images.ts'
import { isImage, shrinkImage } from '#web/shrink.ts'
import { useStore } from '#web/store.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ImageIcon, TrashIcon } from '#web/ui/icon.tsx'
import { isTouch } from '#web/ui/media.ts'
import { Progress } from '#web/ui/progress.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import type { FieldView, SaveStatus } from '../read/answers.ts'
import { answersOf } from '../read/answers.ts'
import fieldCss from '../read/field.module.css'
import type { InputProps } from '../read/field-frame.tsx'
import { FOCUSABLE_SELECTOR } from '../read/navigate.ts'
import { PhotoButton } from './photo-button.tsx'
import { dropPhoto, enqueuePhoto, imageDraftOf, waitingPhotos } from './photo-rows.ts'
import css from './pictures.module.css'
import { uploadProgress } from './progress.ts'

const route = getRouteApi('/signed-in/docs/$doc_id')
/** Upper bounds of a person's pending photos on a device, and of their total size as data: URLs. */
const pendingPhotoLimits = { photos: 30, characters: 40_000_000 }
/** Longer side in px. */
const MAX_PHOTO_SIDE_PX = 2_000

const TOO_MANY_PENDING_SENTENCE = `Auf diesem Gerät warten schon viele Fotos (höchstens ${pendingPhotoLimits.photos}). Bitte stellen Sie zuerst eine Verbindung her.`
const UNREADABLE_IMAGE_SENTENCE =
  'Dieses Bild kann der Browser nicht lesen. Bitte nehmen Sie ein anderes (PNG, JPEG, WebP, GIF).'

export function PhotoInput({ field, view, value, disabled, onChange, aria, isNamed }: InputProps) {
  const { doc_id } = route.useParams()
  const { id: user_id } = useCurrentUser()
  const { status, theirs } = view
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isTaken, setTaken] = useState(false)
  const newest = useRef<File>(undefined)
  const frame = useRef<HTMLSpanElement>(null)
  const before = parsePhotoId(value)
  const part = useStore(uploadProgress, (parts) => percentOf(parts.get(before ?? '')))

  const put = (path: string | null) => {
    if (before !== undefined) dropPhoto(user_id, before)
    onChange(path)
  }
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Reset, so that the same file can be chosen again.
    target.value = ''
    if (!file) return
    newest.current = file
    setBusy(true)
    setTaken(true)
    setProblem(undefined)
    try {
      const image = isImage(file)
        ? await shrinkImage(file, MAX_PHOTO_SIDE_PX).catch(() => undefined)
        : undefined
      if (newest.current !== file) return
      if (image === undefined || image.length > maxImageUrlLength) {
        setProblem(image === undefined ? UNREADABLE_IMAGE_SENTENCE : imageTooLargeSentence)
        return
      }
      if (hasTooManyPending(user_id, image)) {
        setProblem(TOO_MANY_PENDING_SENTENCE)
        return
      }
      const id = newId()
      enqueuePhoto(user_id, doc_id, id, image)
      put(photoPath(id))
    } finally {
      if (newest.current === file) setBusy(false)
    }
  }
  const remove = () => {
    setProblem(undefined)
    put(null)
    // The button disappears, so the field gets the focus.
    frame.current?.querySelector<HTMLElement>(FOCUSABLE_SELECTOR)?.focus()
  }
  const isComing = value === '' && isBusy
  const hasNone = value === '' && !isBusy
  const says = problem ?? (isBusy ? 'Das Foto wird verkleinert …' : uploadMessage(view))
  const picker = (text: string, camera: boolean): ReactNode => (
    <FilePicker
      {...aria}
      id={camera || !hasCamera() ? aria.id : `${aria.id}-file`}
      label={`${aria['aria-label']}: ${text}`}
      camera={camera}
      onChange={(event) => void take(event)}
    >
      {text}
    </FilePicker>
  )
  return (
    <span ref={frame} className={css['input']}>
      {isNamed && <span className={fieldCss['name']}>{field.name}</span>}
      {value !== '' && (
        <Suspense fallback={<PhotoPlaceholder />}>
          <OwnPhoto user_id={user_id} path={value} status={status} name={field.name} />
        </Suspense>
      )}
      {isComing && <PhotoPlaceholder />}
      {theirs && typeof theirs.value === 'string' && (
        <span className={css['other']}>
          <span>Auf dem anderen Gerät:</span>
          <PhotoButton path={theirs.value} name={`${field.name}, anderes Gerät`} />
        </span>
      )}
      {disabled ? (
        value === '' && <span className="quiet">Kein Foto</span>
      ) : (
        <span className="buttons">
          {hasCamera() && picker(hasNone ? 'Foto aufnehmen' : 'Neu aufnehmen', true)}
          {picker(hasNone ? 'Foto wählen' : 'Anderes wählen', false)}
          {!hasNone && (
            <Button
              variant="quiet"
              size="small"
              icon={<TrashIcon />}
              aria-label={`${field.name}: Foto entfernen`}
              disabled={isComing}
              onClick={remove}
            >
              Entfernen
            </Button>
          )}
        </span>
      )}
      <span className={isTaken ? css['course'] : undefined}>
        {part !== undefined && (
          <Progress label={SENDING_SENTENCE} value={part} max={100} text={`${part} %`} />
        )}
        <output
          className={part !== undefined ? 'only-read' : problem ? css['problem'] : `quiet ${css['says']}`}
        >
          {says}
        </output>
      </span>
    </span>
  )
}

const percentOf = (part: number | undefined) => (part === undefined ? undefined : Math.floor(100 * part))

/** On touch devices „aufnehmen“ opens the camera; elsewhere it would equal „wählen“. */
const hasCamera = isTouch

const SENDING_SENTENCE = 'Das Foto wird gesendet …'

/** Message about the upload, below the photo. The state of other fields is shown in the bar only. */
function uploadMessage({ status, later }: FieldView): string | undefined {
  if (status === 'saving') return SENDING_SENTENCE
  if (status !== 'kept') return undefined
  return later === undefined
    ? 'Das Foto liegt auf diesem Gerät und geht hinaus, sobald die Verbindung da ist.'
    : `Das Foto liegt auf diesem Gerät und wird von selbst wieder gesendet: ${later}`
}

type FilePickerProps = {
  id: string
  label: string
  'aria-describedby': string | undefined
  camera: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  children: ReactNode
}

/** Styled as a button; the file input has the focus. */
const FilePicker = ({ id, label, camera, onChange, children, 'aria-describedby': note }: FilePickerProps) => (
  <label className={`${buttonClass({ size: 'small' })} ${css['picker']}`}>
    <input
      id={id}
      type="file"
      accept="image/*"
      capture={camera ? 'environment' : undefined}
      aria-label={label}
      aria-describedby={note}
      className="only-read"
      onChange={onChange}
    />
    {(camera || !hasCamera()) && <ImageIcon />}
    {children}
  </label>
)

type OwnPhotoProps = { user_id: number; path: string; status: SaveStatus; name: string }

/** Shows the data on this device until the server has the photo. */
function OwnPhoto({ user_id, path, status, name }: OwnPhotoProps) {
  const stored = useMemo(() => imageDraftOf(user_id, parsePhotoId(path) ?? ''), [user_id, path])
  use(stored.ready)
  const image = useStore(stored)
  const isStored = status === 'saved' || status === 'none'
  return <PhotoButton path={path} image={isStored ? undefined : image} name={name} />
}

function hasTooManyPending(user_id: number, image: string): boolean {
  const waiting = waitingPhotos(user_id, (doc_id) => !answersOf(user_id, doc_id).isGone())
  const characters = waiting.reduce((sum, { size }) => sum + size, image.length)
  return waiting.length >= pendingPhotoLimits.photos || characters > pendingPhotoLimits.characters
}

/** 128 random bits, like the server's image ids. */
const newId = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Reserves the photo's height, so that nothing moves. */
const PhotoPlaceholder = () => <span className={css['place']} />
