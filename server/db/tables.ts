import type { Generated, GeneratedAlways } from 'kysely'

/** The columns of every table, as the migrations make them. */
export type Tables = {
  users: {
    id: GeneratedAlways<number>
    username: string
    username_key: GeneratedAlways<string>
    is_admin: Generated<boolean>
    is_active: Generated<boolean>
    password_hash: string | null
    persplan_id: string | null
    persplan_barcode: string | null
    persplan_username: string | null
    persplan_nachname: string | null
    persplan_vorname: string | null
    persplan_email: string | null
    persplan_telefon: string | null
    created_at: Generated<Date>
    search: GeneratedAlways<string>
  }
  sessions: {
    id: GeneratedAlways<number>
    token_hash: Buffer
    user_id: number
    created_at: Generated<Date>
    seen_at: Generated<Date>
    expires_at: Date
  }
  login_attempts: {
    id: GeneratedAlways<number>
    account: string
    address: string
    failed: Generated<boolean>
    at: Generated<Date>
  }
  known_addresses: { user_id: number; address: string; at: Generated<Date> }
  groups: {
    id: GeneratedAlways<number>
    name: string
    name_key: GeneratedAlways<string>
    planner_name: string | null
    created_at: Generated<Date>
  }
  memberships: {
    user_id: number
    group_id: number
    imported: Generated<boolean>
    override: Generated<'none' | 'grant' | 'revoke'>
    is_effective: GeneratedAlways<boolean>
    changed_by: number | null
    changed_at: Date | null
  }
  jobs: {
    id: GeneratedAlways<number>
    kind: string
    key: string | null
    payload: Generated<Record<string, unknown>>
    run_at: Generated<Date>
    attempts: Generated<number>
    created_at: Generated<Date>
  }
  background_results: {
    id: string
    kind: string
    started_by: number | null
    result: string | null
    created_at: Generated<Date>
    finished_at: Date | null
  }
  audit: {
    id: GeneratedAlways<number>
    at: Generated<Date>
    user_id: number | null
    action: string
    subject: Generated<unknown>
  }
}
