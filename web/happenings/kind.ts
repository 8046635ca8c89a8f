import type { CSSProperties } from 'react'
import { hueOf } from '#web/ui/avatar/initials.ts'

/**
 * Sets `--kind`, the colour of a kind of happening. A kind has the same colour everywhere. Two of many kinds
 * may get similar ones.
 */
export function kindColourStyle(type: string | undefined): CSSProperties | undefined {
  if (!type) return undefined
  const hue = hueOf(
    Array.from(type, (letter) => letter.charCodeAt(0)).reduce((sum, code) => (31 * sum + code) % 9973),
  )
  return { '--kind': `light-dark(oklch(60% 0.14 ${hue}), oklch(72% 0.13 ${hue}))` } as CSSProperties
}
