// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- a list that is led from the text
// oxlint-disable jsx-a11y/click-events-have-key-events -- its keys are the text's
/** The list behind „/“, beside the sign: it is led from the text, which keeps the focus. */
import { useEffect, useRef } from 'react'
import floating from '#web/ui/popover/floating.module.css'
import { type Editor, useEditor } from './editor.ts'
import type { DrawnInsert } from './inserts.tsx'
import { LIST, optionId } from './slash.ts'
import css from './slash-list.module.css'
import { usePlaced } from './use-placed.ts'

export function SlashList({ editor }: { editor: Editor }) {
  const { slash } = editor
  // It is drawn anew when these change.
  const names = useEditor(editor, (state) =>
    slash
      .hitsIn(state)
      .map(({ text }) => text)
      .join('\n'),
  )
  return names === '' ? null : <Hits editor={editor} />
}

function Hits({ editor }: { editor: Editor }) {
  const { slash } = editor
  const panel = useRef<HTMLDivElement>(null)
  const at = useEditor(editor, slash.activeIn)
  usePlaced(panel, () => {
    const from = slash.placeIn(editor.state)
    return from === null ? undefined : editor.view?.coordsAtPos(from)
  })
  useEffect(() => {
    panel.current?.querySelectorAll('[role=option]')[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={panel} popover="manual" className={`${floating['panel']} ${css['panel']}`}>
      <div role="listbox" id={LIST} aria-label="Einfügen">
        {(slash.hitsIn(editor.state) as DrawnInsert[]).map((hit, place) => (
          <div
            key={hit.text}
            id={optionId(place)}
            role="option"
            aria-selected={place === at}
            className={css['option']}
            // The text keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => editor.view && slash.pick(editor.view, hit)}
          >
            {hit.icon}
            {hit.text}
          </div>
        ))}
      </div>
    </div>
  )
}
