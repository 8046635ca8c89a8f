// `npm run proof` runs all proofs. `npm run proof -- crash` runs a group of proofs, `-- database` a single one.
// Prints a line per figure, and exits with 1 if a proof fails or a figure misses its goal.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Figure, misses, print, selectedKeys, singleTimes } from '#measure/figures.ts'
import { watchMachine } from '#measure/machine.ts'
import { wholeServer } from '#measure/whole-server.ts'
import { onParentGone } from '#server/parent-watch.ts'
import { attack } from './attacks/attack.ts'
import { loginUnderFire } from './attacks/login.ts'
import { testEveryCall } from './calls/breadth.ts'
import { deliver } from './chat/deliveries.ts'
import { liveThrough } from './chat/histories.ts'
import { revoke } from './chat/revocations.ts'
import { measureSlowReaders } from './chat/slow-readers.ts'
import { throwUpgrades } from './chat/upgrades.ts'
import { showHostile } from './documents/hostile-documents.ts'
import { weighHostileImages } from './documents/hostile-images.ts'
import { crash } from './failures/crash.ts'
import { fuzzAll } from './fuzz/fuzz.ts'
import { throwBytes } from './fuzz/raw-bytes.ts'
import { backUpMany } from './operation/backup.ts'
import { proveDatabase } from './operation/database.ts'
import { fillDisk } from './operation/full-disk.ts'
import { updateInPlace } from './operation/update.ts'
import { openEach, restrictedCalls } from './permissions/mutants.ts'
import { crashWhileSending } from './times/send-crash.ts'
import { timesAtOnce } from './times/times-at-once.ts'

onParentGone(() => process.exit(1))

const { values, positionals: wanted } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    seed: { type: 'string' },
    from: { type: 'string' },
  },
  allowPositionals: true,
})
const isQuick = values.quick ?? false
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
const tell = (line: string) => console.error(line)

/** Tests that the proof runs with every call. In `npm test` they run with one call of each kind. */
const ofEveryCall = [
  'permissions/matrix',
  'permissions/tokens',
  'security/csrf',
  'security/headers',
  'security/log-words',
].map((name) => join(import.meta.dirname, `${name}.test.ts`))

const figure = (what: string, value: number, unit: string, n = value): Figure => ({
  figure: what,
  value,
  unit,
  n,
})

