import { use, useState } from 'react'
import { isImageSource } from '#contract/document/addresses.ts'
import { textIn } from '#contract/document/attributes.ts'
import type { Tree } from '#contract/document/tree.ts'
import { Lightbox } from '#web/ui/dialog/lightbox.tsx'
import { useMissing } from '../pictures/use-missing.ts'
import css from './document.module.css'
import { InsideLink } from './link.tsx'
import { Unknown } from './unknown.tsx'

/** At most as wide as the text, with its title below; a press shows it as large as the window. */
export function ImageNode({ node }: { node: Tree }) {
  const src = textIn(node, 'src') ?? ''
  const title = textIn(node, 'title')
  const alt = textIn(node, 'alt') ?? ''
  const isInLink = use(InsideLink)
  const [isLarge, setLarge] = useState(false)
  const { isMissing, onError } = useMissing(src)
  if (!isImageSource(src)) return <Unknown>Dieses Bild lässt sich nicht zeigen.</Unknown>
  if (isMissing) return <Unknown>{`Das Bild ${alt ? `„${alt}“ ` : ''}ist nicht zu finden.`}</Unknown>
  const image = (
    <img
      src={src}
      alt={isInLink ? alt : ''}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={onError}
    />
  )
  return (
    <span className={css['figure']}>
      {isInLink ? (
        image
      ) : (
        <button
          type="button"
          className={css['enlarge']}
          aria-label={`${alt || title || 'Bild'} vergrößern`}
          onClick={() => setLarge(true)}
        >
          {image}
        </button>
      )}
      {title && <span className={css['caption']}>{title}</span>}
      {isLarge && <Lightbox src={src} alt={alt} caption={title} onClose={() => setLarge(false)} />}
    </span>
  )
}
