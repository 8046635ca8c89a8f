import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noHappeningTexts } from '#contract/words/happening-texts.ts'
import { cast } from '#demo/cast.ts'
import { expectAccessible } from '../accessible.ts'
import { day, german, setHappeningsStage } from './happenings-stage.ts'

const { as, planner } = await setHappeningsStage()

const planned = (id: string, name: string, days: number) => ({
  id,
  name,
  ...noHappeningTexts,
  type: 'Abgleich',
  date: day(days),
  subhappenings: [],
})

test('a sync explains a wrong window, is looked at first, then done, and its report stays', async () => {
  planner.happenings = [planned('S1', 'Neu im Plan', 0), planned('S2', 'Später im Plan', 12)]
  const page = await as(cast.clara, '/ui/happenings?type=Abgleich')
  await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).click()
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  const start = dialog.getByLabel('Startdatum', { exact: true })
  const end = dialog.getByLabel('Enddatum', { exact: true })
  const go = dialog.getByRole('button', { name: 'Abgleichen' })
  const preview = dialog.getByRole('region', { name: 'Vorschau' })
  const type = async (field: typeof start, text: string) => {
    await field.fill(text)
    await page.keyboard.press('Enter')
  }
  await dialog.getByText('höchstens 7 Tage je Abgleich').waitFor()
  await dialog.getByText('Es gab noch keinen.').waitFor()
  assert.deepEqual([await start.inputValue(), await end.inputValue()], [german(0), german(7)])
  await preview.getByText(`Neu im Plan (${german(0)})`).waitFor()
  // In use here, and not in the planner: left alone, and named.
  await preview.getByText(`Nordlicht-Gala (${german(0)})`).waitFor()
  await expectAccessible(page)

  for (const [typed, sentence] of [
    ['', 'Bitte ein Start- und Enddatum angeben.'],
    [german(-1), 'Das Startdatum muss vor dem Enddatum liegen.'],
    [german(14), 'Der Zeitraum muss kleiner als 14 Tage sein.'],
  ] as const) {
    await type(end, typed)
    await dialog.getByText(sentence).waitFor()
    assert.equal(await go.isDisabled(), true)
  }
  await type(end, '31.02.2026')
  await dialog.getByText('Bitte ein gültiges Datum angeben').waitFor()
  assert.equal(await dialog.getByText('Bitte ein Start- und Enddatum angeben.').count(), 0)
  assert.equal(await go.isDisabled(), true)
  await type(end, german(13))
  await preview.getByText(`Später im Plan (${german(12)})`).waitFor()
  await type(end, german(7))
  await go.click()
  await dialog.getByText(/Abgleich fertig: 1 neu/).waitFor()
  await dialog.getByText(/\(Aktiv\): Nordlicht-Gala/).waitFor()
  await dialog.getByRole('button', { name: 'Nächster Zeitraum' }).click()
  assert.equal(await start.inputValue(), german(8))
  await preview.getByText(`Später im Plan (${german(12)})`).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: 'Neu im Plan' }).getByText('Entwurf').waitFor()
  await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).click()
  await dialog.getByText(/Abgleich fertig: 1 neu/).waitFor()
})

test('a sync that cannot start says so, and one that runs is found again after a reload', async () => {
  planner.happenings = [planned('S3', 'Langsam im Plan', 1)]
  const page = await as(cast.clara, '/ui/happenings/sync')
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  const go = dialog.getByRole('button', { name: 'Abgleichen' })
  await dialog.getByText('Langsam im Plan').waitFor()
  await page.route('**/happenings/sync/', (route) =>
    route.fulfill({ status: 503, json: { success: false, details: 'Der Server wird gerade beendet.' } }),
  )
  await go.click()
  await dialog.getByText('Fehler beim Starten der Synchronisation. Der Server wird gerade beendet.').waitFor()
  await page.unroute('**/happenings/sync/')
  let answer = () => {}
  planner.fault = (response, text) => {
    answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }
  await go.click()
  await dialog.getByText('Der Abgleich läuft …').waitFor()
  await page.reload()
  await dialog.getByText('Der Abgleich läuft …').waitFor()
  planner.fault = undefined
  answer()
  await dialog.getByText(/Abgleich fertig: .*1 neu/).waitFor()
})
