// Preload (`--import`) that lifts the limits per person, so that a measurement reaches the work behind them.

import { limits } from '#server/http/limits.ts'
import { connectionLimits } from '#server/http/listen.ts'

const PLENTY = 1e12
for (const limit of [...Object.values(limits.rates), limits.atOnce.requests_at_once]) limit.most = PLENTY
connectionLimits.requests = PLENTY
Object.assign(limits.global, { event_loop_delay: 0, waiting_for_database: PLENTY })
