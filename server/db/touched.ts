// Whether a statement has affected any row.
import type { DeleteResult, InsertResult, UpdateResult } from 'kysely'

type Statement<R> = { executeTakeFirst: () => Promise<R> }

/** False if the row already existed. */
export const hasInserted = async (statement: Statement<InsertResult>): Promise<boolean> =>
  ((await statement.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n

export const hasUpdated = async (statement: Statement<UpdateResult>): Promise<boolean> =>
  (await statement.executeTakeFirst()).numUpdatedRows > 0n

export const hasDeleted = async (statement: Statement<DeleteResult>): Promise<boolean> =>
  (await statement.executeTakeFirst()).numDeletedRows > 0n
