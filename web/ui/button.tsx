// Button in four variants; keeps name and place while busy.
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import css from './button.module.css'
import { Spinner } from './spinner.tsx'

export type ButtonLook = {
  variant?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined
  size?: 'normal' | 'small' | undefined
  icon?: ReactNode
}
export type ButtonProps = ButtonLook &
  ComponentProps<'button'> & { pending?: boolean | undefined; isIconOnly?: boolean }

export const buttonClass = ({ variant = 'plain', size = 'normal' }: ButtonLook) =>
  `${css['button']} ${css[variant]} ${size === 'small' ? css['small'] : ''}`

/** While `pending` it keeps the focus (aria-disabled instead of disabled) and ignores clicks. */
export function Button(props: ButtonProps) {
  const { variant, size, icon, pending = false, isIconOnly, onClick, children, ...rest } = props
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
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
