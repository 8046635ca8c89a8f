// Between the text and what is asked about it. The dialogs come when something is asked for the first time, and know
// nothing of the editor.
import type { Command } from 'prosemirror-state'
import { lazy } from 'react'
import { flushSync } from 'react-dom'
import type { Editor } from '../editor.ts'
import type { PromptKind } from './prompt-gestures.ts'

/** What a prompt is given. */
export type PromptProps = { editor: Editor; onClose: () => void; onPrompt: (kind: PromptKind) => void }

/** Closes the dialog before the text gets the focus: otherwise the dialog would take it back. */
export function finish({ editor, onClose }: Pick<PromptProps, 'editor' | 'onClose'>, command: Command) {
  flushSync(onClose)
  editor.run(command)
}

export const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))
export const ImageDialog = lazy(async () => ({
  default: (await import('./image-dialog.tsx')).ImageDialog,
}))
export const FieldDialog = lazy(async () => ({
  default: (await import('./field-dialog.tsx')).FieldDialog,
}))
export const NamePopover = lazy(async () => ({
  default: (await import('./name-popover.tsx')).NamePopover,
}))
export const ConditionDialog = lazy(async () => ({
  default: (await import('./condition-dialog.tsx')).ConditionDialog,
}))
