import { migrations } from '#server/db/migrate.ts'
import { needsOf } from '#server/db/releases.ts'

/** Tells an older release which steps this one's schema has, and which release each needs, before it is started. */
export async function schema() {
  const steps = (await migrations()).map((step) => ({ name: step.name, needs: needsOf(step) }))
  console.log(JSON.stringify(steps))
}
