// „Einfügen“, with words: all that a text can be given, whatever is known of its icons.
import { type KeyboardEvent, lazy, Suspense, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ChevronDownIcon, PlusIcon } from '#web/ui/icon.tsx'
import { usePopover } from '#web/ui/popover/use-popover.ts'
import type { Editor } from '../editor.ts'
import type { PromptKind } from '../prompts/prompt-gestures.ts'

const InsertPanel = lazy(async () => ({ default: (await import('../later-parts.ts')).InsertPanel }))

type Props = { editor: Editor; onPrompt: (kind: PromptKind) => void }

export function InsertMenu({ editor, onPrompt }: Props) {
  const popover = usePopover<HTMLButtonElement>('start')
  const { open, setOpen, anchor } = popover
  const id = useId()
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <Button
        ref={anchor}
        variant="quiet"
        icon={<PlusIcon />}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onKeyDown={keys}
      >
        Einfügen
        <ChevronDownIcon size={16} />
      </Button>
      <Suspense>
        <InsertPanel popover={popover} id={id} editor={editor} onPrompt={onPrompt} />
      </Suspense>
    </>
  )
}
