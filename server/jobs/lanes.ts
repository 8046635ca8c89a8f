/**
 * Lanes never wait for each other. `places`: concurrent jobs of a lane per node; `each`: the maximum for one
 * queue, e.g. one push service or one person.
 */
export const lanes = {
  /** Syncs and transmissions of times, for which somebody waits at the screen. */
  planner: { places: 5, each: 2 },
  /** Finding the recipients of a message's notification; queries only. */
  alerts: { places: 2, each: 2 },
  /** Deliveries to the four push services, which may be slow or down. Each has four places of its own. */
  push: { places: 16, each: 4 },
  /** Mails; the mail server takes a while for each. */
  mail: { places: 2, each: 2 },
  /** Deliveries to webhook receivers, which may be slow or down. */
  webhooks: { places: 4, each: 2 },
  /** Backups and the index build: long, and nobody waits for them. */
  upkeep: { places: 1, each: 1 },
} as const satisfies Record<string, { places: number; each: number }>

export type Lane = keyof typeof lanes
