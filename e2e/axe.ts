// The findings of axe-core on a page, by the rules of WCAG 2.0 to 2.2, levels A and AA.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

type Axe = { run(within: string, options: RunOptions): Promise<AxeResults> }

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WHOLE: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}
/** Rules of axe about colours. */
const COLOURS: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
}
export type Look = 'whole' | 'colours'

/** A line per finding; none on a good page. `within`: a selector, or the whole page. */
export async function findings(
  page: Page,
  { within = 'html', look = 'whole' }: { within?: string; look?: Look } = {},
): Promise<string[]> {
  // Half a megabyte of script: once for each page is enough.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source)
  await atRest(page)
  const results = await page.evaluate(
    ([within, options]) => (globalThis as unknown as { axe: Axe }).axe.run(within, options),
    [within, look === 'whole' ? WHOLE : COLOURS] as const,
  )
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}

/**
 * Finishes running transitions, because axe would judge colours in between. Endless and scroll-driven
 * animations stay as they are.
 */
async function atRest(page: Page) {
  await page.evaluate(() => {
    for (const one of document.getAnimations())
      if (
        one.timeline === document.timeline &&
        one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
      )
        one.finish()
  })
}
