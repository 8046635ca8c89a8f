// Modal dialog, open while mounted, so that it can be a route; a bottom sheet on phones.
import { type ReactNode, type RefObject, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { createStore, useStore } from '#web/store.ts'
import { CloseIcon } from '../icon.tsx'
import { IconButton } from '../icon-button.tsx'
import { focusHeading } from '../keyboard/focus-on.ts'
import css from './modal.module.css'

/** Open dialogs, topmost last. */
const openModals = createStore<readonly HTMLElement[]>([])

/** Container for elements above every dialog (toasts). */
export const useTopLayer = () => useStore(openModals, (layers) => layers.at(-1) ?? document.body)

/** Opens a dialog while mounted and restores the focus afterwards. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>) {
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    const opener = document.activeElement
    element.showModal()
    // First field instead of the close button, unless something has autofocus.
    const field = element.querySelector<HTMLElement>(
      '[data-body] :is(input, select, textarea):not(:disabled, [hidden])',
    )
    const wanted = element.querySelector<HTMLElement>('[data-autofocus]') ?? field
    wanted?.focus()
    openModals.set([...openModals.get(), element])
    return () => {
      openModals.set(openModals.get().filter((other) => other !== element))
      element.close()
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
        opener.focus({ preventScroll: true })
      else focusHeading()
    }
  }, [dialog])
}

type Props = {
  title: string
  /** By Escape, a press outside or the close button; usually navigates to the parent route. */
  onClose: () => void
  size?: 'small' | 'medium'
  /** Blocks closing during work. */
  busy?: boolean
  /** `alertdialog` for questions. */
  role?: 'dialog' | 'alertdialog'
  /** Id of the description for screen readers. */
  describedBy?: string | undefined
  /** Scrollable by keys, for content without controls. */
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
        // Ignores cancel events that bubble from a file chooser.
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
