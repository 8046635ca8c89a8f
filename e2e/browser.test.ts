import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launch } from './browser.ts'

test('the browser shows umlauts, speaks German and reaches no other machine', async () => {
  const browser = await launch()
  try {
    const page = await browser.newPage({ locale: 'de-DE' })
    await page.setContent('<span id="a">Ä</span><br><span id="b">ÄÄÄÄ</span>')
    const width = (id: string) =>
      page.locator(`#${id}`).evaluate((element) => element.getBoundingClientRect().width)
    assert.ok((await width('a')) > 5, 'no font')
    assert.ok((await width('b')) > 3 * (await width('a')))
    assert.equal(await page.evaluate(() => navigator.language), 'de-DE')
    await assert.rejects(page.goto('http://kontor.example/'), /ERR_NAME_NOT_RESOLVED/)
  } finally {
    await browser.close()
  }
})
