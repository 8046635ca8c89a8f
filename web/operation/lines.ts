// Converts values to polylines: gaps for missing ones, dots for isolated ones.

type PlotArea = { width: number; height: number; most: number }

export function toPolylines(values: readonly (number | null)[], { width, height, most }: PlotArea) {
  const x = (at: number) => roundToTenth((at / Math.max(1, values.length - 1)) * width)
  const y = (value: number) => roundToTenth(height - 1 - (value / most) * (height - 2))
  let strokes = ''
  let areas = ''
  let dots = ''
  for (const stretch of splitAtGaps(values)) {
    const [first, last] = [stretch[0], stretch.at(-1)]
    if (!first || !last) continue
    const points = stretch.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L')
    if (stretch.length === 1) dots += `M${x(first.at)} ${y(first.value)}h0`
    else {
      strokes += `M${points}`
      areas += `M${x(first.at)} ${height}L${points}L${x(last.at)} ${height}Z`
    }
  }
  return { strokes, areas, dots }
}

function splitAtGaps(values: readonly (number | null)[]) {
  const stretches: { at: number; value: number }[][] = []
  let isOpen = false
  for (const [at, value] of values.entries()) {
    if (value !== null) {
      if (isOpen) stretches.at(-1)?.push({ at, value })
      else stretches.push([{ at, value }])
    }
    isOpen = value !== null
  }
  return stretches
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10
