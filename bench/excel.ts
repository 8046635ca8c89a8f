// R11: a workbook of a million cells, its memory and what the server notices of it; beside the bare bytes of its
// sheet, and beside XlsxWriter, which is made for large ones.
import { startHelper } from '#measure/child.ts'
import type { Figure } from '#measure/figures.ts'
import { collectGarbage } from '#measure/garbage.ts'
import { privateOf, treeOf } from '#measure/processes.ts'
import { inPairs, timeOf } from '#measure/statistics.ts'
import type { Row } from '#server/exports/excel/input.ts'
import { columnLetters } from '#server/exports/excel/worksheet.ts'
import { Exports } from '#server/exports/exports.ts'
import type { BareSheet } from './bare-sheet.ts'
import { missing } from './peers/debian.ts'
import { startPython } from './peers/python.ts'
import type { Effort } from './read-ratio.ts'
import { sheetIn } from './sheet-in.ts'
import { columns, ROWS, timesheet, types } from './timesheet-rows.ts'

const figure = 'R11 Excel of 100,000 x 10 cells'
const PACKAGES = ['python3-xlsxwriter']
/** As hard as the product packs (server/exports/excel/zip.ts). */
const LEVEL = 4

export async function excelCost({ pairs }: Effort): Promise<Figure[]> {
  const exports = new Exports({ timeZone: 'Europe/Berlin' })
  const begin = (rows: Iterable<Row> | AsyncIterable<Row>) =>
    exports.excel({ id: 1 }, [{ name: 'Zeiten', columns, rows }])
  const product = () =>
    timeOf(async () => {
      for await (const piece of await begin(timesheet())) void piece
    })
  // The process that starts children is there as long as the server is, and what a child has compiled lies on the disk.
  for await (const piece of await begin([])) void piece
  const turns = Math.min(pairs, 6)
  const seen = await noticed(turns, product)
  const floor = await startHelper(new URL('bare-sheet.ts', import.meta.url))
  try {
    const sheet = sheetIn(Buffer.concat(await Array.fromAsync(await begin(timesheet()))))
    const order = bareOrder(sheet)
    if ((await floor.order<number>(order)) !== sheet.sum) throw new Error('the floor packs other bytes')
    const bare = () => timeOf(() => floor.order(order))
    return [
      { figure, unit: 'ms', goal: 1.5, ...(await inPairs(turns, product, bare)) },
      ...seen,
      ...(await besideXlsxWriter(turns, product)),
    ]
  } finally {
    await floor.stop()
    await exports.close()
  }
}

/**
 * What the server has of it: the memory of itself and the child, and how long nothing else went on. The first export
 * has the server read and compile what the others find.
 */
async function noticed(turns: number, write: () => Promise<unknown>): Promise<Figure[]> {
  const memory: number[] = []
  let lag = 0
  for (let turn = 0; turn <= turns; turn++) {
    await collectGarbage()
    let last = performance.now()
    const watch = setInterval(() => {
      const now = performance.now()
      lag = Math.max(lag, now - last - 20)
      last = now
    }, 20)
    // To look at the memory takes a while itself.
    memory.push(await memoryDuring(process.pid, write, { looked: () => (last = performance.now()) }))
    clearInterval(watch)
  }
  const [first = 0, ...later] = memory
  return [
    { figure: `${figure}, memory of server and child, first`, value: first, unit: 'MB', n: 1, goal: 24 },
    {
      figure: `${figure}, memory of server and child`,
      value: Math.max(...later),
      unit: 'MB',
      n: turns,
      goal: 24,
    },
    { figure: `${figure}, longest stop of the server`, value: lag, unit: 'ms', n: turns + 1, goal: 50 },
  ]
}

async function besideXlsxWriter(turns: number, product: () => Promise<number>): Promise<Figure[]> {
  const absent = missing('R11 beside XlsxWriter', PACKAGES)
  if (absent) return [absent]
  const peer = await startPython(new URL('peers/xlsxwriter-sheet.py', import.meta.url))
  try {
    const write = () => peer.order<number>({ types, rows: ROWS })
    await write()
    const compared = await inPairs(turns, product, () => timeOf(write))
    const memory = await inPairs(
      turns,
      async () => {
        await collectGarbage()
        return memoryDuring(process.pid, product)
      },
      () => memoryDuring(peer.pid, write, { whole: true }),
    )
    return [
      { figure: `${figure}, to XlsxWriter`, unit: 'ms', ...compared },
      { figure: `${figure}, memory to the whole of XlsxWriter`, unit: 'MB', ...memory },
    ]
  } finally {
    await peer.stop()
  }
}

/** The most that a program and all that it has started take meanwhile, in MB: more than before, or as a whole. */
async function memoryDuring(
  pid: number,
  work: () => Promise<unknown>,
  { whole = false, looked = () => {} }: { whole?: boolean; looked?: () => unknown } = {},
): Promise<number> {
  const now = () =>
    treeOf(pid)
      .map(privateOf)
      .reduce((sum, size) => sum + size, 0)
  const before = whole ? 0 : now()
  let most = 0
  const look = setInterval(() => {
    most = Math.max(most, now() - before)
    looked()
  }, 250)
  await work()
  clearInterval(look)
  return most
}

/** What the simplest program has to know of the sheet to write the same. */
function bareOrder({ xml }: { xml: string }): BareSheet {
  const [first, last] = [xml.indexOf('<row r="2">'), xml.indexOf('</sheetData>')]
  const styleOf = (cell: string) => {
    const begins = `<c r="${cell}" s="`
    return Number.parseInt(xml.slice(xml.indexOf(begins) + begins.length), 10)
  }
  return {
    begin: xml.slice(0, first),
    end: xml.slice(last),
    rows: ROWS,
    styles: columns.map((_, index) => styleOf(`${columnLetters(index)}3`)).concat(styleOf('H2')),
    level: LEVEL,
  }
}
