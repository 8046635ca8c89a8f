// Notice before publishing: unreplaced placeholders, and a link to the first.
import { useMemo } from 'react'
import type { Doc } from '#contract/docs.ts'
import { findOpenPlaceholders } from '#contract/document/open-places.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { wantedPlaceDocIdStore } from '../wanted-place.ts'
import css from './publish.module.css'
import { openPlacesInWords } from './words.ts'

type Props = { doc: Pick<Doc, 'id' | 'content'>; onClose: () => void }

export function OpenPlacesNotice({ doc: { id, content }, onClose }: Props) {
  const places = useMemo(() => findOpenPlaceholders(content), [content])
  if (places.length === 0) return null
  return (
    <Notice tone="warning">
      <p>{openPlacesInWords(places)}</p>
      <p className={css['open']}>
        <LinkButton
          size="small"
          to="/docs/$doc_id/edit"
          params={{ doc_id: id }}
          onClick={() => {
            wantedPlaceDocIdStore.set(id)
            onClose()
          }}
        >
          Zur ersten Stelle
        </LinkButton>
      </p>
    </Notice>
  )
}
