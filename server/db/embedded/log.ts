// PostgreSQL's own log: kept in the data folder, for its own account of this server alone, and never larger than two
// files.
import { appendFileSync, chmodSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** In bytes: a full file takes the place of the one before it. */
const FULL = 2 * 1024 * 1024
/** In characters. */
const LONGEST_LINE = 4_000

export const logFile = (home: string) => join(home, 'postgres.log')

/** Written as it comes, since the last lines before an end are those that count. */
export function openLog(home: string, full = FULL): (line: string) => void {
  const file = logFile(home)
  let size = statSync(file, { throwIfNoEntry: false })?.size
  const write = (text: string) => {
    if (size !== undefined && size + text.length > full) {
      renameSync(file, `${file}.1`)
      size = undefined
    }
    appendFileSync(file, text, { mode: 0o600 })
    if (size === undefined) chmodSync(file, 0o600) // whatever the umask
    size = (size ?? 0) + Buffer.byteLength(text)
  }
  return (line) => {
    try {
      write(`${line.slice(0, LONGEST_LINE)}\n`)
    } catch {
      // A full disk must not end what still runs.
    }
  }
}
