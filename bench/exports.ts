// R12: what PDF and Excel cost, and what others notice of it; a browser that prints the same document is the floor.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tree } from '#contract/document/tree.ts'
import { launch } from '#e2e/browser.ts'
import { startKontor } from '#e2e/kontor.ts'
import type { Figure } from '#measure/figures.ts'
import { collectGarbage } from '#measure/garbage.ts'
import { htmlOf, processDocument } from '#measure/process-document.ts'
import { privateOf, treeOf } from '#measure/processes.ts'
import { inPairs, median, percentile, timeOf } from '#measure/statistics.ts'
import type { ColumnType } from '#server/exports/excel/input.ts'
import { Exports } from '#server/exports/exports.ts'
import type { Effort } from './read-ratio.ts'

const sizes = [
  { pages: 14, sections: 21, goal: 300 },
  { pages: 200, sections: 300 },
]
const ROWS = 100_000
const timeZone = 'Europe/Berlin'

export async function exportsCost(effort: Effort): Promise<Figure[]> {
  return [...(await pdfs(effort)), ...(await others()), ...(await excel())]
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

const types: ColumnType[] = [
  'text',
  'text',
  'date',
  'time',
  'time',
  'duration',
  'text',
  'general',
  'datetime',
  'number',
]

/** Rows as a timesheet has them, made while they are asked for. */
async function* timesheet() {
  for (let row = 0; row < ROWS; row++) {
    const minute = String(row % 60).padStart(2, '0')
    yield [
      `Nachname ${row % 3_000}, Vorname`,
      `P${row}`,
      '2026-11-21',
      `08:${minute}`,
      `17:${minute}`,
      480 + (row % 60),
      'Aufbau & Technik',
      row % 7 ? row : 'frei',
      `2026-11-21T12:${minute}`,
      row / 4,
    ]
  }
}

async function excel(): Promise<Figure[]> {
  const exports = new Exports({ timeZone })
  const columns = types.map((type, index) => ({ name: `Spalte ${index}`, type }))
  const sheetOf = (rows: Iterable<string[]> | AsyncIterable<unknown[]>) =>
    [{ name: 'Zeiten', columns, rows }] as Parameters<Exports['excel']>[1]
  const readAll = async (rows: Parameters<typeof sheetOf>[0]) => {
    for await (const piece of await exports.excel({ id: 1 }, sheetOf(rows))) void piece
  }
  // The process that starts children is there as long as the server is, and what a child has compiled lies on the disk.
  await readAll([])
  await collectGarbage()
  const before = treeOf(process.pid)
    .map(privateOf)
    .reduce((sum, size) => sum + size, 0)
  let extra = 0
  let lag = 0
  let last = performance.now()
  const watch = setInterval(() => {
    const now = performance.now()
    lag = Math.max(lag, now - last - 20)
    last = now
  }, 20)
  // To look at the memory takes a while itself.
  const look = setInterval(() => {
    const all = treeOf(process.pid).map(privateOf)
    extra = Math.max(extra, all.reduce((sum, size) => sum + size, 0) - before)
    last = performance.now()
  }, 250)
  const ms = await timeOf(() => readAll(timesheet()))
  clearInterval(watch)
  clearInterval(look)
  await exports.close()
  return [
    { figure: 'Excel of 100,000 x 10 cells', value: ms, unit: 'ms', n: 1 },
    { figure: 'Excel of 100,000 x 10, memory of server and child', value: extra, unit: 'MB', n: 1, goal: 24 },
    { figure: 'Excel of 100,000 x 10, longest stop of the server', value: lag, unit: 'ms', n: 1, goal: 50 },
  ]
}
