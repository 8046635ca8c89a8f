import assert from 'node:assert/strict'
import { after as afterAll, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type AssignmentCell, applyCellAction } from '#contract/words/cell.ts'
import { inTransaction } from '#server/live/news.ts'
import { testApp } from '#server/testing/app.ts'
import { clearImportedMemberships, insertImportedMemberships } from '../sync/store.ts'
import { setOverrides } from './store.ts'

const kontor = await testApp()
afterAll(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const SEED = 20_261_121
const HISTORIES = 100

type Step = 'grant' | 'remove' | 'planner adds' | 'planner drops'
const steps = fc.array(fc.constantFrom<Step>('grant', 'remove', 'planner adds', 'planner drops'), {
  minLength: 2,
  maxLength: 4,
})

const user = await db
  .selectFrom('users')
  .select(['id', 'persplan_id'])
  .where('username', '=', 'anna')
  .executeTakeFirstOrThrow()
const group = await db
  .selectFrom('groups')
  .select(['id', 'planner_name'])
  .where('name', '=', 'Empfang')
  .executeTakeFirstOrThrow()

const act = (step: Step) =>
  inTransaction(kontor.kontor, async (tx) => {
    const name = group.planner_name as string
    if (step === 'planner adds')
      await insertImportedMemberships(tx, [{ persplanId: user.persplan_id as string, group: name }])
    else if (step === 'planner drops') await clearImportedMemberships(tx, [{ userId: user.id, group: name }])
    else await setOverrides(tx, { userIds: [user.id], groupIds: [group.id], action: step, by: user.id })
  })
const model = (cell: AssignmentCell, step: Step): AssignmentCell =>
  step === 'planner adds'
    ? { ...cell, imported: true }
    : step === 'planner drops'
      ? { ...cell, imported: false }
      : applyCellAction(cell, step)
const reset = () =>
  db.deleteFrom('memberships').where('user_id', '=', user.id).where('group_id', '=', group.id).execute()
const found = async (): Promise<AssignmentCell> => {
  const cell = await db
    .selectFrom('memberships')
    .where('user_id', '=', user.id)
    .where('group_id', '=', group.id)
    .select(['imported', 'override'])
    .executeTakeFirst()
  return cell ?? { imported: false, override: 'none' }
}
const start: AssignmentCell = { imported: false, override: 'none' }
const same = (one: AssignmentCell, other: AssignmentCell) =>
  one.imported === other.imported && one.override === other.override

test('toggles and syncs side by side leave what some order of them would have left', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (together) => {
      await reset()
      await Promise.all(together.map(act))
      const end = await found()
      assert.ok(
        orders(together).some((order) => same(order.reduce(model, start), end)),
        `${together.join(', ')} left ${JSON.stringify(end)}`,
      )
    }),
    { seed: SEED, numRuns: HISTORIES },
  )
  const { rows } = await sql<{ count: number }>`select count(*) from memberships
    where user_id = ${user.id} and group_id = ${group.id}`.execute(db)
  assert.ok((rows[0]?.count ?? 0) <= 1)
})

function orders<T>(values: T[]): T[][] {
  if (values.length <= 1) return [values]
  return values.flatMap((value, at) => orders(values.toSpliced(at, 1)).map((rest) => [value, ...rest]))
}
