import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { bullets, choice, number, paragraph, processOf, section, textarea } from '#contract/document/build.ts'
import type { Tree } from '#contract/document/tree.ts'
import { cast } from '#demo/cast.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { setStage } from '../stage.ts'

const { as, call } = await setStage()

const first = processOf(
  section('Kasse', paragraph('Bestand: ', number('Bestand')), paragraph('Am Ende zählen zwei Personen.')),
  section(
    'Saal',
    paragraph('Alle Türen sind zu.'),
    bullets('Licht aus', 'Fenster zu', 'Bühne gefegt', 'Notausgänge frei'),
  ),
  section('Notiz', paragraph(textarea('Notiz'))),
)
const second = processOf(
  section(
    'Saal',
    paragraph('Alle Türen sind zu.'),
    bullets('Licht aus', 'Fenster zu', 'Bühne gefegt', 'Notausgänge frei'),
  ),
  section('Kasse', paragraph('Bestand: ', number('Betrag')), paragraph('Am Ende zählen drei Personen.')),
  section('Schicht', paragraph(choice('Schicht', 'Früh', 'Spät'))),
)

/** A process with an answer of Anna's, saved twice. */
async function savedTwice(name: string): Promise<number> {
  const { doc_id } = (await call(cast.clara, 'POST', '/docs/', { name })) as { doc_id: number }
  const save = (content: Tree, renames = {}) =>
    call(cast.clara, 'PATCH', `/docs/${doc_id}/`, { content, renames })
  await save(first)
  await call(cast.clara, 'POST', `/docs/${doc_id}/publish/`, { public: true, groups: [], notify: false })
  await call(cast.anna, 'PATCH', `/docs/${doc_id}/currentuserdata/`, {
    data: { Bestand: 120, Notiz: 'alles gut' },
  })
  await save(second, { Bestand: 'Betrag' })
  return doc_id
}
const answers = async (doc_id: number) =>
  ((await call(cast.anna, 'GET', `/docs/${doc_id}/currentuserdata/`)) as { data: object }).data
const rows = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Clara' })
/** The one that was saved with the first content. */
const older = (page: Page) => rows(page).nth(1)

