import type { Command, EditorState } from 'prosemirror-state'
import type { ReactNode } from 'react'
import { Tool } from '#web/ui/tools.tsx'
import { type Editor, useEditor } from './editor.ts'

type Looks = { editor: Editor; label: string; icon: ReactNode; holds?: (state: EditorState) => boolean }
type ActProps = Looks & { command: Command; can?: (state: EditorState) => boolean }

/** A tool that does its command at once. */
export function Act({ command, can = command, ...rest }: ActProps) {
  return <Ask {...rest} can={can} onPress={() => rest.editor.run(command)} />
}

type AskProps = Looks & { can: (state: EditorState) => boolean; onPress: () => void }

/** A tool that asks for something first. */
export function Ask({ editor, label, icon, holds, can, onPress }: AskProps) {
  const possible = useEditor(editor, (state) => can(state))
  const pressed = useEditor(editor, (state) => (holds ? holds(state) : null))
  return (
    <Tool label={label} icon={icon} pressed={pressed ?? undefined} disabled={!possible} onPress={onPress} />
  )
}
