import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { paragraph, processOf, section, textarea } from '#contract/document/build.ts'
import { cast } from '#demo/cast.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone, setStage } from '../stage.ts'

const { as, call, db, idOf } = await setStage()

const content = processOf(
  section('Brandschutz', paragraph('Sammelplatz ', textarea('Sammelplatz')), paragraph(textarea('Löscher'))),
)
async function draft(name: string): Promise<number> {
  const { doc_id } = (await call(cast.clara, 'POST', '/docs/', { name })) as { doc_id: number }
  await call(cast.clara, 'PATCH', `/docs/${doc_id}/`, { content })
  return doc_id
}
/** For the four of the stage: Anna has finished, Bruno has begun. */
async function underWay(name: string): Promise<number> {
  const id = await draft(name)
  const shown = { public: false, groups: ['Bühne'], due_on: '2027-12-24', notify: false }
  await call(cast.clara, 'POST', `/docs/${id}/publish/`, shown)
  await call(cast.anna, 'PATCH', `/docs/${id}/currentuserdata/`, {
    data: { Sammelplatz: 'Hof', Löscher: 'drei' },
  })
  await call(cast.bruno, 'PATCH', `/docs/${id}/currentuserdata/`, { data: { Sammelplatz: 'Hof' } })
  return id
}
const state = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Stand' }).getByRole('button', { name })
const person = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a process is published and seen who is missing within eight clicks, and they are reminded with two more', async () => {
  const id = await draft('Brandschutz')
  const page = await as(cast.clara, `/ui/docs/${id}/edit`)
  let clicks = 0
  const press = async (role: 'link' | 'button', name: string) => {
    clicks++
    await page.getByRole(role, { name, exact: true }).click()
  }
  await press('button', 'Veröffentlichen …')
  const dialog = page.getByRole('dialog', { name: 'Veröffentlichen' })
  await dialog.getByText('Wählen Sie mindestens eine Gruppe.').waitFor()
  await press('button', 'Bühne')
  await dialog.getByText('Für 4 Personen bestimmt.').waitFor()
  await press('button', 'Veröffentlichen')
  await page.getByText('Veröffentlicht für 4 Personen').waitFor()
  await press('button', 'Wer fehlt?')
  await state(page, /^Fehlt 4$/).waitFor()
  await person(page, 'Castell, Bruno').getByText('0/2').waitFor()
  assert.ok(clicks <= 8, `${clicks} clicks`)
  console.log(`publish and see who is missing: ${clicks} clicks`)

  const before = clicks
  await press('button', '4 Personen erinnern')
  await page
    .getByRole('alertdialog', { name: '4 Personen erinnern?' })
    .getByText('Jede Person bekommt von Ihnen eine Nachricht im Chat und eine Benachrichtigung.')
    .waitFor()
  await press('button', 'Erinnern')
  await page.getByText('4 Personen erinnert.').waitFor()
  assert.ok(clicks - before <= 2, `${clicks - before} clicks`)
  const georg = await as(cast.georg, '/ui/chat')
  await georg.getByRole('link', { name: /Clara Döring/ }).click()
  await georg
    .getByText(/Bitte füllen Sie noch „Brandschutz“ aus/)
    .first()
    .waitFor()
})

test('those who are ticked are reminded alone, once a day, and it is said who was not and why', async () => {
  const id = await underWay('Ladeliste')
  const page = await as(cast.clara, `/ui/docs/${id}/people`)
  for (const name of ['Berger, Anna', 'Castell, Bruno'])
    await page.getByRole('checkbox', { name: `${name} auswählen` }).check()
  await page.getByRole('region', { name: 'Auswahl' }).getByRole('button', { name: 'Erinnern' }).click()
  await page
    .getByRole('alertdialog')
    .getByText(/^Die Person bekommt von Ihnen/)
    .waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erinnern' }).click()
  await page.getByText('Eine Person erinnert.').waitFor()
  await page.getByText('Eine Person ist schon fertig.').waitFor()
  await page.getByRole('button', { name: 'Verstanden' }).click()
  // People reminded today are not counted again.
  await page.getByText('Eine Person wurde heute schon erinnert.').waitFor()
  await page.getByRole('button', { name: '2 Personen erinnern', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: '2 Personen erinnern?' })
  await question.getByText('Eine Person wurde heute schon erinnert.').waitFor()
  await question.getByRole('button', { name: 'Erinnern' }).click()
  await page.getByText('2 Personen erinnert.').waitFor()
  await page.getByText('3 Personen wurden heute schon erinnert.').waitFor()
  await page.getByRole('button', { name: 'Alle erinnern' }).and(page.locator(':disabled')).waitFor()
})

