// Helper process that simulates the people, on a core of its own. They make their calls at the planned times,
// however slow the answers are, and keep their rooms open.
import { setTimeout as sleep } from 'node:timers/promises'
import { serveOrders } from '#measure/child.ts'
import { Deliveries, type DeliveryReport } from './deliveries.ts'
import { HttpLines } from './http-lines.ts'
import { LiveRooms } from './live-rooms.ts'
import { type Kind, type Pace, type Person, requestOf } from './model.ts'
import { Patience } from './patience.ts'
import { Schedule } from './schedule.ts'
import { Tally, type TimingReport } from './tally.ts'

export type Begin = { begin: { port: number; people: Person[] } }
/** Opens the rooms of the first `people`. */
export type Listen = { listen: { people: number } }
/** `people`: number of people who make calls. `backsOff`: wait after refusals like the app; otherwise never. */
export type Run = { run: { people: number; pace: Pace; ms: number; backsOff: boolean } }
/** `comeBack`: from now on, disconnected people reconnect like the app. `back`: asks when each of them was back. */
type ComeBack = { comeBack: true } | { back: { patienceMs: number } }
export type PeopleOrder = Begin | Listen | Run | ComeBack

export type RunAnswer = TimingReport & {
  delivered: DeliveryReport
  /** p99 of the delay of calls behind their plan, in ms. Above a few ms the simulated people are too slow. */
  late: number
  /** Part of its core that this program used. */
  busy: number
  lines: number
}
export type Back = { at: number[]; tries: number }

const TICK_MS = 1
/** Time limit for the last answers and deliveries, in ms. */
const FAREWELL_MS = 20_000

let people: Person[] = []
let port = 0
let rooms = new LiveRooms(0, [])
let numbered = 0
/** ETags of the answers that each person's app has. */
const tags = new Map<string, string>()

serveOrders(async (order: PeopleOrder): Promise<number | RunAnswer | Back> => {
  if ('begin' in order) {
    ;({ people, port } = order.begin)
    rooms = new LiveRooms(port, people)
    return people.length
  }
  if ('listen' in order) return rooms.listen(order.listen.people)
  if ('run' in order) return run(order.run)
  if ('back' in order) return rooms.back(order.back.patienceMs)
  rooms.comeBack()
  return people.length
})

async function run({ people: many, pace, ms, backsOff }: Run['run']): Promise<RunAnswer> {
  const schedule = new Schedule(many, pace)
  const tally = new Tally()
  const deliveries = new Deliveries(rooms.open)
  rooms.hear = (number, listener, at, isList) => deliveries.heard(number, listener, at, isList)
  const lines = new HttpLines(port)
  const patience = backsOff ? new Patience(pace) : undefined
  const late: number[] = []
  const before = process.cpuUsage()
  const begin = performance.now()
  const open = new Set<number>()
  let asked = 0
  const call = (kind: Kind, which: number, at: number) => {
    const person = people[which] as Person
    const said = kind === 'send' ? ++numbered : 0
    if (said) deliveries.say(said, person.room, at)
    const number = ++asked
    open.add(number)
    patience?.asked({ kind, person: which })
    const answer = `${which} ${kind}`
    lines.call(requestOf(kind, person, said, tags.get(answer)), (status, again, tag) => {
      open.delete(number)
      if (status === 200 && tag) tags.set(answer, tag)
      patience?.answered({ kind, person: which }, { status, again })
      if (said && status === 200) deliveries.taken(said)
      tally.add(kind, status, performance.now() - at, at - begin)
    })
  }
  for (let now = begin; now - begin < ms; now = performance.now()) {
    schedule.takeDue(now - begin, ({ kind, person, at }) => {
      if (patience?.waits({ kind, person })) return
      late.push(now - begin - at)
      call(kind, person, begin + at)
    })
    await sleep(TICK_MS)
  }
  const { user, system } = process.cpuUsage(before)
  const busy = (user + system) / 1_000 / (performance.now() - begin)
  const until = performance.now() + FAREWELL_MS
  while ((open.size > 0 || deliveries.missing > 0) && performance.now() < until) await sleep(20)
  const size = lines.size
  lines.close()
  const sorted = Float64Array.from(late).sort()
  return {
    ...tally.told(),
    delivered: deliveries.result(),
    late: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0,
    busy,
    lines: size,
  }
}
