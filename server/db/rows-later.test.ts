import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RowsLater } from './rows-later.ts'

const away = Object.assign(new Error('no route'), { code: 'ECONNREFUSED', syscall: 'connect' })

/** Rows are numbers here; of them -1 is one that no database takes. */
function place(most = 10) {
  const here = { isAway: false, written: [] as number[], lost: [] as [string, number][] }
  const later = new RowsLater<number>({
    most,
    async write(rows) {
      if (here.isAway) throw away
      if (rows.includes(-1)) throw Object.assign(new Error('wrong'), { code: '23514' })
      here.written.push(...rows)
    },
    onLost: (error, rows) => here.lost.push([(error as Error).message, rows]),
  })
  const add = (...rows: number[]) => {
    for (const row of rows) later.add(row)
  }
  return { here, later, add }
}

test('rows of a time without a database are written when it is back', async () => {
  const { here, later, add } = place()
  here.isAway = true
  add(1, 2)
  await later.flush()
  add(3)
  await later.flush()
  here.isAway = false
  await later.flush()
  assert.deepEqual([here.written, here.lost], [[1, 2, 3], []])
})

test('when there are more than may wait the oldest make room, and it is told how many', async () => {
  const { here, later, add } = place(3)
  here.isAway = true
  add(1, 2, 3, 4)
  await later.flush()
  add(5)
  here.isAway = false
  await later.flush()
  assert.deepEqual([here.written, here.lost], [[3, 4, 5], [['more rows than may wait', 2]]])
})

test('a row that the database does not take is lost alone, and told; those before and after it are written', async () => {
  const { here, later, add } = place()
  add(1, 2, -1, 3)
  await later.flush()
  add(4)
  await later.flush()
  assert.deepEqual([here.written, here.lost], [[1, 2, 3, 4], [['wrong', 1]]])
})
