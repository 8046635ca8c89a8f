// Real output of PostgreSQL 18.4 for each kind of start failure.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toStartError } from './trouble.ts'

const at = '2026-11-22 03:13:22.003 UTC [15246] '
const wayDown = `${at}LOG:  terminating any other active server processes
${at}LOG:  shutting down due to startup process failure
${at}LOG:  database system is shut down
`

const outputs: [string, string, RegExp][] = [
  [
    'a full disk',
    `${at}FATAL:  could not write lock file "postmaster.pid": No space left on device\n`,
    /„\/d“ ist kein Platz mehr/,
  ],
  [
    'a disk that may not be written',
    `${at}FATAL:  could not create lock file "postmaster.pid": Read-only file system\n`,
    /gesperrt \(could not create lock file "postmaster.pid": Read-only file system\)/,
  ],
  [
    'files of somebody else',
    `${at}FATAL:  could not open file "/d/postgres/PG_VERSION": Permission denied\n`,
    /„\/d“ oder etwas darin ist für diesen Benutzer gesperrt .* DATA_DIR/,
  ],
  [
    'a log that is missing',
    `${at}LOG:  invalid checkpoint record
${at}PANIC:  could not locate a valid checkpoint record at 0/1B810A0
${at}LOG:  startup process (PID 15246) was terminated by signal 6: Aborted
${wayDown}`,
    /startet nicht \(„could not locate a valid checkpoint record at 0\/1B810A0“\).*jüngste Sicherung.*npm run kontor -- restore/,
  ],
  [
    'no pg_control',
    `postgres: could not find the database system
Expected to find it in the directory "/d/postgres",
but could not open file "/d/postgres/global/pg_control": No such file or directory
`,
    /startet nicht \(„but could not open file "\/d\/postgres\/global\/pg_control"/,
  ],
  ['another libc', 'Error: spawnSync /p/bin/initdb ENOENT', /startet nicht .* DATABASE_URL/],
  [
    'something new',
    `${at}FATAL:  the moon is in the way\n${wayDown}`,
    /startet nicht \(„the moon is in the way“\)\. .*„\/d\/postgres\.log“/,
  ],
]
for (const [what, output, sentence] of outputs) {
  test(`${what}: a German sentence says so and what to do`, () => {
    assert.match(toStartError(new Error(output), '/d').message, sentence)
  })
}