test('the list is narrowed to a state, and a name opens the process as that person has filled it in', async () => {
  const id = await underWay('Rüstplan')
  const page = await as(cast.clara, `/ui/docs/${id}/people`)
  await person(page, 'Castell, Bruno')
    .getByText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/)
    .waitFor()
  await state(page, /^Fehlt 2$/).click()
  await page.waitForURL('**state=missing')
  await person(page, 'Castell, Bruno').waitFor({ state: 'detached' })
  await state(page, /^Fehlt 2$/).click()
  await page.getByRole('button', { name: 'Castell, Bruno', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Bruno Castell' })
  await dialog.getByText(/^Zuletzt am /).waitFor()
  await dialog.getByRole('button', { name: 'Brandschutz' }).waitFor()
  for (const [name, value] of [
    ['Sammelplatz', 'Hof'],
    ['Löscher', ''],
  ] as const) {
    const field = dialog.getByRole('textbox', { name })
    assert.deepEqual([await field.inputValue(), await field.getAttribute('readonly')], [value, ''])
  }
  // Answers to former fields come last.
  await call(cast.clara, 'PATCH', `/docs/${id}/`, { content: processOf(paragraph(textarea('Löscher'))) })
  await page.reload()
  await page.getByRole('button', { name: 'Castell, Bruno', exact: true }).click()
  await dialog.getByRole('heading', { name: 'Frühere Felder' }).waitFor()
  assert.deepEqual(await dialog.getByRole('term').allInnerTexts(), ['Sammelplatz'])
  assert.deepEqual(await dialog.getByRole('definition').allInnerTexts(), ['Hof'])
})

test('before a process is published it is said what its template leaves open, and one is led there; and without fields, where these come from', async () => {
  const query = { name: 'Schlüssel', template: 'keys' }
  const { doc_id } = (await call(cast.clara, 'POST', '/docs/', query)) as { doc_id: number }
  const page = await as(cast.clara, `/ui/docs/${doc_id}/show`)
  await page.getByRole('button', { name: 'Veröffentlichen …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Veröffentlichen' })
  await dialog
    .getByText(/^An 7 Stellen ist der Text noch offen: „\[Räume\]“, „\[Wer\]“ in „Welcher Schlüssel wofür“/)
    .waitFor()
  await dialog.getByRole('link', { name: 'Zur ersten Stelle' }).click()
  await page.waitForURL('**/edit')
  await dialog.waitFor({ state: 'detached' })
  await page.waitForFunction(() => getSelection()?.toString() === '[Räume]')
  await page.keyboard.type('Bühne')
  await page.getByText('[Räume]').nth(1).waitFor()
  assert.equal(await page.getByText('[Räume]').count(), 2)

  await call(cast.clara, 'PATCH', `/docs/${doc_id}/`, { content: processOf(paragraph('Ohne Felder')) })
  page.on('dialog', (leaving) => void leaving.accept())
  await page.goto(`/ui/docs/${doc_id}/people`)
  await page.getByText('Felder fügen Sie unter „Bearbeiten“ ein.').waitFor()
})

test('what is planned for later says so, is called off again, and a due date stands in list, process and „Heute“', async () => {
  const id = await draft('Winterdienst')
  const page = await as(cast.clara, `/ui/docs/${id}/show`)
  await page.getByRole('button', { name: 'Veröffentlichen …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Veröffentlichen' })
  await dialog.getByLabel('Für wen').selectOption('Alle')
  await dialog.getByLabel('Ab wann').selectOption('Später')
  await dialog.getByRole('button', { name: 'Einplanen' }).and(page.locator(':disabled')).waitFor()
  await dialog.getByRole('textbox', { name: 'Tag', exact: true }).fill('01.12.2025')
  await page.keyboard.press('Tab')
  await dialog.getByText('Dieser Tag liegt in der Vergangenheit.').waitFor()
  await dialog.getByRole('button', { name: 'Einplanen' }).and(page.locator(':disabled')).waitFor()
  await dialog.getByRole('textbox', { name: 'Tag', exact: true }).fill('01.12.2027')
  await dialog.getByRole('textbox', { name: 'Frist', exact: true }).fill('24.12.2027')
  await dialog.getByRole('button', { name: 'Einplanen' }).click()
  await page.getByText('Wird am 01.12.2027 08:00 veröffentlicht').waitFor()
  await page.getByText('ab 01.12.2027 08:00', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Veröffentlichen …' }).click()
  await dialog.getByRole('button', { name: 'Zurücknehmen' }).click()
  await page.getByText('ab 01.12.2027 08:00', { exact: true }).waitFor({ state: 'detached' })

  const due = await underWay('Schneeräumung')
  const bruno = await as(cast.bruno, '/ui/docs')
  await person(bruno, 'Schneeräumung').getByText('bis 24.12.2027').waitFor()
  await bruno.goto(`/ui/docs/${due}/show`)
  await bruno.getByText('Bitte füllen Sie den Prozess bis 24.12.2027 aus.').waitFor()
  await bruno.goto('/ui/today')
  await bruno.getByRole('link', { name: /Schneeräumung.*1 von 2 ausgefüllt · bis 24.12.2027/s }).waitFor()
})

test('the dialog begins with what holds now, also where somebody else has changed it since one looked; a due date that cannot be read is not saved, and it says so', async () => {
  const id = await underWay('Torplan')
  const page = await as(cast.clara, `/ui/docs/${id}/visibility`)
  await page.getByRole('button', { name: 'Bühne', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Wer fehlt?' }).click()
  await person(page, 'Castell, Bruno').waitFor()
  // What a window shows it does not ask for again by itself.
  const shown = { public: false, groups: ['Technik'], due_on: '2027-12-31', notify: false }
  await call(cast.clara, 'POST', `/docs/${id}/publish/`, shown)
  await page.getByRole('button', { name: 'Für wen und bis wann …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Für wen und bis wann' })
  const isChosen = (name: string) =>
    dialog.getByRole('button', { name, exact: true }).and(page.locator('[aria-pressed=true]'))
  await isChosen('Technik').waitFor()
  assert.equal(await isChosen('Bühne').count(), 0)
  const due = dialog.getByRole('textbox', { name: 'Frist', exact: true })
  assert.equal(await due.inputValue(), '31.12.2027')

  await due.fill('31.11.')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.getByText(/^Bitte ein gültiges Datum angeben/).waitFor()
  await due.fill('30.11.2027')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { due_on } = (await call(cast.clara, 'GET', `/docs/${id}/`)) as { due_on: string }
  assert.equal(due_on, '2027-11-30')
})

test('Enter in the search for groups only searches: the process is not published by it', async () => {
  const id = await draft('Lagerordnung')
  for (let number = 1; number <= 9; number++)
    await call(cast.clara, 'PUT', `/groups/custom/${encodeURIComponent(`Lager ${number}`)}/`)
  const page = await as(cast.clara, `/ui/docs/${id}/show`)
  await page.getByRole('button', { name: 'Veröffentlichen …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Veröffentlichen' })
  await dialog.getByRole('button', { name: 'Bühne', exact: true }).click()
  await dialog.getByText('Für 4 Personen bestimmt.').waitFor()
  await dialog.getByRole('textbox', { name: 'Gruppen suchen' }).fill('Lager 9')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Bühne', exact: true }).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Lager 9' }).click()
  await dialog.getByRole('button', { name: 'Veröffentlichen', exact: true }).click()
  await page.getByText('Veröffentlicht für 4 Personen').waitFor()
})

test('on a phone who is missing, one person read in a low window, and the dialog have nothing for axe to find', async () => {
  const id = await underWay('Prüfung')
  await db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', await idOf(cast.ibrahim))
    .execute()
  const page = await as(cast.clara, `/ui/docs/${id}/people`, phone)
  await page.getByText('Eine Person ist noch ohne Zugang.').waitFor()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Castell, Bruno', exact: true }).click()
  await page.getByText(/^Zuletzt am \d/).waitFor()
  // Low enough to need scrolling.
  await page.setViewportSize({ ...phone.viewport, height: 180 })
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize(phone.viewport)
  await page.goto(`/ui/docs/${await draft('Entwurf')}/show`)
  await page.getByRole('button', { name: 'Veröffentlichen …' }).click()
  await page.getByLabel('Ab wann').selectOption('Später')
  await page.getByRole('button', { name: 'Technik' }).click()
  await page.getByText(/^Für 4 Personen bestimmt/).waitFor()
  await expectAccessibleInBothSchemes(page)
})
