// `kontor update`: fetches a release into a folder of its own, tries it on a copy of the data, switches, and looks
// whether it is well. Until it is, the old one stays as it was; after a failure it goes on.
import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, home, root, say } from './console.mjs'
import { listVersions, originOf, putRelease, whatNeeds } from './fetch-release.mjs'
import { withLock } from './lock.mjs'
import { compareVersions, folderOf, isVersion, READY, RELEASES, readChoice, versionIn } from './releases.mjs'
import { run } from './run.mjs'
import { switchTo } from './switch-release.mjs'

export async function update(args) {
  const { wanted, from, back, patience } = await read(args)
  process.env.KONTOR_HOME = home // for what the new release does with our data
  requireReleases()
  const onWait = () => say('Ein anderes Update läuft gerade; dieses wartet darauf …')
  return withLock(join(RELEASES, '.lock'), { onWait }, async () => {
    const choice = readChoice()
    if (choice.trial) {
      say(
        `Ein Update auf ${versionIn(folderOf(choice.current))} wurde unterbrochen; es wird zu Ende gebracht.`,
      )
      return switchTo(choice.current, choice.previous, patience)
    }
    if (back) return goBack(choice, patience)
    return goTo(choice, wanted, from ?? originOf(), patience)
  })
}

function requireReleases() {
  try {
    mkdirSync(RELEASES, { recursive: true })
    accessSync(RELEASES, constants.W_OK)
  } catch (error) {
    fail(
      `In „${RELEASES}“ lässt sich keine Fassung ablegen (${error.code}). Der Ordner von Kontor muss dem Konto gehören, unter dem „update“ läuft; wie es sonst geht, steht in docs/betrieb/aktualisieren.md.`,
    )
  }
}

async function failWithUsage() {
  const { usageOf } = await import('../server/usage.mjs')
  fail(usageOf('update'))
}

async function read(args) {
  const options = { wanted: undefined, from: undefined, back: false, patience: undefined }
  for (let at = 0; at < args.length; at++) {
    if (args[at] === '--from' && args[at + 1] && !options.from) options.from = args[++at]
    else if (args[at] === '--back') options.back = true
    else if (args[at] === '--patience' && Number(args[at + 1]) > 0)
      options.patience = Number(args[++at]) * 1_000
    else if (!options.wanted && isVersion(args[at].replace(/^v/, '')))
      options.wanted = args[at].replace(/^v/, '')
    else await failWithUsage()
  }
  if (options.back && (options.wanted || options.from)) await failWithUsage()
  return options
}

function goBack({ current, previous }, patience) {
  if (current === null && previous === null)
    fail('Es gibt keine vorige Fassung: Hier wurde noch kein Update gemacht.')
  if (current === null) {
    const next = versionIn(folderOf(previous))
    fail(
      `Es gibt keine vorige Fassung: ${versionIn(root)} ist die erste. Auf ${next} geht es wieder mit: npm run kontor -- update ${next}`,
    )
  }
  say(`Zurück zu ${versionIn(folderOf(previous))}.`)
  return switchTo(previous, current, patience)
}

async function goTo({ current }, wanted, from, patience) {
  const own = versionIn(root)
  const versions = listVersions(from)
  const target = wanted ?? versions.at(-1)
  if (!versions.includes(target)) fail(`Die Fassung ${target ?? ''} gibt es unter „${from}“ nicht.`)
  if (compareVersions(target, own) <= 0) {
    if (wanted === undefined) say(`${own} ist die neueste Fassung.`)
    else fail(`${target} ist nicht neuer als ${own}. Zurück geht es mit: npm run kontor -- update --back`)
    return 0
  }
  for (const name of readdirSync(RELEASES))
    if (name.startsWith('.new-') || (isVersion(name) && !existsSync(join(RELEASES, name, READY))))
      rmSync(join(RELEASES, name), { recursive: true, force: true })

  say(`Update von ${own} auf ${target}`)
  if (!existsSync(folderOf(target))) await putRelease(from, target)
  await requireWayBack(target, own)
  const file = await backUp(own)
  say('Probe an einer Kopie der Daten …')
  const tried = await runIn(target, ['restore', file, '--verify'])
  if (tried !== 0)
    fail(
      `Die Fassung ${target} kommt mit diesen Daten nicht zurecht; ${own} bleibt. Die Sicherung liegt in „${file}“.`,
    )
  const code = await switchTo(target, current, patience)
  if (code === 0) removeOthers([target, current])
  return code
}

/** Without it a failure could be mended only by overwriting what people have entered since the backup. */
async function requireWayBack(target, own) {
  const needs = await whatNeeds(target)
  const known = new Set(readdirSync(join(root, 'server/db/migrations')))
  const last = needs
    .filter(({ name, needs }) => !known.has(name) && compareVersions(needs, own) > 0)
    .sort((one, other) => compareVersions(one.needs, other.needs))
    .at(-1)
  if (!last) return
  const least = last.needs
  const via = least !== target ? ` Gehen Sie zuerst auf ${least}: npm run kontor -- update ${least}` : ''
  fail(
    `Von ${target} führt kein Weg zurück zu ${own} (Schritt „${last.name}“ braucht mindestens ${least}); ${own} bleibt.${via || ' Wie es ohne Rückweg geht, steht in docs/betrieb/aktualisieren.md.'}`,
  )
}

async function backUp(own) {
  const folder = join(RELEASES, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${own}-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}.kontor`)
  say('Sicherung …')
  const code = await run(process.execPath, [join(root, 'bin/kontor.mjs'), 'backup', file], { quiet: true })
  if (code !== 0) fail(`Die Sicherung ist nicht gelungen; ${own} bleibt, wie es ist.`)
  return file
}

const runIn = (version, args) =>
  run(process.execPath, [join(folderOf(version), 'bin/kontor.mjs'), ...args], { quiet: true })

/** The one that runs and the one before stay. */
function removeOthers(keep) {
  for (const name of readdirSync(RELEASES))
    if (isVersion(name) && !keep.includes(name)) {
      const going = join(RELEASES, `.new-${randomUUID()}`)
      renameSync(join(RELEASES, name), going)
      rmSync(going, { recursive: true, force: true })
    }
}
