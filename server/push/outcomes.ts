// Outcomes of deliveries to each push service, on this node since its start.

/** 'gone': the device no longer exists (404, 410). 'refused': any other error status. 'silent': no answer. */
const outcomes = ['sent', 'gone', 'refused', 'silent'] as const
export type Outcome = (typeof outcomes)[number]

/**
 * After this many unanswered requests in a row the whole service counts as silent. Fewer may be caused by a single
 * device.
 */
const SILENT_AFTER_FAILURES = 3

export class PushOutcomeCounter {
  readonly #services = new Map<string, Record<Outcome, number> & { unanswered: number }>()

  count(service: string, outcome: Outcome) {
    const counts = this.#services.get(service) ?? { sent: 0, gone: 0, refused: 0, silent: 0, unanswered: 0 }
    counts[outcome]++
    counts.unanswered = outcome === 'silent' ? counts.unanswered + 1 : 0
    this.#services.set(service, counts)
  }

  isSilent(service: string): boolean {
    return (this.#services.get(service)?.unanswered ?? 0) >= SILENT_AFTER_FAILURES
  }

  counts(): { service: string; outcome: Outcome; count: number }[] {
    return [...this.#services].flatMap(([service, counts]) =>
      outcomes.map((outcome) => ({ service, outcome, count: counts[outcome] })),
    )
  }

  services(): { service: string; answers: boolean }[] {
    return [...this.#services].map(([service, { unanswered }]) => ({
      service,
      answers: unanswered < SILENT_AFTER_FAILURES,
    }))
  }
}
