// First visits: what a browser with an empty cache loads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Response } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { setStage } from '../stage.ts'

const { as } = await setStage()

const REQUESTS = 25
const KB = 1_000
const budgets = [
  ['a list', '/ui/docs', 155 * KB],
  ['a document', '/ui/docs/1/show', 155 * KB],
  ['the editor', '/ui/docs/1/edit', 235 * KB],
] as const

for (const [screen, address, budget] of budgets)
  test(`the first visit of ${screen} stays within its budget of script and requests`, async () => {
    const responses: Response[] = []
    const page = await as(cast.clara, address, {
      prepare: (context) => void context.on('response', (response) => responses.push(response)),
    })
    await page.locator('main h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    const urls = responses.map((response) => response.url())
    assert.ok(urls.length <= REQUESTS, urls.join('\n'))
    const scripts = responses.filter((response) => response.url().endsWith('.js'))
    assert.ok(scripts.length > 0)
    const sizes = await Promise.all(scripts.map((script) => script.request().sizes()))
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
    assert.ok(bytes <= budget, `${bytes} bytes of script`)
  })
