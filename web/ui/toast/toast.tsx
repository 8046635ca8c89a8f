// Renders toasts: `toast('Prozess gespeichert')` from anywhere, `<ToastViewport />` once in the app.
import { type CSSProperties, useCallback, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '#web/store.ts'
import { useTopLayer } from '../dialog/modal.tsx'
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from '../icon.tsx'
import { focusHeading, useFocusHandover } from '../keyboard/focus-on.ts'
import css from './toast.module.css'
import { bottomInset, dismiss, pauseTimers, type Toast, toasts } from './toast-store.ts'

const icons = { success: CheckIcon, info: InfoIcon, danger: WarningIcon }

export function ToastViewport() {
  const present = useStore(toasts)
  const lifted = useStore(bottomInset)
  const layer = useTopLayer()
  const none = present.length === 0
  const before = useRef<Element>(null)
  const giveBack = useCallback(() => {
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    else focusHeading()
  }, [])
  // No leave event fires when the last toast vanishes.
  useEffect(() => {
    if (!none) return
    pauseTimers('pointer', false)
    pauseTimers('focus', false)
  }, [none])
  return createPortal(
    <div
      className={css['viewport']}
      style={lifted > 0 ? ({ '--toast-lift': `${lifted}px` } as CSSProperties) : undefined}
      onPointerEnter={() => pauseTimers('pointer', true)}
      onPointerLeave={() => pauseTimers('pointer', false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        pauseTimers('focus', true)
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
      }}
      onBlur={() => pauseTimers('focus', false)}
    >
      <div role="status" className={css['list']}>
        {present
          .filter(({ tone }) => tone !== 'danger')
          .map((toast) => (
            <ToastMessage key={toast.id} toast={toast} onFocusLost={giveBack} />
          ))}
      </div>
      <div role="alert" className={css['list']}>
        {present
          .filter(({ tone }) => tone === 'danger')
          .map((toast) => (
            <ToastMessage key={toast.id} toast={toast} onFocusLost={giveBack} />
          ))}
      </div>
    </div>,
    layer,
  )
}

function ToastMessage({ toast, onFocusLost }: { toast: Toast; onFocusLost: () => void }) {
  const { id, text, tone = 'success', action } = toast
  const Icon = icons[tone]
  const box = useRef<HTMLDivElement>(null)
  useFocusHandover(box, onFocusLost)
  return (
    <div ref={box} className={`${css['toast']} ${css[tone]}`}>
      <Icon />
      <span className={css['text']}>{text}</span>
      {action && (
        <button
          type="button"
          className={css['action']}
          onClick={() => {
            dismiss(id)
            action.onPick()
          }}
        >
          {action.text}
        </button>
      )}
      <button
        type="button"
        className={css['close']}
        aria-label="Meldung schließen"
        onClick={() => dismiss(id)}
      >
        <CloseIcon size={16} />
      </button>
    </div>
  )
}

export { toast } from './toast-store.ts'
