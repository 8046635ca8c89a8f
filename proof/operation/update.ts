// `kontor update` from a local git remote, with a service that starts the server anew as systemd does: sound
// releases, bad ones, killed updates, no network, no room, and no service.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo } from '#measure/ask.ts'
import type { Figure } from '#measure/figures.ts'
import { admin, tryLogIn } from '#measure/log-in.ts'
import { kill, named } from '#measure/processes.ts'
import { freePort, makeDataFolder } from '#measure/real-server.ts'
import { kinds, makeRemote, own } from './releases.ts'

/** In ms: machines that are busy with something else take their time. */
const PATIENCE = 240_000
const SECONDS = '90'

export async function updates(quick: boolean, tell: (line: string) => void): Promise<Figure[]> {
  const place = makeDataFolder()
  const remote = join(place, 'remote')
  makeRemote(remote)
  const home = join(place, 'kontor')
  execFileSync('git', [
    '-c',
    'advice.detachedHead=false',
    'clone',
    '--quiet',
    '--branch',
    `v${own}`,
    remote,
    home,
  ])
  const kontor = await installation(home, join(place, 'data'))
  const seen: string[] = []
  const check = (what: string, isSo: boolean, detail = '') => {
    if (!isSo) throw new Error(`${what}: ${detail}`)
    seen.push(what)
    tell(what)
  }
  /** An update that has to leave everything as it is, or as it was. */
  const refused = async (what: string, args: string[], says: RegExp, before?: string) => {
    const pids = kontor.servers()
    const { code, output } = await kontor.update(args, before)
    check(what, code === 1 && says.test(output) && (await kontor.runs(kinds.good)), output)
    if (!/gesund/.test(output)) check('… and nobody noticed', kontor.servers().join() === pids.join())
  }
  try {
    kontor.startService()
    check('the first release starts', await kontor.runs(own))
    await kontor.enterSomething()
    const first = await kontor.update([kinds.good])
    check('a sound release takes over', first.code === 0 && (await kontor.runs(kinds.good)), first.output)
    check('what was entered is there', await kontor.isThere())
    const soundMs = kontor.awayMs

    await refused('one that does not start is taken back', [kinds.broken], /nicht gesund/)
    check('what was entered is still there', await kontor.isThere())
    await refused('one that the data do not fit is not begun', [kinds.misfit], /kommt mit diesen Daten nicht/)
    await refused('one without a way back is not begun', [kinds.oneWay], /kein Weg zurück/)
    await refused('no network', ['--from', 'http://127.0.0.1:9/kontor.git'], /nicht zu erreichen/)
    await refused('no room', [kinds.later], /Es bleibt alles, wie es war/, 'ulimit -f 100')
    if (!quick) await refused('one that is never well is taken back', [kinds.sick], /nicht gesund/)

    const steps = ['Hole', 'Pakete', 'Sicherung', 'Probe an']
    for (const step of quick ? steps.slice(1, 2) : steps) {
      await kontor.updateKilledAt(step, [kinds.later])
      check(
        `killed at „${step}“: all as it was`,
        kontor.choice().current === kinds.good && (await kontor.runs(kinds.good)),
      )
    }
    await kontor.updateKilledAt('switch', [kinds.later])
    check('killed after the switch: one of the two runs', (await kontor.version()) !== undefined)
    const resumed = await kontor.update([])
    check(
      'the next update brings it to its end',
      resumed.code === 0 && (await kontor.runs(kinds.later)),
      resumed.output,
    )
    check('nothing half is left', kontor.leftovers().length === 0)

    const back = await kontor.update(['--back'])
    check('back to the one before', back.code === 0 && (await kontor.runs(kinds.good)), back.output)
    check('what was entered is there after all', await kontor.isThere())

    await kontor.stopService()
    const alone = await kontor.update([kinds.later])
    check(
      'without a service it is tried, and not left running',
      alone.code === 0 && /npm start/.test(alone.output) && kontor.servers().length === 0,
      alone.output,
    )
    return [
      { figure: 'updates that ended as they should', value: seen.length, unit: 'looks', n: seen.length },
      {
        figure: 'without an answer while a release took over',
        value: soundMs,
        unit: 'ms',
        n: 1,
        goal: 15_000,
      },
      { figure: 'the longest, with one that is not well', value: kontor.awayMs, unit: 'ms', n: seen.length },
    ]
  } finally {
    await kontor.stopService()
    kill(named(place))
    await rm(place, { recursive: true, force: true })
  }
}

