/**
 * Work of one lane never waits for that of another. `places` is how much of it goes on at once on each node, `each` how
 * much of this may be of one queue: one push service's deliveries, one person's sendings.
 */
export const lanes = {
  /** Syncs and sendings of times: somebody looks at the screen and waits. */
  planner: { places: 5, each: 2 },
  /** Finding out whom a message alerts; asks the database alone. */
  alerts: { places: 2, each: 2 },
  /** Deliveries to the push services of the browsers, which may be slow or gone. */
  push: { places: 8, each: 4 },
  /** Mails, of which the mail server takes its time for each. */
  mail: { places: 2, each: 2 },
  /** What webhooks tell, to receivers that may be slow or gone. */
  webhooks: { places: 4, each: 2 },
  /** Backups: long, and nobody waits for them. */
  upkeep: { places: 1, each: 1 },
} as const satisfies Record<string, { places: number; each: number }>

export type Lane = keyof typeof lanes
