import { ask } from '#web/api.ts'

/** What became of work in the background; without a result while it is under way. */
export const askResult = (background_result_id: string, signal: AbortSignal) =>
  ask('GET', '/background_result/{background_result_id}/', { params: { background_result_id }, signal })
