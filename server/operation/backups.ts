import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Answer, Task } from './backup-child.ts'

/** Makes backups in a process of its own, which gives way to everything else, and ends it with the server. */
const program = join(import.meta.dirname, 'backup-child.ts')

declare module '#server/kontor.ts' {
  interface Kontor {
    /** Backups, made beside this process. */
    backups: Backups
  }
}

export class Closing extends Error {
  override readonly name = 'Closing'
}

export class Backups {
  readonly #children = new Set<ChildProcess>()
  #closed = false

  async make(task: Task): Promise<Answer> {
    if (this.#closed) throw new Closing('the server ends')
    // Signals of a terminal reach it through us.
    const child = fork(program, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
      detached: true,
    })
    // The database in which it proves the backup inherits it.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    this.#children.add(child)
    try {
      const ended = once(child, 'exit').then(([code, signal]) => {
        if (this.#closed) throw new Closing('the server ends')
        throw new Error(`the backup's process has ended without a word (${signal ?? code})`)
      })
      const told = once(child, 'message').then(([answer]) => answer as Answer)
      // Whichever comes second tells nobody anything any more.
      for (const promise of [ended, told]) promise.catch(() => {})
      child.send(task)
      return await Promise.race([told, ended])
    } finally {
      this.#children.delete(child)
      child.kill()
    }
  }

  async close() {
    this.#closed = true
    await Promise.all(
      [...this.#children].map(async (child) => {
        const exited = once(child, 'exit')
        child.kill()
        await exited
      }),
    )
  }
}
