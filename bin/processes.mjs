// The processes of this machine, as far as an installation has to know them.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, resolve, sep } from 'node:path'

/** Tells a process from a later one with the same number; undefined when there is none. */
export function identityOf(pid) {
  if (process.platform === 'linux') {
    const { state, start } = readStat(pid) ?? {}
    return state === undefined || state === 'Z' ? undefined : `${pid} ${start}`
  }
  if (process.platform === 'win32') return isThere(pid) ? String(pid) : undefined
  const { stdout, status } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return status === 0 ? `${pid} ${stdout.trim()}` : undefined
}

function isThere(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Undefined when there is no such process. */
export function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')') // a name may have brackets of its own
    const [, state, parent, ...rest] = stat.slice(end).split(' ')
    return { name: stat.slice(stat.indexOf('(') + 1, end), state, parent: Number(parent), start: rest[17] }
  } catch {
    return undefined
  }
}

/**
 * Processes that run one of `files`, or a program in `folder`, but for us and those that we run for. Of other accounts'
 * processes, and where there is no /proc, those alone are seen that were started with a whole path.
 */
export function findUsers(files, folder) {
  const all = process.platform === 'linux' ? fromProc() : process.platform === 'win32' ? [] : fromPs()
  const ours = new Set()
  for (let pid = process.pid; pid && !ours.has(pid); pid = all.find((one) => one.pid === pid)?.parent)
    ours.add(pid)
  return all.filter(
    ({ pid, args, cwd }) => !ours.has(pid) && (args[0]?.startsWith(folder + sep) || runs(args, cwd, files)),
  )
}

/** Node and its program, not an editor that has the file open. */
function runs([program = '', ...args], cwd, files) {
  const file = args.find((arg) => !arg.startsWith('-'))
  return (
    /^node(\.exe)?$/.test(basename(program)) &&
    file !== undefined &&
    files.includes(cwd ? resolve(cwd, file) : file)
  )
}

function fromProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readStat(name)
      if (!stat || stat.state === 'Z') return []
      const args = readFileOr(`/proc/${name}/cmdline`).split('\0').slice(0, 20)
      return [{ pid: Number(name), parent: stat.parent, args, cwd: readFolder(`/proc/${name}/cwd`) }]
    })
}

function readFileOr(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it has just ended
  }
}

function readFolder(link) {
  try {
    return readlinkSync(link)
  } catch {
    return undefined // not ours to see
  }
}

function fromPs() {
  const { stdout = '' } = spawnSync('ps', ['-axww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, ...args] = line.trim().split(/\s+/)
    return args.length > 0 ? [{ pid: Number(pid), parent: Number(parent), args }] : []
  })
}
