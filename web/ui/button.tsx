// Button in four variants. While busy a spinner replaces its icon, its label stays.
import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react'
import { toastFailure } from '#web/toast-failure.ts'
import css from './button.module.css'
import { Spinner } from './spinner.tsx'

export type ButtonLook = {
  variant?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined
  size?: 'normal' | 'small' | undefined
  icon?: ReactNode
}
export type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'onClick'> & {
    /** If it returns a promise, the button is pending until that settles. A rejection is shown as a toast. */
    onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined
    pending?: boolean | undefined
    isIconOnly?: boolean
  }

export const buttonClass = ({ variant = 'plain', size = 'normal' }: ButtonLook) =>
  `${css['button']} ${css[variant]} ${size === 'small' ? css['small'] : ''}`

/** While `pending` it keeps the focus (aria-disabled instead of disabled) and ignores clicks. */
export function Button(props: ButtonProps) {
  const { variant, size, icon, isIconOnly, onClick, children, pending: isWaiting, ...rest } = props
  const [isRunning, setRunning] = useState(false)
  const pending = isWaiting || isRunning
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) return event.preventDefault()
    const running = onClick?.(event)
    if (!(running instanceof Promise)) return
    setRunning(true)
    running.catch(toastFailure).finally(() => setRunning(false))
  }
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass({ variant, size })} ${isIconOnly ? css['iconOnly'] : ''}`}
      aria-disabled={pending || rest['aria-disabled']}
      aria-busy={pending || undefined}
      onClick={click}
    >
      {pending ? <Spinner /> : icon}
      {children}
    </button>
  )
}
