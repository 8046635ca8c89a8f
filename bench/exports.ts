// R12: what a PDF costs, and what others notice of it; a browser that prints the same document is the floor,
// WeasyPrint a peer. R11 is excel.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tree } from '#contract/document/tree.ts'
import { launch } from '#e2e/browser.ts'
import { startKontor } from '#e2e/kontor.ts'
import type { Figure } from '#measure/figures.ts'
import { htmlOf, processDocument } from '#measure/process-document.ts'
import { inPairs, median, percentile, timeOf } from '#measure/statistics.ts'
import { Exports } from '#server/exports/exports.ts'
import { excelCost } from './excel.ts'
import { missing } from './peers/debian.ts'
import { startPython } from './peers/python.ts'
import type { Effort } from './read-ratio.ts'

const sizes = [
  { pages: 14, sections: 21, goal: 300 },
  { pages: 200, sections: 300 },
]
const WEASYPRINT = ['weasyprint']
const timeZone = 'Europe/Berlin'

export async function exportsCost(effort: Effort): Promise<Figure[]> {
  return [
    ...(await pdfs(effort)),
    ...(await besideWeasyPrint(effort)),
    ...(await others()),
    ...(await excelCost(effort)),
  ]
}

const printOf = (exports: Exports, id: number, content: Tree) =>
  exports.documentPdf(
    { id },
    { title: 'Prozess', as_of: new Date(0), content, answers: {}, image: () => undefined },
  )

async function pdfs({ pairs }: Effort): Promise<Figure[]> {
  const figures: Figure[] = []
  const browser = await launch().catch((error: unknown) => {
    console.error(`R12 without its floor: there is no browser here (${String(error)})`)
    return undefined
  })
  const page = await browser?.newPage()
  const exports = new Exports({ timeZone })
  try {
    for (const { pages, sections, goal } of sizes) {
      const content = processDocument(sections)
      const html = htmlOf(content)
      const product = () => timeOf(() => printOf(exports, 1, content))
      const baseline =
        page &&
        (() =>
          timeOf(async () => {
            await page.setContent(html)
            await page.pdf({ format: 'A4', tagged: true, outline: true })
          }))
      const cold = await timeOf(async () => {
        const fresh = new Exports({ timeZone })
        await printOf(fresh, 1, content)
        await fresh.close()
      })
      figures.push({ figure: `R12 PDF of ${pages} pages, first of a child`, value: cold, unit: 'ms', n: 1 })
      await product()
      await baseline?.()
      const turns = pages > 100 ? Math.min(pairs, 4) : pairs
      const figure = `R12 PDF of ${pages} pages, warm`
      if (baseline)
        figures.push({ figure, unit: 'ms', goal: 0.8, ...(await inPairs(turns, product, baseline)) })
      const times = await Array.fromAsync({ length: turns }, product)
      figures.push({
        figure: `${figure}, alone`,
        value: median(times),
        unit: 'ms',
        n: turns,
        ...(goal && { goal }),
      })
    }
    return figures
  } finally {
    await exports.close()
    await browser?.close()
  }
}

async function besideWeasyPrint({ pairs }: Effort): Promise<Figure[]> {
  const absent = missing('R12 beside WeasyPrint', WEASYPRINT)
  if (absent) return [absent]
  const figures: Figure[] = []
  const exports = new Exports({ timeZone })
  const peer = await startPython(new URL('peers/weasyprint-pdf.py', import.meta.url))
  try {
    for (const { pages, sections } of sizes) {
      const content = processDocument(sections)
      const html = htmlOf(content)
      const product = () => timeOf(() => printOf(exports, 1, content))
      const theirs = () => timeOf(() => peer.order({ html }))
      await product()
      // It takes half a minute for 200 pages.
      if (pages < 100) await theirs()
      const compared = await inPairs(pages < 100 ? pairs : 2, product, theirs)
      figures.push({ figure: `R12 PDF of ${pages} pages, warm, to WeasyPrint`, unit: 'ms', ...compared })
    }
    return figures
  } finally {
    await peer.stop()
    await exports.close()
  }
}

/** How long others wait for a cheap answer, quiet and while ten people print 200 pages. */
async function others(): Promise<Figure[]> {
  const kontor = await startKontor()
  const { exports } = kontor.kontor
  const content = processDocument(300)
  const ask = () => timeOf(async () => (await fetch(`${kontor.url}/health/live`)).arrayBuffer())
  const waits = async (isOver: () => boolean) => {
    const times: number[] = []
    while (!isOver()) {
      times.push(await ask())
      await sleep(5)
    }
    return times
  }
  try {
    const end = performance.now() + 6_000
    await printOf(exports, 1, processDocument(1))
    const quiet = percentile(await waits(() => performance.now() > end), 0.99)
    let left = 10
    const printed = Array.from({ length: left }, async (_, id) => {
      await printOf(exports, id, content)
      left--
    })
    const busy = await waits(() => left === 0)
    await Promise.all(printed)
    const value = percentile(busy, 0.99)
    return [
      {
        figure: 'R12 p99 of another request during ten PDFs',
        value,
        unit: 'ms',
        baseline: quiet,
        ratio: value / quiet,
        n: busy.length,
        goal: 1.5,
      },
    ]
  } finally {
    await kontor.stop()
  }
}
