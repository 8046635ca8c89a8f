// The times of a row stand as text first, as those out of sight always do; its fields and the rest come while one
// reads them.
import { laterFile } from '#web/later.tsx'

const { prepare, useFile } = laterFile(() => import('./row-tools.ts'))
export const useRowTools = useFile
export type RowTools = ReturnType<typeof useRowTools>

// Not only once the rows are drawn: what they show is still on its way.
void prepare()
