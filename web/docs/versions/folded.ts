import type { ComparedPart, Row } from './compare.ts'

/** A headline, or a block below one. */
export type Line = { part: ComparedPart; row?: Row }
export type LineStretch = { lines: Line[]; isFolded: boolean }

/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 1
/** Fewer lines are not folded. */
const MIN_FOLDED_LINES = 3

/** The merged text with unchanged stretches folded. Each change is shown with its headline. */
export function foldUnchanged(parts: readonly ComparedPart[]): LineStretch[] {
  const lines = parts.flatMap((part): Line[] => [
    ...(part.depth > 0 ? [{ part }] : []),
    ...part.rows.map((row) => ({ part, row })),
  ])
  const far = groupIntoStretches(lines, findLinesNearChanges(lines)).filter(
    ({ isFolded, lines }) => isFolded && lines.length >= MIN_FOLDED_LINES,
  )
  const folded = new Set(far.flatMap((one) => one.lines))
  return groupIntoStretches(
    lines,
    lines.map((line) => !folded.has(line)),
  )
}

function groupIntoStretches(lines: readonly Line[], isShown: readonly boolean[]): LineStretch[] {
  const result: LineStretch[] = []
  for (const [at, line] of lines.entries()) {
    const last = result.at(-1)
    if (last?.isFolded === !isShown[at]) last.lines.push(line)
    else result.push({ lines: [line], isFolded: !isShown[at] })
  }
  return result
}

export const isChangedLine = ({ part, row }: Line) =>
  row ? row.change !== 'same' : part.change !== 'same' || part.isMoved || part.formerly !== undefined

function findLinesNearChanges(lines: readonly Line[]): boolean[] {
  const near = lines.map(() => false)
  let head = -1
  for (const [at, line] of lines.entries()) {
    if (!line.row) head = at
    if (!isChangedLine(line)) continue
    for (let place = at - CONTEXT_LINES; place <= at + CONTEXT_LINES; place++)
      if (place in near) near[place] = true
    if (lines[head]?.part === line.part) near[head] = true
  }
  return near
}
