// A modal dialog that is open as long as it is mounted, so that it can be a route; a sheet from below on phones.
import { type ReactNode, type RefObject, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { createStore, useStore } from '#web/store.ts'
import { CloseIcon } from '../icon.tsx'
import { IconButton } from '../icon-button.tsx'
import { focusHeading } from '../keyboard/focus-on.ts'
import css from './modal.module.css'

/** The dialogs that stand open, the topmost last. */
const layers = createStore<readonly HTMLElement[]>([])

/** The element in which things that stay usable above every dialog (toasts) are drawn. */
export const useTopLayer = () => useStore(layers, (layers) => layers.at(-1) ?? document.body)

/** Opens a dialog for as long as it is drawn; the focus goes back to where it was then. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>) {
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    const opener = document.activeElement
    element.showModal()
    // The first field, not the close button; a field with autoFocus has got it already.
    const field = element.querySelector<HTMLElement>(
      '[data-body] :is(input, select, textarea):not(:disabled, [hidden])',
    )
    const wanted = element.querySelector<HTMLElement>('[data-autofocus]') ?? field
    wanted?.focus()
    layers.set([...layers.get(), element])
    return () => {
      layers.set(layers.get().filter((other) => other !== element))
      element.close()
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
        opener.focus({ preventScroll: true })
      else focusHeading()
    }
  }, [dialog])
}

type Props = {
  title: string
  /** Escape, a press beside the dialog or the close button; usually goes back to the parent route. */
  onClose: () => void
  size?: 'small' | 'medium'
  /** Work is going on that shall not be left by accident. */
  busy?: boolean
  /** `alertdialog` for questions. */
  role?: 'dialog' | 'alertdialog'
  /** The id of what a screen reader says after the title: a question's own words. */
  describedBy?: string | undefined
  /** There is nothing to press in it: it can be scrolled by keys all the same. */
  isRead?: boolean
  children: ReactNode
}

export function Modal({
  title,
  onClose,
  size = 'small',
  busy = false,
  role = 'dialog',
  describedBy,
  isRead,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  const heading = useId()

  useModal(dialog)
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={heading}
      aria-describedby={describedBy}
      className={css['layer']}
      onCancel={(event: SyntheticEvent) => {
        // Only our own state closes it; a cancelled file chooser inside bubbles up here too.
        if (event.target !== dialog.current) return
        event.preventDefault()
        close()
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === dialog.current
      }}
      onClick={(event) => {
        if (pressedBeside.current && event.target === dialog.current) close()
      }}
    >
      <div className={`${css['panel']} ${css[size]}`}>
        <header className={css['head']}>
          <h2 id={heading} dir="auto">
            {title}
          </h2>
          <IconButton label="Schließen" icon={<CloseIcon />} disabled={busy} onClick={close} />
        </header>
        <div className={css['body']} data-body="" tabIndex={isRead ? 0 : undefined}>
          {children}
        </div>
      </div>
    </dialog>
  )
}
