// A button that shows only an icon: its name is read aloud, and shown on hover and focus.
import type { ReactNode } from 'react'
import css from './button.module.css'
import { type ButtonProps, buttonClass } from './button.tsx'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> & {
  label: string
  icon: ReactNode
}

export function IconButton({
  label,
  icon,
  variant = 'quiet',
  size,
  pending,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} names>
      <button
        type="button"
        {...rest}
        className={`${buttonClass({ variant, size })} ${css['iconOnly']}`}
        aria-label={label}
        aria-disabled={pending || rest['aria-disabled']}
        aria-busy={pending || undefined}
        onClick={pending ? undefined : onClick}
      >
        {pending ? <Spinner /> : icon}
      </button>
    </Tooltip>
  )
}
