/** Draws the short messages: `toast('Prozess gespeichert')` from anywhere, `<ToastViewport />` once in the app. */
import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './icon.tsx'
import { useTopLayer } from './layers.ts'
import css from './toast.module.css'
import { dismiss, hold, present, subscribe, type Toast } from './toast-store.ts'

const icons = { success: CheckIcon, info: InfoIcon, danger: WarningIcon }

export function ToastViewport() {
  const toasts = useSyncExternalStore(subscribe, present)
  const layer = useTopLayer()
  const none = toasts.length === 0
  // The pointer's leaving is never told when the last message vanishes under it.
  useEffect(() => {
    if (none) hold(false)
  }, [none])
  return createPortal(
    <div
      className={css['viewport']}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <div role="status" className={css['list']}>
        {toasts.filter(({ tone }) => tone !== 'danger').map(draw)}
      </div>
      <div role="alert" className={css['list']}>
        {toasts.filter(({ tone }) => tone === 'danger').map(draw)}
      </div>
    </div>,
    layer,
  )
}

function draw({ id, text, tone = 'success', action }: Toast) {
  const Icon = icons[tone]
  return (
    <div key={id} className={`${css['toast']} ${css[tone]}`}>
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
