// The programs to compare with come from packages of Debian. They are not installed automatically; missing ones
// are reported.
import { spawnSync } from 'node:child_process'
import { type Figure, skippedFigure } from '#measure/figures.ts'

/** Debian's Python: another one on the machine would not find the packages of Debian. */
export const PYTHON = '/usr/bin/python3'

/** A skipped figure in place of the comparison, if packages of the peer are missing. */
export function missing(figures: string, packages: readonly string[]): Figure | undefined {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n', ...packages], {
    encoding: 'utf8',
  })
  const here = (stdout ?? '').split('\n')
  const absent = packages.filter((name) => !here.includes(`${name} installed`))
  if (absent.length === 0) return undefined
  const words = absent.length === 1 ? ['package', 'is'] : ['packages', 'are']
  return skippedFigure(`${figures}: ${words[0]} ${absent.join(', ')} of Debian ${words[1]} not here`)
}
