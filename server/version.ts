import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Version of this checkout, from package.json. */
export const version = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }
).version
