import type { CSSProperties } from 'react'
import { hueOf } from '#web/ui/avatar/initials.ts'

/**
 * Sets `--kind`, the colour of a kind of happening. It is derived from the name, so a kind has the same colour
 * everywhere, but two kinds may have similar colours.
 */
export function kindColourStyle(type: string | undefined): CSSProperties | undefined {
  if (!type) return undefined
  const hue = hueOf(
    Array.from(type, (letter) => letter.charCodeAt(0)).reduce((sum, code) => (31 * sum + code) % 9973),
  )
  return { '--kind': `light-dark(oklch(60% 0.14 ${hue}), oklch(72% 0.13 ${hue}))` } as CSSProperties
}
