// One clock for all that changes by itself: it goes on three times a minute.
import { createStore, useStore } from '#web/store.ts'
import { today } from './days.ts'

const EVERY_MS = 20_000

const clock = createStore(Date.now())
setInterval(() => clock.set(Date.now()), EVERY_MS)

/** The present moment in ms. */
export const useNow = () => useStore(clock)

/** Changes at midnight: 'Heute' becomes 'Gestern'. */
export const useToday = () => useStore(clock, (now) => today(new Date(now)))
