/** Colours of table cells, chosen on a white page, so that they can be read on a dark one too. */
import { colourOf } from '#contract/document/table-cells.ts'

export type Colours = { ground: string; ink: string }

/** As light as a coloured cell may be on a dark page, of 1 for white. */
const DARK_ENOUGH = 0.09

/** `undefined` where there is no colour: whatever was meant, it is not put into a style. */
export function cellColours(given: unknown): { light: Colours; dark: Colours } | undefined {
  if (given === null || colourOf(given) !== given) return undefined
  const channels = [1, 3, 5].map((at) => linear(parseInt((given as string).slice(at, at + 2), 16) / 255))
  const light = luminanceOf(channels)
  const dimmed = light <= DARK_ENOUGH ? channels : channels.map((one) => (one * DARK_ENOUGH) / light)
  return { light: withInk(channels), dark: withInk(dimmed) }
}

/** Black or white, whichever contrasts more: never less than 4.5 to 1. */
function withInk(channels: number[]): Colours {
  const luminance = luminanceOf(channels)
  const isBright = (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05)
  return { ground: `#${channels.map(hex).join('')}`, ink: isBright ? '#000000' : '#ffffff' }
}

const luminanceOf = ([red = 0, green = 0, blue = 0]: number[]) =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue
const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const hex = (part: number) => {
  const shown = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
  return Math.round(Math.min(Math.max(shown, 0), 1) * 255)
    .toString(16)
    .padStart(2, '0')
}
