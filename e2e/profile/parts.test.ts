import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { phone, setStage } from '../stage.ts'

const { as } = await setStage()

test('whoever is led to a part of the profile arrives there, though it comes after the head', async () => {
  const page = await as(cast.clara, '/ui/profile#darstellung', phone)
  const heading = page.getByRole('heading', { name: 'Darstellung' })
  await until(() => heading.evaluate((it) => it === document.activeElement), 'the keyboard goes on there')
  await until(async () => ((await heading.boundingBox())?.y ?? 844) < 420, 'it is in the upper half')
  // And back to what always stands.
  await page.getByRole('link', { name: 'Passwort ändern' }).click()
  await until(
    async () => ((await page.getByRole('heading', { name: 'Passwort ändern' }).boundingBox())?.y ?? -1) >= 0,
    'it is in sight',
  )
  assert.equal(new URL(page.url()).hash, '#passwort')
})
