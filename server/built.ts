// The server's parts as few files, built by bin/build-server.ts beside the browser part. They are taken only while each
// source that they were made of is what it was then: told by size and time, else by what is in it. A package is told by
// its description, since it is installed whole. Where anything else is there the sources run.
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `look`: how a file was when it was read; `contents`: of all of them, and their names. */
export type Inputs = { contents: string; files: [path: string, look: string][] }

/** The folder of the built parts, if they are those of the sources below `root`. */
export function findBuilt(root: string): string | undefined {
  const folder = join(root, 'dist/server')
  const list = join(folder, 'inputs.json')
  const inputs = readInputs(list)
  if (!inputs) return undefined
  const looks = inputs.files.map(([path]) => lookAt(join(root, path)))
  if (inputs.files.every(([, look], index) => look === looks[index])) return folder
  if (looks.includes(GONE) || contentsOf(root, inputs) !== inputs.contents) return undefined
  // The tree was moved or copied: the next start need not read it all again.
  keep(list, { ...inputs, files: inputs.files.map(([path], index) => [path, looks[index] as string]) })
  return folder
}

export function lookAt(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? `${found.size} ${found.mtimeMs} ${found.ino}` : GONE
}
const GONE = 'gone'

function readInputs(list: string): Inputs | undefined {
  try {
    return JSON.parse(readFileSync(list, 'utf8')) as Inputs
  } catch {
    return undefined // never built
  }
}

function contentsOf(root: string, { files }: Inputs): string {
  const all = createHash('sha256')
  for (const [path] of files) {
    const hash = createHash('sha256').update(readFileSync(join(root, path)))
    all.update(`${path} ${hash.digest('hex')}\n`)
  }
  return all.digest('hex')
}

function keep(list: string, inputs: Inputs) {
  try {
    writeFileSync(`${list}.${process.pid}`, JSON.stringify(inputs))
    renameSync(`${list}.${process.pid}`, list)
  } catch {
    // a folder that may only be read
  }
}