test('an older version is read and compared, and brought back with its answers; one press takes that back', async () => {
  const id = await savedTwice('Abschluss')
  const page = await as(cast.clara, `/ui/docs/${id}/show`)
  await page.getByRole('button', { name: 'Aktionen für Abschluss' }).click()
  await page.getByRole('menuitem', { name: 'Fassungen' }).click()
  await rows(page).first().getByText('Jetziger Stand').waitFor()
  await older(page)
    .getByRole('link', { name: / lesen$/ })
    .click()
  await page.getByRole('heading', { name: /^Stand vom \d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d$/ }).waitFor()
  await page.getByText('Am Ende zählen zwei Personen.').waitFor()
  assert.ok(await page.getByRole('textbox', { name: 'Bestand' }).isDisabled())

  await page.getByRole('link', { name: 'Mit dem jetzigen vergleichen' }).click()
  for (const change of ['„Bestand“ heißt „Betrag“', '„Schicht“ hinzugefügt (Auswahl)', '„Notiz“ entfernt'])
    await page.getByText(change, { exact: true }).first().waitFor()
  await page.getByText('„Kasse“ verschoben').or(page.getByText('„Saal“ verschoben')).first().waitFor()
  await page.locator('del', { hasText: 'zwei' }).waitFor()
  await page.locator('ins', { hasText: 'drei' }).waitFor()
  assert.equal(await page.getByText('Bühne gefegt').count(), 0)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('checkbox', { name: 'Auch zeigen, was gleich geblieben ist' }).check()
  await page.getByText('Bühne gefegt').waitFor()

  await page.getByRole('button', { name: 'Ältere wiederherstellen' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Die Angabe einer Person zu „Notiz“ ist dann wieder da.').waitFor()
  await question.getByRole('button', { name: 'Wiederherstellen' }).click()
  await rows(page).first().getByText('wiederhergestellt: Stand vom').waitFor()
  assert.deepEqual(await answers(id), { Bestand: 120, Notiz: 'alles gut' })
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await page.getByText('Rückgängig gemacht').waitFor()
  assert.deepEqual(await answers(id), { Betrag: 120, Notiz: 'alles gut' })
})

test('a version, to which the editor leads, gets a name, is found by it, and loses it again; what one save has changed is shown', async () => {
  const id = await savedTwice('Benannt')
  const page = await as(cast.clara, `/ui/docs/${id}/edit`)
  await page.getByRole('link', { name: 'Frühere Fassungen' }).click()
  const act = async (name: string) => {
    await older(page)
      .getByRole('button', { name: /^Aktionen/ })
      .click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Benennen')
  await page.getByRole('textbox', { name: 'Name' }).fill('Nach der Prüfung')
  await page.getByRole('button', { name: 'Benennen' }).click()
  await older(page).getByText('Nach der Prüfung').waitFor()
  await page.getByRole('checkbox', { name: 'Nur mit Namen' }).check()
  await rows(page).nth(1).waitFor({ state: 'detached' })
  assert.equal(await rows(page).count(), 1)
  await page.getByRole('checkbox', { name: 'Nur mit Namen' }).uncheck()
  await act('Namen entfernen')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click()
  await page.getByText('Nach der Prüfung', { exact: true }).waitFor({ state: 'detached' })
  await act('Was sich geändert hat')
  await page.getByText('„Notiz“ hinzugefügt (Text)').waitFor()
})

test('somebody who has saved meanwhile is not overwritten by bringing a version back', async () => {
  const id = await savedTwice('Zu zweit')
  const page = await as(cast.clara, `/ui/docs/${id}/versions`)
  await older(page)
    .getByRole('button', { name: /^Aktionen/ })
    .click()
  await page.getByRole('menuitem', { name: 'Wiederherstellen' }).click()
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  const known = await rows(page).count()
  await call(cast.clara, 'PATCH', `/docs/${id}/`, { content: processOf(paragraph('Neu')) })
  await question.getByRole('button', { name: 'Wiederherstellen' }).click()
  await question.getByText('Der Prozess wurde inzwischen von jemand anderem gespeichert.').waitFor()
  // Whoever asks again has seen what was saved.
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await rows(page).nth(known).waitFor()
  await older(page)
    .getByRole('button', { name: /^Aktionen/ })
    .click()
  await page.getByRole('menuitem', { name: 'Wiederherstellen' }).click()
  await question.getByRole('button', { name: 'Wiederherstellen' }).click()
  await page.getByText('Fassung wiederhergestellt').waitFor()
})

test('whose answer to bringing a version back is lost may press again, and is told of nobody else', async () => {
  const id = await savedTwice('Über ein schlechtes Netz')
  const page = await as(cast.clara, `/ui/docs/${id}/versions`)
  await older(page)
    .getByRole('button', { name: /^Aktionen/ })
    .click()
  await page.getByRole('menuitem', { name: 'Wiederherstellen' }).click()
  const question = page.getByRole('alertdialog')
  await page.route('**/restore/', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await question.getByRole('button', { name: 'Wiederherstellen' }).click()
  await question.getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  await page.unroute('**/restore/')
  await question.getByRole('button', { name: 'Wiederherstellen' }).click()
  await page.getByText('Fassung wiederhergestellt').waitFor()
  await page.getByText('wiederhergestellt: Stand vom').first().waitFor()
  assert.equal(await page.getByText('wiederhergestellt: Stand vom').count(), 1)
  assert.deepEqual(await answers(id), { Bestand: 120, Notiz: 'alles gut' })
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await page.getByText('Rückgängig gemacht').waitFor()
  assert.deepEqual(await answers(id), { Betrag: 120, Notiz: 'alles gut' })
})
