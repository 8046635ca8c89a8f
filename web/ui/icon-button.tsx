// Icon-only button; its name is read aloud, and shown on hover and focus.
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'aria-label' | 'isIconOnly'> & {
  label: string
  icon: ReactNode
}

export const IconButton = ({ label, variant = 'quiet', ...rest }: IconButtonProps) => (
  <Tooltip text={label}>
    <Button {...rest} variant={variant} isIconOnly aria-label={label} />
  </Tooltip>
)
