// B5: time and memory for a workbook of a million cells, against XlsxWriter, which is made for large workbooks.
import type { Figure } from '#measure/figures.ts'
import { collectGarbage } from '#measure/garbage.ts'
import { privateOf, treeOf } from '#measure/processes.ts'
import { inPairs, median, timeOf } from '#measure/statistics.ts'
import { Exports } from '#server/exports/exports.ts'
import { missing } from './peers/debian.ts'
import { startPython } from './peers/python.ts'
import type { Effort } from './product.ts'
import { columns, ROWS, timesheet, types } from './timesheet-rows.ts'

const figure = 'B5 Excel of 100,000 x 10 cells'
const PACKAGES = ['python3-xlsxwriter']
const goals = { ms: 1_500, memory: 80 }

export async function excelCost({ pairs }: Effort): Promise<Figure[]> {
  const exports = new Exports({ timeZone: 'Europe/Berlin' })
  try {
    const turns = Math.min(pairs, 6)
    return [
      ...(await alone(turns, () => writeWorkbook(exports))),
      ...(await besideXlsxWriter(turns, () => timeOf(() => writeWorkbook(exports)))),
    ]
  } finally {
    await exports.close()
  }
}

export async function writeWorkbook(exports: Exports, id = 1) {
  const sheets = [{ name: 'Zeiten', columns, rows: timesheet() }]
  for await (const piece of await exports.excel({ id }, sheets)) void piece
}

/** Also measures the memory that server and child use beyond the idle server. */
async function alone(turns: number, write: () => Promise<unknown>): Promise<Figure[]> {
  const times: number[] = []
  const memory: number[] = []
  for (let turn = 0; turn <= turns; turn++) {
    await collectGarbage()
    memory.push(await memoryDuring(async () => times.push(await timeOf(write))))
  }
  // Dropped: the first run also starts the child process.
  const [, ...warm] = times
  return [
    { figure, value: median(warm), unit: 'ms', n: turns, goal: goals.ms },
    {
      figure: `${figure}, memory of server and child`,
      value: Math.max(...memory),
      unit: 'MB',
      n: turns + 1,
      goal: goals.memory,
    },
  ]
}

async function besideXlsxWriter(turns: number, product: () => Promise<number>): Promise<Figure[]> {
  const absent = missing('B5 beside XlsxWriter', PACKAGES)
  if (absent) return [absent]
  const peer = await startPython(new URL('peers/xlsxwriter-sheet.py', import.meta.url))
  try {
    const write = () => peer.order<number>({ types, rows: ROWS })
    await write()
    const compared = await inPairs(turns, product, () => timeOf(write))
    return [{ figure: `${figure}, to XlsxWriter`, unit: 'ms', ...compared }]
  } finally {
    await peer.stop()
  }
}

/** Peak memory (MB) of this process and its descendants during the work, above what they used before. */
async function memoryDuring(work: () => Promise<unknown>): Promise<number> {
  const now = () =>
    treeOf(process.pid)
      .map(privateOf)
      .reduce((sum, size) => sum + size, 0)
  const before = now()
  let most = 0
  const look = setInterval(() => (most = Math.max(most, now() - before)), 250)
  await work()
  clearInterval(look)
  return most
}
