import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { devices, setStage } from '../stage.ts'
import { pick } from '../steps.ts'

const { as, idOf } = await setStage()

for (const { device, options } of devices)
  test(`one person’s page says what they belong to and what they have to do, ${device}`, async () => {
    const page = await as(cast.clara, '/ui/users?filter=anna', options)
    await pick(page, 'Anna Berger', 'Übersicht')
    await page.getByRole('heading', { name: 'Anna Berger' }).waitFor()
    assert.match(page.url(), new RegExp(`/ui/users/${await idOf(cast.anna)}/person$`))
    const part = (name: string) => page.getByRole('region', { name, exact: true })
    await part('Gruppen').getByText('aus der Planung').first().waitFor()
    await part('Prozesse')
      .getByText(/Fehlt|Angefangen|Fertig/)
      .first()
      .waitFor()
    await part('Angemeldet auf')
      .getByText(/Nirgends angemeldet|seit/)
      .first()
      .waitFor()
    await part('Was mit dem Konto geschah').getByRole('link', { name: 'Im Protokoll' }).waitFor()
    await expectAccessibleInBothSchemes(page)
    await part('Was mit dem Konto geschah').getByRole('link', { name: 'Im Protokoll' }).click()
    await page.getByRole('heading', { name: 'Protokoll' }).waitFor()
  })

test('a person’s page is for administrators alone', async () => {
  const page = await as(cast.anna, `/ui/users/${await idOf(cast.bruno)}/person`)
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
})