/** Groups of proofs by the part they test. */
const proofs: Record<string, Record<string, () => Promise<Figure[]>>> = {
  permissions: {
    async permissions() {
      const rules: Figure[] = []
      if (!isQuick) {
        const passed = await testEveryCall(ofEveryCall, tell)
        rules.push(figure('rules that every call keeps', passed, 'tests'))
      }
      const opened = await openEach(
        isQuick ? restrictedCalls.filter((_, index) => index % 8 === 0) : restrictedCalls,
        tell,
      )
      return [
        ...rules,
        figure('calls opened to everyone, each noticed', opened, 'calls', restrictedCalls.length),
      ]
    },
  },
  fuzz: {
    async requests() {
      const { requests, succeeded } = await fuzzAll(isQuick ? 4_000 : 100_000, seed, tell)
      return [
        figure('generated requests without a fault', requests, 'requests'),
        figure('of these answered with success', succeeded, 'requests', requests),
      ]
    },
    async bytes() {
      const whole = await wholeServer()
      const connections = await throwBytes(whole.port, { count: isQuick ? 2_000 : 100_000, seed })
      await whole[Symbol.asyncDispose]()
      return [figure('connections with broken bytes survived', connections, 'connections')]
    },
    async upgrades() {
      const { tries, entered } = await throwUpgrades(2_000, seed)
      return [figure('hostile upgrades: nobody let in', tries, 'requests', entered)]
    },
  },
  deliveries: {
    async deliveries() {
      const size = isQuick
        ? { nodes: 2, rooms: 2, listeners: 100, messages: 500, calm: 300 }
        : { nodes: 3, rooms: 4, listeners: 1_000, messages: 4_400, calm: 2_000 }
      const { messages, deliveries, returns, kills, cuts } = await deliver(size, seed, tell)
      return [
        figure('deliveries: none missing, none doubled', deliveries, 'messages', messages),
        figure('listeners that came back meanwhile', returns, 'times', size.listeners),
        figure('nodes killed meanwhile', kills, 'kills', size.nodes),
        figure('news between nodes cut meanwhile', cuts, 'times', size.nodes),
      ]
    },
    async revocations() {
      const { races, late } = await revoke(isQuick ? 100 : 1_000, seed, tell)
      return [figure('removals: nothing heard afterwards', races, 'races', late)]
    },
    async memory() {
      const { histories, answers, cuts, late } = await liveThrough(isQuick ? 100 : 2_000, seed, tell)
      return [
        figure(
          'histories on two servers: nobody is told to keep what has changed',
          histories,
          'histories',
          answers,
        ),
        figure('news between servers cut meanwhile', cuts, 'times', histories),
        { figure: 'until the other server knows, and has answered', ...singleTimes(late), goal: 100 },
      ]
    },
    async readers() {
      const { readers, each, most } = await measureSlowReaders(isQuick ? 200 : 5_000)
      return [
        { figure: 'memory of one who never reads', value: each / 1024 ** 2, unit: 'MB', n: readers, goal: 1 },
        {
          figure: 'the most that waits for one of them',
          value: most / 1024 ** 2,
          unit: 'MB',
          n: readers,
          goal: 1,
        },
      ]
    },
  },
  times: {
    async times() {
      const { histories, steps } = await timesAtOnce(isQuick ? 300 : 2_000, seed)
      return [figure('histories of times as some order would leave them', histories, 'histories', steps)]
    },
    async sending() {
      const { kills, bookings, repeats } = await crashWhileSending(isQuick ? 20 : 1_000, tell)
      return [
        figure('kills while sending: none doubled, none lost', kills, 'kills'),
        figure('times booked meanwhile', bookings, 'bookings', kills),
        figure('of these sent again after a kill', repeats, 'bookings', kills),
      ]
    },
  },
  crash: {
    async crashes() {
      const { kills, cuts, databaseKills, acknowledged, unanswered, restartsMs } = await crash(
        isQuick ? 4 : 40,
        tell,
      )
      return [
        figure('kills without a lost, doubled or half change', kills, 'kills'),
        figure('cuts of all connections to the database', cuts, 'cuts'),
        figure('kills of the database', databaseKills, 'kills'),
        figure('acknowledged changes found again', acknowledged, 'changes', kills),
        figure('changes cut off before their answer', unanswered, 'changes', kills),
        { figure: 'back after a kill (median)', ...singleTimes(restartsMs) },
        figure('the longest way back', Math.round(Math.max(...restartsMs)), 'ms', kills),
      ]
    },
    database: () => proveDatabase(tell),
    'full-disk': () => fillDisk(tell),
  },
  documents: {
    async documents() {
      const trees = await showHostile(isQuick ? 300 : 10_000, seed, tell)
      return [figure('hostile documents shown without script', trees, 'trees')]
    },
    async images() {
      const { files, taken, extraMb, hungriest } = await weighHostileImages(isQuick ? 120 : 500, seed, tell)
      tell(`the hungriest: ${hungriest}`)
      return [
        figure('hostile files: only images served', files, 'files', taken),
        { figure: 'memory that they take', value: Math.round(extraMb), unit: 'MB', n: files, goal: 400 },
      ]
    },
  },
  abuse: {
    attacks: () => attack(isQuick ? { pairs: 2, ms: 2_000 } : { pairs: 5, ms: 4_000 }, tell),
    login: () => loginUnderFire(isQuick ? 15 : 100, tell),
  },
  restore: {
    backup: () => backUpMany(isQuick ? 100_000 : 1_000_000, tell),
    update: () => updateInPlace({ from: values.from, quick: isQuick, tell }),
  },
}

tell(`seed ${seed} (repeat with --seed ${seed})`)
const parts = Object.assign({}, ...Object.values(proofs)) as (typeof proofs)[string]
const named = wanted.flatMap((name) => Object.keys(proofs[name] ?? { [name]: true }))
for (const name of selectedKeys(named, parts)) {
  const meanwhile = watchMachine()
  try {
    const figures = (await parts[name]?.()) ?? []
    print(figures, { json: values.json ?? false })
    tell(`${name}: ${meanwhile()}`)
    if (figures.some(misses)) process.exitCode = 1
  } catch (error) {
    process.exitCode = 1
    console.error(`FAILED: ${name}\n`, error)
  }
}
process.exit()
