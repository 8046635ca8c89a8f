// One clock for all texts that change with time. It ticks three times a minute.
import { createStore, useStore } from '#web/store.ts'
import { today } from './days.ts'

const TICK_MS = 20_000

const nowStore = createStore(Date.now())
setInterval(() => nowStore.set(Date.now()), TICK_MS)

/** The present moment in ms. */
export const useNow = () => useStore(nowStore)

/** Changes at midnight: 'Heute' becomes 'Gestern'. */
export const useToday = () => useStore(nowStore, (now) => today(new Date(now)))
