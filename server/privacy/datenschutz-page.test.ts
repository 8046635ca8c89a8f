import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { retentionKinds } from '#contract/words/retention.ts'
import { REFUSALS_KEPT_DAYS } from '#server/audit/store.ts'
import { SESSION_LIFETIME_SECONDS } from '#server/auth/sessions.ts'
import { loginDataKeptDays } from '#server/auth/store.ts'
import { settings } from '#server/config.ts'
import { RESTORABLE_DAYS } from '#server/docs/store.ts'
import { UNUSED_DAYS } from '#server/images/store.ts'
import { RESULTS_KEPT_DAYS } from '#server/jobs/results-store.ts'
import { services } from '#server/push/address.ts'
import { FORMAT } from './download-json.ts'
import { rules } from './retention/kinds.ts'
import { sections } from './sections-store.ts'

// The page for data protection officers agrees with the code: numbers, sections, services.
const page = readFileSync(join(import.meta.dirname, '../../docs/handbuch/datenschutz.md'), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| '))
const cellsOf = (name: string) => {
  const row = rows.filter((line) => line.startsWith(`| ${name} |`))
  assert.equal(row.length, 1, name)
  return (row[0] ?? '').split('|').map((cell) => cell.trim())
}
const days = (count: number) => (count === 1 ? '1 Tag' : `${count} Tage`)
const months = (count: number) => (count === 1 ? '1 Monat' : `${count} Monate`)

test('the page on data protection names each span as the code has it', () => {
  const sessionMost = settings.find(({ name }) => name === 'SESSION_MAX_DAYS')?.default
  const said = {
    Protokoll: `${months(rules.audit.usual)}, wenn Sie nichts anderes einstellen`,
    'Ablehnungen im Protokoll': days(REFUSALS_KEPT_DAYS),
    Sitzungen: `${days(SESSION_LIFETIME_SECONDS / 86_400)} ohne Benutzung, höchstens ${days(Number(sessionMost))} (\`SESSION_MAX_DAYS\`)`,
    'Versuche, sich anzumelden': days(loginDataKeptDays.attempts),
    'bekannte Adressen': days(loginDataKeptDays.addresses),
    'gelöschte Prozesse mit ihren Angaben': days(RESTORABLE_DAYS),
    'Bilder, die nirgends mehr zu sehen sind': days(UNUSED_DAYS),
    'Berichte von Abgleichen und Sendungen': `${days(RESULTS_KEPT_DAYS)}, der neueste bis zum nächsten`,
  }
  for (const [name, span] of Object.entries(said)) assert.equal(cellsOf(name)[2], span, name)
})

test('the page names each period that can be set, and the shortest one', () => {
  for (const kind of retentionKinds) {
    const { title, least } = rules[kind]
    assert.equal(cellsOf(`„${title}“`)[2], months(least), title)
  }
  const endless = retentionKinds.filter((kind) => rules[kind].usual === 0)
  assert.deepEqual(endless, ['messages', 'images', 'rounds', 'history', 'deactivated'])
  assert.match(rules.audit.says, new RegExp(`nach ${REFUSALS_KEPT_DAYS} Tagen`))
})

test('the page describes each part of the file that people take along', () => {
  assert.ok(page.includes(`\`${FORMAT}\``))
  for (const { name, title } of sections) assert.equal(cellsOf(`\`${name}\``)[2], title)
  const [, table = ''] = page.split('| `name` | was |')
  assert.equal([...table.matchAll(/^\| `/gm)].length, sections.length)
})

test('the page names every service that notifications go through', () => {
  for (const domain of services) assert.ok(page.includes(`\`${domain}\``), domain)
})
