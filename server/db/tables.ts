import type { ChatTables } from './tables/chat.ts'
import type { DocsTables } from './tables/docs.ts'
import type { HappeningsTables } from './tables/happenings.ts'
import type { OperationTables } from './tables/operation.ts'
import type { UsersTables } from './tables/users.ts'

/** Columns of all tables, as left by the migrations. */
export type Tables = UsersTables & DocsTables & HappeningsTables & ChatTables & OperationTables
