import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Answer, Task } from './backup-child.ts'
import { LEAST } from './step-back.ts'

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
    // In a session of its own, for systems that share their cores among sessions; when we end, it is told, and ends.
    const child = fork(program, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
      detached: true,
    })
    // From its first moment; the rest it does by itself.
    if (child.pid !== undefined) setPriority(child.pid, LEAST)
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
