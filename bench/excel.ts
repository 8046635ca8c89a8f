// B5: a workbook of a million cells, its memory and what the server notices of it; beside XlsxWriter, which is made for
// large ones.
import type { Figure } from '#measure/figures.ts'
import { collectGarbage } from '#measure/garbage.ts'
import { privateOf, treeOf } from '#measure/processes.ts'
import { inPairs, median, timeOf } from '#measure/statistics.ts'
import { Exports } from '#server/exports/exports.ts'
import { missing } from './peers/debian.ts'
import { startPython } from './peers/python.ts'
import type { Effort } from './read-ratio.ts'
import { columns, ROWS, timesheet, types } from './timesheet-rows.ts'

const figure = 'B5 Excel of 100,000 x 10 cells'
const PACKAGES = ['python3-xlsxwriter']
const goals = { ms: 1_500, memory: 80, lag: 50 }

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

/** With the memory that server and child take beyond the idle server, and how long nothing else went on in it. */
async function alone(turns: number, write: () => Promise<unknown>): Promise<Figure[]> {
  const times: number[] = []
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
    const timed = async () => times.push(await timeOf(write))
    // To look at the memory takes a while itself.
    memory.push(await memoryDuring(process.pid, timed, { looked: () => (last = performance.now()) }))
    clearInterval(watch)
  }
  const [first = 0, ...warm] = times
  return [
    { figure: `${figure}, first of a child`, value: first, unit: 'ms', n: 1 },
    { figure, value: median(warm), unit: 'ms', n: turns, goal: goals.ms },
    {
      figure: `${figure}, memory of server and child`,
      value: Math.max(...memory),
      unit: 'MB',
      n: turns + 1,
      goal: goals.memory,
    },
    {
      figure: `${figure}, longest stop of the server`,
      value: lag,
      unit: 'ms',
      n: turns + 1,
      goal: goals.lag,
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
