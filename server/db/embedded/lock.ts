// postmaster.pid: who holds a cluster, in what state, and behind which socket.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

type Holder = {
  pid: number
  port: number
  socketFolder: string
  state: 'starting' | 'ready' | 'stopping' | undefined
}

export function readHolder(cluster: string): Holder | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  const [pid, , , port, socketFolder, , , state] = lines
  return {
    pid: Number(pid),
    port: Number(port),
    socketFolder: socketFolder ?? '',
    state: state?.trim() as Holder['state'],
  }
}

/** True while the process is there that its lock names. */
export const isHeld = (cluster: string) => isAnotherAlive(readHolder(cluster)?.pid ?? 0)

/** In a container numbers begin anew with each start: what one of before with our own has left is nobody's. */
export function isAnotherAlive(pid: number): boolean {
  try {
    return pid > 0 && pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * A lock of a process that is alive but no PostgreSQL: after a power cut in a container the old number soon
 * belongs to somebody else, and PostgreSQL itself would refuse for ever.
 */
export function dropForeignLock(cluster: string): void {
  const holder = readHolder(cluster)
  if (!holder || process.platform !== 'linux') return
  try {
    if (readFileSync(`/proc/${holder.pid}/comm`, 'utf8').trim() === 'postgres') return
  } catch {
    return // no such process: PostgreSQL sees that for itself
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
