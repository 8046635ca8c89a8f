// How soon a changed assignment holds on another node: two servers on one database, told by LISTEN and NOTIFY.
import { setImmediate as turn } from 'node:timers/promises'
import { cast } from '#demo/cast.ts'
import type { Figure } from '#measure/figures.ts'
import { interval, median, percentile } from '#measure/statistics.ts'
import { startNode, testApp } from '#server/testing/app.ts'

const ROUNDS = 200
const GOAL_MS = 100
const group = 'Leitung'

/** From the moment the change is sent to the first one until the second answers by it. */
export async function secondNode(): Promise<Figure[]> {
  await using first = await testApp()
  const second = await startNode(first.database.connection)
  try {
    const clara = await first.as(cast.clara)
    const { cookie = '' } = await first.as(cast.anna)
    const path = `/users/${await first.userId(cast.anna)}/groups/${group}/`
    const isMember = async () => {
      const { payload } = await second.app.inject({ url: '/users/current/', headers: { cookie } })
      return (JSON.parse(payload) as { groups: { name: string }[] }).groups.some(({ name }) => name === group)
    }
    const times: number[] = []
    let member = await isMember()
    for (let round = 0; round < ROUNDS; round++) {
      member = !member
      const begin = performance.now()
      const { status } = await clara.send(member ? 'PUT' : 'DELETE', path)
      if (status !== 200) throw new Error(`a change of an assignment is answered ${status}`)
      while ((await isMember()) !== member) await turn()
      times.push(performance.now() - begin)
    }
    const figure = 'changed assignment, until another node obeys'
    const measured = { unit: 'ms', n: ROUNDS, goal: GOAL_MS }
    return [
      { figure, value: median(times), ...interval(times), ...measured },
      { figure: `${figure}, 99 of 100`, value: percentile(times, 0.99), ...measured },
    ]
  } finally {
    await second.stop()
  }
}
