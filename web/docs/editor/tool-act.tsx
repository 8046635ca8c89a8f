import type { Command, EditorState } from 'prosemirror-state'
import type { ReactNode } from 'react'
import { Tool } from '#web/ui/tools.tsx'
import { type Desk, useDesk } from './desk.ts'

type Looks = { desk: Desk; label: string; icon: ReactNode; holds?: (state: EditorState) => boolean }
type ActProps = Looks & { command: Command; can?: (state: EditorState) => boolean }

/** A tool that does its command at once. */
export function Act({ command, can = command, ...rest }: ActProps) {
  return <Ask {...rest} can={can} onPress={() => rest.desk.run(command)} />
}

type AskProps = Looks & { can: (state: EditorState) => boolean; onPress: () => void }

/** A tool that asks for something first. */
export function Ask({ desk, label, icon, holds, can, onPress }: AskProps) {
  const possible = useDesk(desk, (state) => can(state))
  const pressed = useDesk(desk, (state) => (holds ? holds(state) : null))
  return (
    <Tool label={label} icon={icon} pressed={pressed ?? undefined} disabled={!possible} onPress={onPress} />
  )
}
