// Tells how much room is left where the data lie. Asked at most every ten seconds; undefined where there is no such
// folder.
import { statfs } from 'node:fs/promises'

export type Room = { free: number; size: number }
const AGAIN_MS = 10_000

export class Disk {
  readonly #folder: string
  #known: Room | undefined
  #until = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** In bytes. `free` is what this account may still use. */
  async room(): Promise<Room | undefined> {
    if (performance.now() < this.#until) return this.#known
    this.#until = performance.now() + AGAIN_MS
    try {
      const { bavail, blocks, bsize } = await statfs(this.#folder)
      this.#known = { free: bavail * bsize, size: blocks * bsize }
    } catch {
      // With a database elsewhere there need be no folder here.
      this.#known = undefined
    }
    return this.#known
  }
}
