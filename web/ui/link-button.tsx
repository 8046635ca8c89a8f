// Links of the router: one that looks like a button, and one of text with room for a finger.
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

/** Takes every prop of the router's `Link` (to, params, search …) and the looks of a button. */
export const LinkButton = createLink(ButtonAnchor)

/** The same for addresses outside the router: downloads, other sites. */
export const AnchorButton = ButtonAnchor
