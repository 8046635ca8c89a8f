import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { commandsOfGuide, trials } from './guide-commands.ts'

const root = join(import.meta.dirname, '../..')

test('of each command of the guide it is known what runs it, or why nothing can', () => {
  assert.deepEqual(commandsOfGuide().toSorted(), Object.keys(trials).toSorted())
})

test('what is said to run a command of the guide does', () => {
  for (const [command, trial] of Object.entries(trials)) {
    const [file, says] =
      trial === 'typed'
        ? ['proof/operation/guide.ts', command]
        : 'by' in trial
          ? [trial.by, trial.says]
          : ['', '']
    if (file !== '') assert.ok(readFileSync(join(root, file), 'utf8').includes(says), `${command}: ${file}`)
  }
})
