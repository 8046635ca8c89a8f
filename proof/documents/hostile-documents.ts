// Renders hostile documents in a real browser, without the Content-Security-Policy: no script may run.
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { launch } from '#e2e/browser.ts'
import { startKontor } from '#e2e/kontor.ts'
import { logIn } from '#e2e/log-in.ts'
import { hostileTrees } from './hostile-trees.ts'

const DOCUMENTS_AT_ONCE = 100
const DOC = 7

export async function showHostile(
  count: number,
  seed: number,
  onProgress: (line: string) => void = () => {},
): Promise<number> {
  const kontor = await startKontor()
  const browser = await launch()
  try {
    // The renderer must be safe on its own: the policy would hide its faults.
    const page = await browser.newPage({ baseURL: kontor.url, bypassCSP: true, serviceWorkers: 'block' })
    await page.addInitScript('globalThis.hurts = 0; globalThis.hurt = () => { hurts++ }')
    await logIn(page.request, cast.anna)
    for (let shown = 0; shown < count; shown += DOCUMENTS_AT_ONCE) {
      const trees = hostileTrees(Math.min(DOCUMENTS_AT_ONCE, count - shown), seed + shown)
      await show(page, trees)
      const faults = await page.evaluate<string[]>(lookForFaults)
      if (faults.length > 0) throw new Error(`seed ${seed + shown}: ${faults.join('\n')}`)
      if (shown % 1_000 === 0) onProgress(`${shown + trees.length} hostile trees shown`)
    }
    return count
  } finally {
    await browser.close()
    await kontor.stop()
  }
}

/** The last line is harmless. Once it is visible, all trees before it have been rendered. */
async function show(page: Page, trees: unknown[]) {
  const last = { type: 'paragraph', content: [{ type: 'text', text: 'Ende der Vorstellung' }] }
  await page.unrouteAll()
  await page.route(`**/docs/${DOC}/`, (route) =>
    route.fulfill({
      json: {
        id: DOC,
        name: 'Ein feindlicher Prozess',
        content: { type: 'process', content: [...trees, last] },
        status: 'Aktiv',
        last_update: '2026-11-21T08:00:00.000Z',
        version: 1,
        can: { fill: true, administer: false },
      },
    }),
  )
  await page.route(`**/docs/${DOC}/currentuserdata/`, (route) =>
    route.fulfill({ json: { data: { constructor: '<script>hurt()</script>', Text: 'x' } } }),
  )
  await page.goto(`/ui/docs/${DOC}/show`)
  await page.getByText('Ende der Vorstellung').waitFor()
}

/**
 * Clicks everything once. Links with safe protocols are not followed; all others are, so that their script
 * would run.
 */
const lookForFaults = `(async () => {
  const safe = ['http:', 'https:', 'mailto:', 'tel:']
  const faults = []
  addEventListener('click', (event) => {
    const link = event.target.closest?.('a')
    if (link && safe.includes(link.protocol)) event.preventDefault()
  }, true)
  const page = document.querySelector('article')
  for (const element of page.querySelectorAll('script, iframe, object, embed, base, meta, form, link'))
    faults.push('a ' + element.localName)
  for (const element of page.querySelectorAll('*')) {
    for (const { name } of element.attributes) if (/^on|^srcdoc$|^srcset$/i.test(name)) faults.push('attribute ' + name)
    if (/url\\(|expression/i.test(element.getAttribute('style') ?? '')) faults.push('style ' + element.getAttribute('style'))
  }
  for (const link of page.querySelectorAll('a')) {
    if (!safe.includes(link.protocol)) faults.push('link ' + link.href)
    if (link.target && !link.rel.includes('noopener')) faults.push('opener ' + link.href)
  }
  for (const image of page.querySelectorAll('img'))
    if (!/^(https:|data:image\\/(png|jpeg|webp|gif);)/.test(image.src)) faults.push('image ' + image.src)
  for (const element of page.querySelectorAll('a, button:not([aria-expanded], [download])')) {
    element.click()
    element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
  }
  await new Promise((resolve) => setTimeout(resolve, 50))
  if (hurts > 0) faults.push(hurts + ' scripts ran')
  if (Object.prototype.toString.call({}) !== '[object Object]' || {}.type !== undefined) faults.push('prototype')
  return faults
})()`
