// The command „kontor“ for a systemd service, run with a fake systemd-run that only prints its arguments.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'

const command = join(import.meta.dirname, '../docs/betrieb/systemd/kontor')
const folder = mkdtempSync(join(tmpdir(), 'kontor-systemd-'))
after(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })

function kontor(args: string[], env: NodeJS.ProcessEnv = {}) {
  const PATH = [folder, process.env['PATH']].join(delimiter)
  const { status, stdout, stderr } = spawnSync('sh', [command, ...args], {
    encoding: 'utf8',
    env: { PATH, ...env },
  })
  return { status, ran: stdout.trimEnd().split('\n'), said: stderr.trimEnd() }
}

test('a command beside the service runs as its user, with its data folder and each word as it was typed', () => {
  const { status, ran } = kontor(['restore', '/srv/Sicherung von gestern.kontor', '--verify'])
  assert.equal(status, 0)
  assert.ok(ran.includes('User=kontor'))
  assert.ok(ran.some((word) => word.startsWith('Environment=DATA_DIR=/var/lib/kontor ')))
  assert.deepEqual(ran.slice(-4), [
    'bin/kontor.mjs',
    'restore',
    '/srv/Sicherung von gestern.kontor',
    '--verify',
  ])
})

test('a data folder or a passphrase of one’s own is refused instead of ignored: the service would know nothing of it', () => {
  for (const name of ['DATA_DIR', 'BACKUP_PASSPHRASE_FILE']) {
    const { status, ran, said } = kontor(['restore', '/srv/x.kontor'], { [name]: '/srv/anders' })
    assert.deepEqual([status, ran], [1, ['']])
    assert.equal(
      said,
      `${name} gilt hier nicht: „kontor“ nimmt die Einstellungen des Dienstes. Bitte lassen Sie es weg, oder ändern Sie es in /etc/kontor.`,
    )
  }
  assert.equal(kontor(['doctor'], { DATA_DIR: '' }).status, 0)
})
