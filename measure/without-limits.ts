// Loaded before the server where one person asks for thousands: proofs and measurements of what lies behind the limits.
import { connectionLimits } from '#server/http/limits/connections.ts'
import { limits } from '#server/http/limits/limits.ts'
import { overloadLimits } from '#server/http/overload/overload.ts'

const PLENTY = 1e12
for (const limit of [
  ...Object.values(limits.rates),
  ...Object.values(limits.paces),
  limits.atOnce.open_requests,
  limits.atOnce.requests_at_work,
])
  limit.most = PLENTY
connectionLimits.requests = PLENTY
overloadLimits.crowd = PLENTY
for (const priority of ['low', 'normal', 'high'] as const) overloadLimits.atWork[priority] = PLENTY
