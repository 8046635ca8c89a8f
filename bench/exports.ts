// B5: the time for a PDF, against a browser that prints the same document, and how much it slows down other
// requests. Excel is measured in excel.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tree } from '#contract/document/tree.ts'
import { launch } from '#e2e/browser.ts'
import { startKontor } from '#e2e/kontor.ts'
import type { Figure } from '#measure/figures.ts'
import { htmlOf, processDocument } from '#measure/process-document.ts'
import { inPairs, median, percentile, timeOf } from '#measure/statistics.ts'
import { Exports } from '#server/exports/exports.ts'
import { excelCost, writeWorkbook } from './excel.ts'
import type { Effort } from './product.ts'

const PAGES = 14
const SECTIONS = 21
const PDF_MS = 100
const timeZone = 'Europe/Berlin'

export async function exportsCost(effort: Effort): Promise<Figure[]> {
  return [...(await pdfs(effort)), ...(await others()), ...(await excelCost(effort))]
}

const printOf = (exports: Exports, id: number, content: Tree) =>
  exports.documentPdf(
    { id },
    { title: 'Prozess', as_of: new Date(0), content, answers: {}, image: () => undefined },
  )

async function pdfs({ pairs }: Effort): Promise<Figure[]> {
  const browser = await launch()
  const exports = new Exports({ timeZone })
  try {
    const page = await browser.newPage()
    const content = processDocument(SECTIONS)
    const html = htmlOf(content)
    const product = () => timeOf(() => printOf(exports, 1, content))
    const baseline = () =>
      timeOf(async () => {
        await page.setContent(html)
        await page.pdf({ format: 'A4', tagged: true, outline: true })
      })
    await product()
    await baseline()
    const figure = `B5 PDF of ${PAGES} pages, warm`
    const compared = await inPairs(pairs, product, baseline)
    const times = await Array.fromAsync({ length: pairs }, product)
    return [
      { figure: `${figure}, to Chromium`, unit: 'ms', ...compared },
      { figure, value: median(times), unit: 'ms', n: pairs, goal: PDF_MS },
    ]
  } finally {
    await exports.close()
    await browser.close()
  }
}

/** Latency of a cheap request: on an idle server, and while files are made for ten people. */
async function others(): Promise<Figure[]> {
  const kontor = await startKontor()
  const { exports } = kontor.kontor
  const content = processDocument(300)
  const ask = () => timeOf(async () => (await fetch(`${kontor.url}/health/live`)).arrayBuffer())
  const p99Until = async (end: Promise<unknown>) => {
    const times: number[] = []
    const over = new AbortController()
    const ended = end.finally(() => over.abort())
    while (!over.signal.aborted) {
      times.push(await ask())
      await sleep(5)
    }
    await ended
    return { value: percentile(times, 0.99), n: times.length }
  }
  const tenTimes = (make: (id: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: 10 }, (_, id) => make(id)))
  try {
    await printOf(exports, 1, processDocument(1))
    const quiet = await p99Until(sleep(6_000))
    const figures: Figure[] = []
    for (const [name, make] of [
      ['ten PDFs', (id: number) => printOf(exports, id, content)],
      ['ten workbooks', (id: number) => writeWorkbook(exports, id)],
    ] as const) {
      const busy = await p99Until(tenTimes(make))
      figures.push({
        figure: `B5 p99 of another request during ${name}`,
        unit: 'ms',
        ...busy,
        baseline: quiet.value,
        ratio: busy.value / quiet.value,
        goal: 1.5,
      })
    }
    return figures
  } finally {
    await kontor.stop()
  }
}
