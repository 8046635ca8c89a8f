// Output of PostgreSQL 18.4 when it was started on data that had been damaged like this.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain } from './trouble.ts'

const at = '2026-11-22 03:13:22.003 UTC [15246] '
const wayDown = `${at}LOG:  terminating any other active server processes
${at}LOG:  shutting down due to startup process failure
${at}LOG:  database system is shut down
Terminated
`

const outputs: [string, string, RegExp][] = [
  [
    'a setting that does not exist',
    `${at}LOG:  unrecognized configuration parameter "unfug" in file "/d/postgres/postgresql.conf" line 890
${at}FATAL:  configuration file "/d/postgres/postgresql.conf" contains errors
Terminated
`,
    /Einstellungsdatei .* Fehler \(unrecognized configuration parameter "unfug" .* line 890\)/,
  ],
  [
    'a line that is no setting',
    `${at}LOG:  syntax error in file "/d/postgres/postgresql.conf" line 890, near token "so"
${at}FATAL:  configuration file "/d/postgres/postgresql.conf" contains errors
`,
    /Einstellungsdatei .*line 890, near token "so"/,
  ],
  [
    'rules of access that cannot be read',
    `${at}LOG:  invalid connection type "quatsch"
${at}FATAL:  could not load /d/postgres/pg_hba.conf
${at}LOG:  database system is shut down
Terminated
`,
    /Einstellungsdatei .*invalid connection type "quatsch"/,
  ],
  [
    'a pg_control of rubbish',
    `${at}FATAL:  database files are incompatible with server\n${at}LOG:  database system is shut down\nTerminated\n`,
    /Datenordner „\/d“ ist beschädigt \(database files are incompatible with server\).*jüngste Sicherung.*npm run kontor -- restore/,
  ],
  [
    'a pg_control whose sum is wrong',
    `${at}FATAL:  incorrect checksum in control file\n`,
    /ist beschädigt \(incorrect checksum in control file\)/,
  ],
  [
    'no pg_control',
    `postgres: could not find the database system
Expected to find it in the directory "/d/postgres",
but could not open file "/d/postgres/global/pg_control": No such file or directory
Terminated
`,
    /ist beschädigt \(could not open file "\/d\/postgres\/global\/pg_control"/,
  ],
  [
    'a log that is missing',
    `${at}LOG:  invalid checkpoint record
${at}PANIC:  could not locate a valid checkpoint record at 0/1B810A0
${at}LOG:  startup process (PID 15246) was terminated by signal 6: Aborted
${wayDown}`,
    /ist beschädigt \(could not locate a valid checkpoint record at 0\/1B810A0\)/,
  ],
  [
    'the label of another backup',
    `${at}LOG:  starting backup recovery with redo LSN 5/5000028, checkpoint LSN 5/5000060, on timeline ID 1
${at}FATAL:  could not locate required checkpoint record at 5/5000060
${wayDown}`,
    /ist beschädigt \(could not locate required checkpoint record/,
  ],
  [
    'a label that cannot be read',
    `${at}FATAL:  invalid data in file "backup_label"\n${wayDown}`,
    /ist beschädigt \(invalid data in file "backup_label"\)/,
  ],
  [
    'no version in the folder',
    "Error: ENOENT: no such file or directory, open '/d/postgres/PG_VERSION'",
    /ist beschädigt/,
  ],
  [
    'too little memory',
    `${at}FATAL:  could not map anonymous shared memory: Cannot allocate memory\n${at}LOG:  database system is shut down\n`,
    /nicht genug Speicher \(could not map anonymous shared memory/,
  ],
  [
    'a full disk',
    `${at}FATAL:  could not write lock file "postmaster.pid": No space left on device\n`,
    /„\/d“ ist kein Platz mehr/,
  ],
  [
    'a disk that may not be written',
    `${at}FATAL:  could not create lock file "postmaster.pid": Read-only file system\n`,
    /nicht geschrieben werden darf/,
  ],
  [
    'a socket path that is too long',
    `${at}LOG:  Unix-domain socket path "/d/socket/.s.PGSQL.5432" is too long (maximum 107 bytes)
${at}FATAL:  could not create any Unix-domain sockets
`,
    /„\/d\/socket“ lässt sich der Zugang .* nicht anlegen/,
  ],
  [
    'a folder that is open to others',
    `${at}FATAL:  data directory "/d/postgres" has invalid permissions\n`,
    /„chmod 700 \/d\/postgres“/,
  ],
  [
    'files of somebody else',
    `${at}FATAL:  could not open file "/d/postgres/PG_VERSION": Permission denied\n`,
    /„\/d“ oder etwas darin ist für diesen Benutzer gesperrt .* DATA_DIR/,
  ],
  [
    'a user without a name',
    'initdb: could not look up effective user ID 4711: user does not exist\n',
    /Eintrag in \/etc\/passwd/,
  ],
  ['another libc', 'Error: spawnSync /p/bin/initdb ENOENT', /läuft auf diesem System nicht .* DATABASE_URL/],
  [
    'a setting that cannot be, before its time zone is known',
    '2026-11-22 04:07:15.526 GMT [23701] FATAL:  invalid value for parameter "shared_buffers": "100TB"\n',
    /startet nicht \(„invalid value for parameter/,
  ],
  [
    'something new',
    `${at}FATAL:  the moon is in the way\n${wayDown}`,
    /startet nicht \(„the moon is in the way“\)\. .*„\/d\/postgres\.log“/,
  ],
]
for (const [what, output, sentence] of outputs) {
  test(`${what}: a German sentence says so and what to do`, () => {
    assert.match(explain(output, { home: '/d', log: '/d/postgres.log' }).message, sentence)
  })
}
