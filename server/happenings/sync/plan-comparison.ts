import type { PlannedEntry, PlannedHappening, PlannedSubhappening } from '#server/planner/port.ts'
import { differsDeeply, entryDiffers, happeningDiffers, hasLocalTimes, planDiffers } from './differs.ts'
import type { StateIndex, StoredEntry, StoredHappening, StoredSubhappening } from './known.ts'

/** Rows to write. `into`: the planner's id of the parent, which may be new itself. */
export type RowChanges = {
  happenings: PlannedHappening[]
  newSubs: { into: string; sub: PlannedSubhappening }[]
  subs: { into: string; sub: PlannedSubhappening }[]
  newEntries: { into: string; entry: PlannedEntry }[]
  entries: { into: string; entry: PlannedEntry }[]
  /** Entries with local data whose planned times change. */
  replanned: { known: StoredEntry; entry: PlannedEntry }[]
}

/**
 * Compares the planner's rows with the stored rows of the same ids. A stored row whose happening is no draft
 * stays unchanged, even if the planner has moved it.
 */
export class PlanComparison {
  readonly #index: StateIndex
  readonly rows: RowChanges = {
    happenings: [],
    newSubs: [],
    subs: [],
    newEntries: [],
    entries: [],
    replanned: [],
  }
  readonly added: PlannedHappening[] = []
  /** Drafts with changes. */
  readonly touched = new Set<StoredHappening>()
  /** Happenings that the planner has changed, but that are no drafts and therefore stay unchanged. */
  readonly skipped = new Set<StoredHappening>()
  /** Stored rows in drafts that the planner still has. */
  readonly found = new Set<StoredSubhappening | StoredEntry>()

  constructor(index: StateIndex, planned: readonly PlannedHappening[]) {
    this.#index = index
    for (const happening of planned) this.#take(happening)
  }

  #take(happening: PlannedHappening) {
    const known = this.#index.happenings.get(happening.id)
    if (known && !known.isDraft) {
      if (differsDeeply(this.#index, known, happening)) this.skipped.add(known)
      return
    }
    if (!known) this.added.push(happening)
    else if (happeningDiffers(known, happening)) {
      this.rows.happenings.push(happening)
      this.touched.add(known)
    }
    for (const sub of happening.subhappenings) this.#takeSub(sub, happening.id, known)
  }

  #takeSub(sub: PlannedSubhappening, into: string, happening: StoredHappening | undefined) {
    const known = this.#index.subs.get(sub.id)
    if (!known) {
      this.rows.newSubs.push({ into, sub })
      this.#touch(happening)
    } else {
      const owner = this.#index.ownerOf(known)
      if (!this.#mayFollow(owner, known)) return
      if (known.name !== sub.name || owner !== happening) {
        this.rows.subs.push({ into, sub })
        this.#touch(owner, happening)
      }
    }
    for (const entry of sub.entries) this.#takeEntry(entry, sub.id, known, happening)
  }

  #takeEntry(
    entry: PlannedEntry,
    into: string,
    sub: StoredSubhappening | undefined,
    happening: StoredHappening | undefined,
  ) {
    const known = this.#index.entries.get(entry.id)
    if (!known) {
      this.rows.newEntries.push({ into, entry })
      this.#touch(happening)
      return
    }
    const owner = this.#index.ownerOfEntry(known)
    if (!this.#mayFollow(owner, known)) return
    if (known.subhappening_id === sub?.id && !entryDiffers(known, entry)) return
    this.rows.entries.push({ into, entry })
    if (hasLocalTimes(known) && planDiffers(known, entry)) this.rows.replanned.push({ known, entry })
    this.#touch(owner, happening)
  }

  #mayFollow(owner: StoredHappening, known: StoredSubhappening | StoredEntry): boolean {
    if (owner.isDraft) this.found.add(known)
    else this.skipped.add(owner)
    return owner.isDraft
  }

  #touch(...happenings: (StoredHappening | undefined)[]) {
    for (const one of happenings) if (one) this.touched.add(one)
  }
}
