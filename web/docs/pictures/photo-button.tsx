// Thumbnail; a click enlarges it.
import { useState } from 'react'
import { Lightbox } from '#web/ui/dialog/lightbox.tsx'
import css from './pictures.module.css'
import { useLoadFailure } from './use-missing.ts'

type Props = {
  path: string
  name: string
  /** Data of a photo that is not uploaded yet. */
  image?: string | undefined
}

export function PhotoButton({ path, name, image }: Props) {
  const [isLarge, setLarge] = useState(false)
  const small = image ?? `${path}?size=small`
  const { isMissing, onError } = useLoadFailure(small)
  if (isMissing) return <span className="quiet">Das Foto lässt sich gerade nicht zeigen.</span>
  return (
    <>
      <button
        type="button"
        className={css['photo']}
        aria-label={`Foto „${name}“ vergrößern`}
        onClick={() => setLarge(true)}
      >
        <img src={small} alt="" decoding="async" onError={onError} />
      </button>
      {isLarge && <Lightbox src={image ?? path} alt={`Foto „${name}“`} onClose={() => setLarge(false)} />}
    </>
  )
}
