// Tables of people, how they sign in, and the groups they are in.
import type { Generated, GeneratedAlways } from 'kysely'

export type UsersTables = {
  users: {
    id: GeneratedAlways<number>
    username: string
    username_key: GeneratedAlways<string>
    username_folded: GeneratedAlways<string>
    spoken_name: GeneratedAlways<string>
    sorted_name: GeneratedAlways<string>
    collides: Generated<boolean>
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
    names_search: GeneratedAlways<string>
    /** Set by the database with `is_active`. */
    deactivated_at: Generated<Date | null>
    anonymised_at: Date | null
  }
  sessions: {
    id: GeneratedAlways<number>
    token_hash: Buffer
    user_id: number
    created_at: Generated<Date>
    seen_at: Generated<Date>
    expires_at: Date
    device: Generated<string>
    address: Generated<string>
    confirmed_at: Generated<Date>
    host_only: Generated<boolean>
  }
  login_attempts: {
    id: GeneratedAlways<number>
    account: string
    address: string
    wide: Generated<string>
    was_known: Generated<boolean>
    failed: Generated<boolean>
    at: Generated<Date>
  }
  known_addresses: { user_id: number; address: string; at: Generated<Date> }
  groups: {
    id: GeneratedAlways<number>
    name: string
    name_key: GeneratedAlways<string>
    name_folded: GeneratedAlways<string>
    collides: Generated<boolean>
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
  rights_changes: { id: GeneratedAlways<number>; at: Generated<Date> }
}
