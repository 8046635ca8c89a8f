// The program: the server's parts as they were built, where these are those of the sources beside them; else the
// sources.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findBuilt } from './built.ts'
import { nameSources } from './traces.ts'

/** What is loaded before us reaches into our parts, as proofs do; who works on Kontor changes them. */
const needsSources =
  process.argv.includes('--dev') || process.execArgv.some((flag) => /^--(import|require)/.test(flag))
const root = join(import.meta.dirname, '..')
const built = needsSources ? undefined : findBuilt(root)
if (built) {
  nameSources(root, built)
  createRequire(import.meta.url)(join(built, 'start.cjs'))
} else await import('./start.ts')
