// Printing while a dialog is open.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { setStage } from './stage.ts'

const { as } = await setStage()

test('a dialog is printed alone, and whole: a long one goes on where a sheet ends', async () => {
  const page = await as(cast.clara, '/ui/users/create')
  const countSheets = async () =>
    (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  const body = page.getByRole('dialog').locator('[data-body]')
  await body.waitFor()
  assert.equal(await countSheets(), 1)
  const height = await body.evaluate((element) => {
    for (let line = 1; line <= 200; line++) {
      const words = document.createElement('p')
      words.textContent = `Zeile ${line}`
      element.append(words)
    }
    return element.scrollHeight
  })
  // An A4 sheet without an edge has 1,122 pixels.
  const needed = Math.ceil(height / 1_122)
  const sheets = await countSheets()
  assert.ok(needed > 3 && [needed, needed + 1].includes(sheets), `${sheets} sheets for ${height} pixels`)
})
