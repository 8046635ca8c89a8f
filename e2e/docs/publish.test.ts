// A process is published, people are reminded, rounds begin anew, results are counted, and versions are brought back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  bullets,
  checkboxField,
  choiceField,
  numberField,
  paragraph,
  processOf,
  section,
  textareaField,
} from '#contract/document/build.ts'
import { cast } from '#demo/cast.ts'
import { beginRounds } from '#server/rounds/begin-rounds.ts'
import { onlyForGroups } from '#server/testing/docs.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { setStage } from '../stage.ts'
import { endRoute } from '../steps.ts'
import { saved } from './reading-stage.ts'

const { as, call, db, kontor, publish } = await setStage()

const content = processOf(
  section(
    'Brandschutz',
    paragraph('Sammelplatz ', textareaField('Sammelplatz')),
    paragraph(textareaField('Löscher')),
  ),
)
async function draft(name: string, shown = content): Promise<number> {
  const { doc_id } = (await call(cast.clara, 'POST', '/docs/', { name })) as { doc_id: number }
  await call(cast.clara, 'PATCH', `/docs/${doc_id}/`, { content: shown })
  return doc_id
}
/** A process for the group of four: Anna has finished, Bruno has begun. */
async function underWay(name: string): Promise<number> {
  const id = await publish(content, { name, due_on: '2027-12-24', ...onlyForGroups('Bühne') })
  await call(cast.anna, 'PATCH', `/docs/${id}/currentuserdata/`, {
    data: { Sammelplatz: 'Hof', Löscher: 'drei' },
  })
  await call(cast.bruno, 'PATCH', `/docs/${id}/currentuserdata/`, { data: { Sammelplatz: 'Hof' } })
  return id
}
const state = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Stand' }).getByRole('button', { name })
const person = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a process is published and seen who is missing within eight clicks, Enter in the search for groups does not publish it, and they are reminded with two more', async () => {
  const id = await draft('Brandschutz')
  for (let number = 1; number <= 9; number++)
    await call(cast.clara, 'PUT', `/groups/custom/${encodeURIComponent(`Lager ${number}`)}/`)
  const page = await as(cast.clara, `/ui/docs/${id}/edit`)
  let clicks = 0
  const press = async (role: 'link' | 'button', name: string) => {
    clicks++
    await page.getByRole(role, { name, exact: true }).click()
  }
  await press('button', 'Verteilen …')
  const dialog = page.getByRole('dialog', { name: 'Verteilen' })
  await dialog.getByText('Wählen Sie mindestens eine Gruppe.').waitFor()
  assert.equal(await dialog.getByLabel('Wiederholen').count(), 0)
  await press('button', 'Bühne')
  await dialog.getByText('Für 4 Personen bestimmt.').waitFor()
  // Enter in the search only searches.
  await dialog.getByRole('textbox', { name: 'Gruppen suchen' }).fill('Lager 9')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Bühne', exact: true }).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Lager 9' }).click()
  await press('button', 'Veröffentlichen')
  await page.getByText('Veröffentlicht für 4 Personen').waitFor()
  await press('button', 'Stand')
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
})

