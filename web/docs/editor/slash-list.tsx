// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- a list that is led from the text
// oxlint-disable jsx-a11y/click-events-have-key-events -- its keys are the text's
// The list of insertable elements beside a typed „/“. The text keeps the focus and handles the keys.
import { useEffect, useRef } from 'react'
import { useStore } from '#web/store.ts'
import floating from '#web/ui/popover/floating.module.css'
import { useAnchoredPanel } from '#web/ui/popover/use-popover.ts'
import type { Editor } from './editor.ts'
import { insertHit, SLASH_LIST_ID, slashOf, slashOptionId } from './slash.ts'
import css from './slash-list.module.css'
import { insertIconOf } from './tools.tsx'

export function SlashList({ editor }: { editor: Editor }) {
  const slash = useStore(editor.states, slashOf)
  return slash && <Panel editor={editor} {...slash} />
}

type Props = { editor: Editor } & NonNullable<ReturnType<typeof slashOf>>

function Panel({ editor, from, hits, active }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  useAnchoredPanel(panel, () => {
    const at = editor.view?.coordsAtPos(from)
    return at && { left: at.left, top: at.top, width: 0, height: at.bottom - at.top }
  })
  useEffect(() => {
    panel.current?.querySelectorAll('[role=option]')[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={panel} popover="manual" className={`${floating['panel']} ${css['panel']}`}>
      {/* Focusable, so that a long list can be scrolled by keys. */}
      <div role="listbox" id={SLASH_LIST_ID} aria-label="Einfügen" tabIndex={0}>
        {hits.map((hit, at) => (
          <div
            key={hit.text}
            id={slashOptionId(at)}
            role="option"
            aria-selected={at === active}
            className={`${floating['option']} ${css['option']}`}
            // Keeps the focus in the text.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => editor.view && insertHit(editor.view, hit)}
          >
            {insertIconOf(hit)}
            {hit.text}
          </div>
        ))}
      </div>
    </div>
  )
}
