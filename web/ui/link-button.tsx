// Router links: as a button, and as text with a large touch target.
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button.tsx'

function ButtonAnchor({ variant, size, icon, children, ...rest }: ButtonLook & ComponentProps<'a'>) {
  return (
    <a {...rest} className={buttonClass({ variant, size })}>
      {icon}
      {children}
    </a>
  )
}

/** The router's `Link` with the look of a button. */
export const LinkButton = createLink(ButtonAnchor)

/** For addresses outside the router: downloads, other sites. */
export const AnchorButton = ButtonAnchor
