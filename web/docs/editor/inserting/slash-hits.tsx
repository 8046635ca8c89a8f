// What comes once the text stands: how pasted text is read, „/“, and what that offers at the moment.
import { useEffect } from 'react'
import { type Editor, useEditor } from '../editor.ts'
import { pasting } from '../pasting/pasted.ts'
import type { PromptKind } from '../prompts/prompt-gestures.ts'
import { type DrawnInsert, inserts } from './inserts.tsx'
import { activeIn, hitsIn, LIST, optionId, pick, placeIn, slashMenu } from './slash.ts'
import { SlashList } from './slash-list.tsx'

type Props = { editor: Editor; onPrompt: (kind: PromptKind) => void }

export function SlashHits({ editor, onPrompt }: Props) {
  useEffect(() => editor.extend(slashMenu(inserts, onPrompt), pasting), [editor, onPrompt])
  const at = useEditor(editor, activeIn)
  // It is drawn anew when these change.
  const names = useEditor(editor, (state) =>
    hitsIn(state)
      .map(({ text }) => text)
      .join(),
  )
  if (names === '') return null
  const where = () => {
    const from = placeIn(editor.state)
    return from === undefined ? undefined : editor.view?.coordsAtPos(from)
  }
  return (
    <SlashList
      id={LIST}
      optionId={optionId}
      hits={hitsIn(editor.state) as DrawnInsert[]}
      at={at}
      where={where}
      onPick={(hit) => editor.view && pick(editor.view, hit)}
    />
  )
}