test('the list begins with who has not finished, a press adds or takes away a state, a name opens what that person has filled in, and who is ticked is reminded alone, once a day', async () => {
  const id = await underWay('Rüstplan')
  const page = await as(cast.clara, `/ui/docs/${id}/people`)
  await person(page, 'Castell, Bruno')
    .getByText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/)
    .waitFor()
  // It opens with those who have not finished.
  assert.equal(await person(page, 'Berger, Anna').count(), 0)
  await state(page, /^Angefangen 1$/).click()
  await page.waitForURL('**state=missing')
  await person(page, 'Castell, Bruno').waitFor({ state: 'detached' })
  await state(page, /^Angefangen 1$/).click()
  await state(page, /^Fertig 1$/).click()
  await person(page, 'Berger, Anna').waitFor()
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
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // Who is ticked is reminded alone, once a day, and it is said who was not and why.
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

  // Answers to former fields come last.
  await call(cast.clara, 'PATCH', `/docs/${id}/`, { content: processOf(paragraph(textareaField('Löscher'))) })
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
  await page.getByRole('button', { name: 'Verteilen …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verteilen' })
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
  await page.getByRole('button', { name: 'Verteilen …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verteilen' })
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
  await page.getByRole('button', { name: 'Verteilen …' }).click()
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
  await page.getByRole('link', { name: 'Stand' }).click()
  await person(page, 'Castell, Bruno').waitFor()
  // The window does not refetch by itself what it shows, so it misses this change.
  const shown = { public: false, groups: ['Technik'], due_on: '2027-12-31', notify: false }
  await call(cast.clara, 'POST', `/docs/${id}/publish/`, shown)
  await page.getByRole('button', { name: 'Verteilen …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verteilen' })
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

const stock = processOf(section('Kasse', paragraph(textareaField('Bestand'))))
async function published(name: string): Promise<number> {
  const id = await draft(name, stock)
  await call(cast.clara, 'POST', `/docs/${id}/publish/`, { public: false, groups: ['Bühne'], notify: false })
  return id
}
const today = Temporal.Now.plainDateISO('Europe/Berlin')
const german = (day: Temporal.PlainDate) => day.toString().split('-').toReversed().join('.')
const soon = german(today.add({ days: 40 }))

test('a process is repeated within five clicks, says so to all, and is switched off again; weeks are whole numbers, a round is due before the next one begins, and a day that has passed or is none is refused at its field', async () => {
  const id = await published('Kassenprüfung')
  const page = await as(cast.clara, `/ui/docs/${id}/show`)
  let clicks = 0
  const press = async (name: string) => {
    clicks++
    await page.getByRole('button', { name, exact: true }).click()
  }
  await press('Verteilen …')
  const dialog = page.getByRole('dialog', { name: 'Verteilen' })
  await dialog.getByLabel('Wiederholen').selectOption('Jeden Monat')
  await dialog.getByRole('textbox', { name: 'Erste neue Runde', exact: true }).fill(soon)
  await dialog.getByLabel('Frist nach Tagen').fill('7')
  await press('Speichern')
  await page.getByText(`Nächste Runde am ${soon} 08:00`).waitFor()
  assert.ok(clicks <= 5, `${clicks} clicks`)
  console.log(`repeat a process: ${clicks} clicks`)

  const bruno = await as(cast.bruno, '/ui/docs')
  await person(bruno, 'Kassenprüfung').getByText(`Nächste Runde am ${soon}`).waitFor()
  await bruno.goto(`/ui/docs/${id}/show`)
  await bruno.getByText(`Nächste Runde am ${soon}`).waitFor()

  const badge = page.locator('header').getByText(`Nächste Runde am ${soon}`, { exact: true })
  await badge.waitFor()
  await page.getByRole('button', { name: 'Verteilen …' }).click()
  await dialog.getByLabel('Wiederholen').selectOption('Nicht wiederholen')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Wird nicht mehr wiederholt').waitFor()
  await badge.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Verteilen …' }).click()
  const save = dialog.getByRole('button', { name: 'Speichern' })
  await dialog.getByLabel('Wiederholen').selectOption('Alle … Wochen')
  const weeks = dialog.getByLabel('Wochen bis zur nächsten Runde')
  const day = dialog.getByRole('textbox', { name: 'Erste neue Runde', exact: true })
  await day.fill(german(today.subtract({ days: 1 })))
  await weeks.fill('0')
  await dialog.getByText('Bitte geben Sie eine ganze Zahl von 1 bis 52 ein.').waitFor()
  await weeks.fill('1,5')
  await save.and(page.locator(':disabled')).waitFor()
  await weeks.fill('2')
  const due = dialog.getByLabel('Frist nach Tagen')
  await due.fill('14')
  await dialog.getByText(/höchstens 13: Die Frist muss enden, bevor die nächste Runde beginnt/).waitFor()
  await save.and(page.locator(':disabled')).waitFor()
  await due.fill('13')
  await save.click()
  await dialog.getByText('Die erste Runde liegt in der Vergangenheit.').waitFor()
  await day.fill('31.11.')
  await save.click()
  await dialog.getByText(/^Bitte ein gültiges Datum angeben/).waitFor()
  await day.fill(soon)
  await save.click()
  await page.getByText(`Nächste Runde am ${soon} 08:00`).waitFor()
})

test('when the next round begins, open screens are empty again, and the table of before is among the rounds', async () => {
  const id = await published('Monatskasse')
  const bruno = await as(cast.bruno, `/ui/docs/${id}/show`)
  const field = bruno.getByLabel('Bestand')
  await field.fill('250 Euro')
  await saved(bruno)
  const first = today.subtract({ days: 1 })
  await db
    .updateTable('docs')
    .set({
      repeats: JSON.stringify({
        unit: 'month',
        every: 1,
        first: `${first.toString()}T08:00`,
        due_days: 5,
        notify: true,
      }),
      next_round_at: new Date(Date.now() - 1_000),
    })
    .where('id', '=', id)
    .execute()
  await beginRounds(kontor.kontor)
  // A window focus refetches answers at once.
  await bruno.evaluate(() => dispatchEvent(new Event('focus')))
  await until(async () => (await field.inputValue()) === '', 'the answers of before still stand there')
  await bruno.reload()
  await bruno.getByText(`Nächste Runde am ${german(first.add({ months: 1 }))}`).waitFor()
  const page = await as(cast.clara, `/ui/docs/${id}/active`)
  const rounds = page.getByRole('table', { name: 'Frühere Runden' })
  await rounds.getByText('von selbst').waitFor()
  await rounds.getByRole('link', { name: /^Excel der Runde vom/ }).waitFor()
})

const counted = processOf(
  section(
    'Kasse',
    paragraph(numberField('Bestand')),
    paragraph(checkboxField('Gezählt')),
    paragraph(choiceField('Schicht', 'Früh', 'Spät')),
  ),
)
async function afterOneRound(name: string): Promise<number> {
  const doc_id = await publish(counted, { name })
  const path = `/docs/${doc_id}/`
  const enter = (person: typeof cast.anna, Bestand: number, isTicked: boolean) =>
    call(person, 'PATCH', `${path}currentuserdata/`, {
      data: { Bestand, Gezählt: isTicked ? 'Bestätigt' : null },
    })
  await enter(cast.anna, 100, true)
  await enter(cast.bruno, 300, true)
  await call(cast.clara, 'POST', `${path}userdata/reset/`)
  await enter(cast.anna, 120, true)
  await enter(cast.bruno, 80, false)
  await call(cast.anna, 'PATCH', `${path}currentuserdata/`, { data: { Schicht: 'Spät' } })
  return doc_id
}

test('one press shows ticks, numbers and how they went from round to round, each with its table', async () => {
  const id = await afterOneRound('Kassenprüfung')
  const page = await as(cast.clara, `/ui/docs/${id}/people`)
  await page.getByRole('button', { name: 'Diagramme' }).click()
  const rows = (name: RegExp) => page.getByRole('table', { name }).getByRole('row')
  await rows(/^Häkchen/)
    .getByText('1 von 2')
    .waitFor()
  await page.getByText('2 Angaben von 80 bis 120, im Mittel 100.').waitFor()
  const spread = await rows(/^Bestand\s*2 Angaben/).allInnerTexts()
  assert.match(String(spread[1]), /^80 bis unter 85\s+1/)
  assert.match(String(spread.at(-1)), /^115 bis 120\s+1/)
  assert.deepEqual(
    (await rows(/^Schicht/).allInnerTexts()).slice(1).map((text) => text.trim().split(/\s+/).join(' ')),
    ['Früh 0 von 1', 'Spät 1 von 1'],
  )
  const course = rows(/^Bestand: von Runde zu Runde/)
  assert.deepEqual(
    (await course.allInnerTexts()).map((text) => text.trim().split(/\s+/).at(-1)),
    ['Mittel', '200', '100'],
  )
  const ticked = await rows(/^Gezählt: von Runde zu Runde/).allInnerTexts()
  assert.match(String(ticked[1]), /2 von 2/)
  assert.match(String(ticked[2]), /1 von 2/)
})

const firstContent = processOf(
  section(
    'Kasse',
    paragraph('Bestand: ', numberField('Bestand')),
    paragraph('Am Ende zählen zwei Personen.'),
  ),
  section(
    'Saal',
    paragraph('Alle Türen sind zu.'),
    bullets('Licht aus', 'Fenster zu', 'Bühne gefegt', 'Notausgänge frei'),
  ),
  section('Notiz', paragraph(textareaField('Notiz'))),
)
const secondContent = processOf(
  section(
    'Saal',
    paragraph('Alle Türen sind zu.'),
    bullets('Licht aus', 'Fenster zu', 'Bühne gefegt', 'Notausgänge frei'),
  ),
  section('Kasse', paragraph('Bestand: ', numberField('Betrag')), paragraph('Am Ende zählen drei Personen.')),
  section('Schicht', paragraph(choiceField('Schicht', 'Früh', 'Spät'))),
)

/** A process with an answer of Anna's, saved twice. */
async function savedTwice(name: string): Promise<number> {
  const doc_id = await publish(firstContent, { name })
  await call(cast.anna, 'PATCH', `/docs/${doc_id}/currentuserdata/`, {
    data: { Bestand: 120, Notiz: 'alles gut' },
  })
  await call(cast.clara, 'PATCH', `/docs/${doc_id}/`, {
    content: secondContent,
    renames: { Bestand: 'Betrag' },
  })
  return doc_id
}
const answers = async (doc_id: number) =>
  ((await call(cast.anna, 'GET', `/docs/${doc_id}/currentuserdata/`)) as { data: object }).data
const versions = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Clara' })
/** The one that was saved with the first content. */
const older = (page: Page) => versions(page).nth(1)

test('an older version gets a name and is found by it, is read and compared, and brought back with its answers; one press takes that back', async () => {
  const id = await savedTwice('Abschluss')
  const page = await as(cast.clara, `/ui/docs/${id}/show`)
  await page.getByRole('button', { name: 'Aktionen für Abschluss' }).click()
  await page.getByRole('menuitem', { name: 'Fassungen' }).click()
  await versions(page).first().getByText('Jetziger Stand').waitFor()
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
  await versions(page).nth(1).waitFor({ state: 'detached' })
  assert.equal(await versions(page).count(), 1)
  await page.getByRole('checkbox', { name: 'Nur mit Namen' }).uncheck()
  await act('Namen entfernen')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click()
  await page.getByText('Nach der Prüfung', { exact: true }).waitFor({ state: 'detached' })
  await act('Was sich geändert hat')
  await page.getByText('„Notiz“ hinzugefügt (Text)').waitFor()
  await page.goBack()

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
  await versions(page).first().getByText('wiederhergestellt: Stand vom').waitFor()
  assert.deepEqual(await answers(id), { Bestand: 120, Notiz: 'alles gut' })
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await page.getByText('Rückgängig gemacht').waitFor()
  assert.deepEqual(await answers(id), { Betrag: 120, Notiz: 'alles gut' })
})

test('somebody who has saved meanwhile is not overwritten by bringing a version back; whose answer is lost may press again, and is told of nobody else', async () => {
  const id = await savedTwice('Zu zweit')
  const page = await as(cast.clara, `/ui/docs/${id}/versions`)
  await older(page)
    .getByRole('button', { name: /^Aktionen/ })
    .click()
  await page.getByRole('menuitem', { name: 'Wiederherstellen' }).click()
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  const known = await versions(page).count()
  await call(cast.clara, 'PATCH', `/docs/${id}/`, { content: processOf(paragraph('Neu')) })
  await question.getByRole('button', { name: 'Wiederherstellen' }).click()
  await question.getByText('Der Prozess wurde inzwischen von jemand anderem gespeichert.').waitFor()
  // After cancelling, the list shows the other save: asking again needs no warning.
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await versions(page).nth(known).waitFor()
  await older(page)
    .getByRole('button', { name: /^Aktionen/ })
    .click()
  await page.getByRole('menuitem', { name: 'Wiederherstellen' }).click()
  await question.getByRole('button', { name: 'Wiederherstellen' }).click()
  await page.getByText('Fassung wiederhergestellt').waitFor()

  const other = await savedTwice('Über ein schlechtes Netz')
  await page.goto(`/ui/docs/${other}/versions`)
  await older(page)
    .getByRole('button', { name: /^Aktionen/ })
    .click()
  await page.getByRole('menuitem', { name: 'Wiederherstellen' }).click()
  await page.route('**/restore/', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await question.getByRole('button', { name: 'Wiederherstellen' }).click()
  await question.getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  await endRoute(page, '**/restore/')
  await question.getByRole('button', { name: 'Wiederherstellen' }).click()
  await page.getByText('Fassung wiederhergestellt').waitFor()
  await page.getByText('wiederhergestellt: Stand vom').first().waitFor()
  assert.equal(await page.getByText('wiederhergestellt: Stand vom').count(), 1)
  assert.deepEqual(await answers(other), { Bestand: 120, Notiz: 'alles gut' })
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await page.getByText('Rückgängig gemacht').waitFor()
  assert.deepEqual(await answers(other), { Betrag: 120, Notiz: 'alles gut' })
})
