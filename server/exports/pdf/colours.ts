import { colourOf } from '#contract/document/table-cells.ts'

/** A colour behind a text, and black or white for the text: whichever can be read better on it. */
export function onColour(background: unknown): { fill: string; ink: string } | undefined {
  const fill = colourOf(background)
  if (fill === null) return undefined
  const [red, green, blue] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(fill.slice(at, at + 2), 16) / 255),
  ) as [number, number, number]
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  // From here on black has the greater contrast (WCAG); either has at least 4.5 : 1.
  return { fill, ink: light > 0.179 ? '#000000' : '#ffffff' }
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
