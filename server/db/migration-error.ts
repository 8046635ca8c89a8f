/** The schema does not match this release: an applied step has changed, or one could not be applied. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
  readonly migration: string
  readonly reason: 'changed' | 'failed'

  constructor(migration: string, reason: 'changed' | 'failed', options?: ErrorOptions) {
    super(
      reason === 'changed'
        ? `Migration ${migration} was changed after it had been applied to this database.`
        : `Migration ${migration} failed; the database is as it was before.`,
      options,
    )
    this.migration = migration
    this.reason = reason
  }
}
