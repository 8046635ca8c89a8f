// Backups are made in a process of their own, which gives way to everything else, and ends with the server.
import { join } from 'node:path'
import { Child, type Program } from '#server/children/child.ts'
import type { Answer, Task } from './backup-child.ts'

const program: Program = { file: join(import.meta.dirname, 'backup-child.ts'), flags: [], isTrusted: true }

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
  readonly #children = new Set<Child>()
  #isClosed = false

  async make(task: Task): Promise<Answer> {
    if (this.#isClosed) throw new Closing('the server ends')
    const child = new Child(program)
    this.#children.add(child)
    try {
      const [answer] = (await child.work([task]).toArray()) as Answer[]
      return answer as Answer
    } catch (error) {
      throw this.#isClosed ? new Closing('the server ends') : error
    } finally {
      child.kill()
      this.#children.delete(child)
    }
  }

  async close() {
    this.#isClosed = true
    const all = [...this.#children]
    for (const child of all) child.kill()
    await Promise.all(all.map(({ ended }) => ended))
  }
}