async function installation(home: string, dataDir: string) {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'silent',
    npm_lifecycle_event: undefined,
    npm_execpath: undefined,
  }
  const { ask, close } = connectTo(port)
  let service: ChildProcess | undefined
  const serving = { now: false }
  let awayMs = 0
  const version = async () => {
    const { text } = await ask({ method: 'GET', path: '/status/', alone: true })
    return (JSON.parse(text) as { version: string }).version
  }
  const enter = () => tryLogIn(ask, admin, { alone: true })
  const spawnUpdate = (args: string[], before?: string) =>
    spawn(
      '/bin/sh',
      [
        '-c',
        `${before ?? ':'}; exec "$@"`,
        'update',
        process.execPath,
        join(home, 'bin/kontor.mjs'),
        'update',
        ...args,
        '--patience',
        SECONDS,
      ],
      { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] },
    )
  const outputOf = (child: ChildProcess) => {
    let output = ''
    for (const pipe of [child.stdout, child.stderr])
      pipe?.setEncoding('utf8').on('data', (text) => (output += text))
    return () => output
  }
  const choice = () =>
    JSON.parse(readFileSync(join(home, 'releases/current'), 'utf8')) as Record<string, unknown>
  const servers = () =>
    named(`${home}/`).filter((pid) => /server\/main\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))

  return {
    get awayMs() {
      return awayMs
    },
    choice,
    servers,
    version: () => answerOf(version),
    /** As systemd does with Restart=always. */
    startService() {
      serving.now = true
      const start = () => {
        if (!serving.now) return
        service = spawn('/bin/sh', [join(home, 'bin/start.sh')], { cwd: home, env, stdio: 'ignore' })
        service.once('exit', () => setTimeout(start, 300))
      }
      start()
      void (async () => {
        let since: number | undefined
        let hasAnswered = false
        while (serving.now) {
          const answers = await version().then(
            () => true,
            () => false,
          )
          if (!answers) since ??= hasAnswered ? performance.now() : undefined
          else {
            hasAnswered = true
            if (since !== undefined) awayMs = Math.max(awayMs, Math.round(performance.now() - since))
            since = undefined
          }
          await sleep(50)
        }
      })()
    },
    async stopService() {
      serving.now = false
      if (service?.exitCode === null && service.signalCode === null) {
        service.kill('SIGTERM')
        await once(service, 'exit')
      }
      close()
    },
    async runs(wanted: string) {
      for (const begin = Date.now(); Date.now() - begin < PATIENCE; await sleep(100))
        if ((await version().catch(() => undefined)) === wanted) return true
      return false
    },
    async enterSomething() {
      await enter()
    },
    isThere: async () => (await answerOf(() => enter()))?.status === 200,
    async update(args: string[], before?: string) {
      const child = spawnUpdate(args, before)
      const output = outputOf(child)
      const [code] = (await once(child, 'close')) as [number]
      return { code, output: output() }
    },
    /** With all that it has started, as a power cut would; the server is not one of these. */
    async updateKilledAt(step: string, args: string[]) {
      const child = spawnUpdate(args)
      const output = outputOf(child)
      const isThere = () => (step === 'switch' ? choice()['trial'] === true : output().includes(step))
      while (!isThere()) {
        if (child.exitCode !== null) throw new Error(`the update ended before “${step}”: ${output()}`)
        await sleep(5)
      }
      kill([child.pid as number])
      await once(child, 'close')
    },
    leftovers: () => readdirSync(join(home, 'releases')).filter((name) => name.startsWith('.new-')),
  }
}

async function answerOf<T>(question: () => Promise<T>): Promise<T | undefined> {
  for (const begin = Date.now(); Date.now() - begin < PATIENCE; await sleep(200)) {
    const answer = await question().catch(() => undefined)
    if (answer !== undefined) return answer
  }
  return undefined
}
