// The labels and settings of the image.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { version } from './version.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

test('the image bears the version of the release that it is built from', () => {
  assert.equal(/^ARG VERSION=(.*)$/m.exec(read('Dockerfile'))?.[1], version)
})

test('how to build it names no version that would have to be renewed, and nobody’s registry', () => {
  const page = read('docs/betrieb/container.md')
  assert.doesNotMatch(page, /VERSION=\d/)
  assert.doesNotMatch(page, /(-t|--tag) [\w.-]+\//)
})
