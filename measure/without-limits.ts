// Loaded before the server where one person asks for thousands: proofs and measurements of what lies behind the limits.
import { connectionLimits } from '#server/http/connections.ts'
import { limits } from '#server/http/limits.ts'

const PLENTY = 1e12
for (const limit of [
  ...Object.values(limits.rates),
  limits.atOnce.open_requests,
  limits.atOnce.requests_at_work,
])
  limit.most = PLENTY
connectionLimits.requests = PLENTY
