import { ask } from '#web/api.ts'

/** Result of a background job; null while it runs. */
export const fetchJobResult = (background_result_id: string, signal: AbortSignal) =>
  ask('GET', '/background_result/{background_result_id}/', { params: { background_result_id }, signal })
