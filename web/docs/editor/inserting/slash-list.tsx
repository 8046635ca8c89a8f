// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- a list that is led from the text
// oxlint-disable jsx-a11y/click-events-have-key-events -- its keys are the text's
/** The list behind „/“, beside the sign: it is led from the text, which keeps the focus. */
import { useEffect, useRef } from 'react'
import floating from '#web/ui/popover/floating.module.css'
import { type Box, usePlaced } from '../use-placed.ts'
import type { DrawnInsert } from './inserts.tsx'
import css from './slash-list.module.css'

type Props = {
  id: string
  optionId: (at: number) => string
  hits: readonly DrawnInsert[]
  /** Which of them is active. */
  at: number
  where: () => Box | undefined
  onPick: (hit: DrawnInsert) => void
}

export function SlashList({ id, optionId, hits, at, where, onPick }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  usePlaced(panel, where)
  useEffect(() => {
    panel.current?.querySelectorAll('[role=option]')[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={panel} popover="manual" className={`${floating['panel']} ${css['panel']}`}>
      {/* Where it is longer than the place beside the text, it can be scrolled by keys too. */}
      <div role="listbox" id={id} aria-label="Einfügen" tabIndex={0}>
        {hits.map((hit, place) => (
          <div
            key={hit.text}
            id={optionId(place)}
            role="option"
            aria-selected={place === at}
            className={css['option']}
            // The text keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(hit)}
          >
            {hit.icon}
            {hit.text}
          </div>
        ))}
      </div>
    </div>
  )
}
