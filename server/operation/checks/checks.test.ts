import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { version } from '#server/version.ts'
import { type Finding, fail, formatFindings, hint } from '../finding.ts'
import { clockFindings, schemaFindings } from './database.ts'
import { plannerFindings, plannerStatusFinding, pushFindings } from './elsewhere.ts'
import { foldersToLookIn, leftoverFiles, leftoverFindings } from './leftovers.ts'
import { findingsForNodes } from './nodes.ts'

const lines = (findings: Finding[]) => formatFindings(findings).split('\n')
const folder = mkdtempSync(join(tmpdir(), 'kontor-looks-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('lines stand below each other, also those that go on', () => {
  assert.equal(
    formatFindings([fail('Erstens\nzweitens'), hint('Drittens')]),
    ' FEHLT   Erstens\n         zweitens\nHINWEIS  Drittens',
  )
})

test('a schema that this version does not know is wrong, one that is behind is not', () => {
  const says = (missing: string[], unknown: string[], needs: string | null = null) =>
    lines(
      schemaFindings({
        isEmpty: false,
        isTooOld: false,
        missing,
        unknown: unknown.map((name) => ({ name, needs })),
      }),
    )
  assert.deepEqual(says([], []), ['  gut    Das Schema ist aktuell.'])
  assert.deepEqual(says(['a.sql'], []), [
    '  gut    Der nächste Start bringt das Schema einen Schritt weiter.',
  ])
  assert.deepEqual(says([], ['9999_new.sql']), [
    ` FEHLT   Die Datenbank ist weiter als diese Fassung (9999_new.sql): Sie braucht eine neuere, diese hier ist ${version}. Bitte die neuere Fassung verwenden.`,
  ])
  assert.deepEqual(says([], ['9999_new.sql'], version), [
    '  gut    Das Schema ist einen Schritt weiter als diese Fassung, die noch damit auskommt.',
  ])
})

test('what a broken-off command has left is named, also in the folders of backups; what may still be at work is not', () => {
  const old = new Date(Date.now() - 2 * 3_600_000)
  const backupDir = join(folder, 'sicherungen')
  mkdirSync(backupDir)
  mkdirSync(join(folder, 'postgres.new-4711'))
  const isLeft = [
    join(folder, 'alt.kontor.unfertig'),
    join(folder, 'postgres.new-4711'),
    join(backupDir, 'kontor-2026-11-22T03-00-07.kontor.unfertig-0123456789ab'),
  ]
  const stays = [join(folder, 'daten.kontor')]
  for (const path of [...isLeft, ...stays]) {
    if (!path.endsWith('4711')) writeFileSync(path, '')
    utimesSync(path, old, old)
  }
  writeFileSync(join(folder, 'neu.kontor.unfertig-0123456789ab'), '')
  const folders = foldersToLookIn({ dataDir: folder, backupDir })
  const files = leftoverFiles([...folders, join(folder, 'missing')])
  assert.deepEqual(files.filter((path) => path.startsWith(folder)).toSorted(), isLeft.toSorted())
  assert.match(lines(leftoverFindings(files.slice(0, 1))).join(), /^HINWEIS .*kann weg\.$/)
})

test('clocks that are apart and a zone that nobody knows are told', () => {
  const seen = { ahead: 200, timeZone: 'Europe/Berlin', knowsZone: true }
  const now = new Date('2026-11-22T03:14:00Z')
  assert.deepEqual(lines(clockFindings(seen, now)), [
    '  gut    Die Uhr der Datenbank geht wie die dieses Rechners.',
    '  gut    Zeitzone Europe/Berlin: 22.11.2026, 04:14',
  ])
  assert.match(lines(clockFindings({ ...seen, ahead: -5_000 }))[0] ?? '', /^HINWEIS .*5 Sekunden nach/)
  assert.match(lines(clockFindings({ ...seen, ahead: 90_000 }))[0] ?? '', /^ FEHLT .*90 Sekunden vor/)
  assert.match(lines(clockFindings({ ...seen, knowsZone: false }))[1] ?? '', /^ FEHLT .*TIME_ZONE/)
})

const timeZone = 'Europe/Berlin'
const node = {
  host: 'eins',
  version: '1.0.0',
  build: 'abc',
  started_at: new Date('2026-11-22T03:14:00Z'),
  proxied_at: null,
  secure_at: null,
  stranger: null,
  lately: true,
}

test('all servers that run are named, and those of another version', () => {
  const says = (...nodes: (typeof node)[]) =>
    lines(findingsForNodes(nodes, { publicUrl: undefined, timeZone }))
  assert.deepEqual(says(), ['  gut    Gerade läuft kein Server auf dieser Datenbank.'])
  assert.deepEqual(says({ ...node, lately: false }), says())
  const two = says(node, { ...node, host: 'zwei', build: 'def' })
  assert.match(two[0] ?? '', /„eins“: Fassung 1\.0\.0 \(abc\), seit 22\.11\.2026, 04:14:00/)
  assert.match(two[2] ?? '', /^HINWEIS .*verschiedener Fassungen/)
})

test('a proxy in front is told of: https without PUBLIC_URL, none at all, one that is not trusted', () => {
  const at = new Date()
  const says = (seen: object, publicUrl?: URL) =>
    lines(findingsForNodes([{ ...node, ...seen }], { publicUrl, timeZone })).slice(1)
  assert.deepEqual(says({}), [])
  assert.match(
    says({ proxied_at: at, secure_at: at }).join(),
    /Zuletzt kam .*,HINWEIS .*PUBLIC_URL ist nicht gesetzt/,
  )
  assert.match(
    says({}, new URL('https://kontor.example')).join(),
    /^HINWEIS .*keine Anfrage mit X-Forwarded-For/,
  )
  assert.match(says({ stranger: '10.0.0.9' }).join(), /^HINWEIS {2}Von 10\.0\.0\.9 kommen/)
})

test('a planner that answers is well; one that refuses the token, errs or is away is not', async () => {
  let status = 200
  const server = createServer((request, response) => {
    assert.deepEqual([request.url, request.headers.authorization], ['/api/users', 'Bearer geheim'])
    response.writeHead(status).end('[]')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`)
  const says = async () => lines(await plannerFindings({ planner: { url, token: 'geheim' } })).join()
  assert.match(await says(), /^ {2}gut .* antwortet\.$/)
  status = 403
  assert.match(await says(), /^ FEHLT .*PLANNER_TOKEN nicht an \(403\)/)
  await new Promise((closed) => server.close(closed))
  server.closeAllConnections()
  assert.match(await says(), /^ FEHLT .*antwortet nicht \(\w+\)/)
  assert.equal(plannerStatusFinding('planer', 302).isOk, false)
})

test('the folder of a planner has to be there and to be written', async () => {
  const says = async (path: string) => lines(await plannerFindings({ planner: { folder: path } })).join()
  assert.match(await says(folder), /^ {2}gut /)
  assert.match(await says(join(folder, 'missing')), /^ FEHLT /)
  assert.match(
    lines(await plannerFindings({ planner: undefined })).join(),
    /^HINWEIS .*Keine Personalplanung/,
  )
})

test('push services that cannot be reached are hints: all else works without them', async () => {
  const findings = await pushFindings(async (host) => (/apple/.test(host) ? 'ENOTFOUND' : undefined))
  assert.deepEqual(
    findings.filter(({ isHint }) => isHint).map(({ text }) => text.split('.')[0]),
    ['Der Benachrichtigungsdienst web'],
  )
  assert.ok(findings.every(({ isOk }) => isOk))
})
