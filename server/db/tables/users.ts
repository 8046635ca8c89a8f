// Users, their ways to sign in, and groups.
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { MailState } from '#contract/words/users.ts'

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
    names_search: GeneratedAlways<string>
    surname_folded: GeneratedAlways<string | null>
    first_name_folded: GeneratedAlways<string | null>
    /** Maintained by a trigger on `is_active`. */
    deactivated_at: Generated<Date | null>
    /**
     * Time when an administrator blocked the user, who comes from the planner; a constraint keeps `is_active` false.
     */
    blocked_at: Generated<Date | null>
    anonymised_at: Date | null
    /** Mail address stored in Kontor itself; takes precedence over the one from the planner. */
    email: string | null
    /** The password was set by somebody else. */
    password_is_given: Generated<boolean>
    /** Time when the password was set without proof of identity; otherwise null. */
    password_unproven_at: Date | null
    last_login_at: Date | null
    list_search: GeneratedAlways<string>
  }
  access_links: {
    id: GeneratedAlways<number>
    user_id: number
    kind: 'invitation' | 'reset'
    made_at: Generated<Date>
    token_hash: Buffer | null
    expires_at: Date | null
    mail: MailState | null
    /** Reason why the mail is delayed, as a sentence. */
    problem: string | null
  }
  passkeys: {
    id: GeneratedAlways<number>
    user_id: number
    name: string
    credential_id: Buffer
    /** COSE format. */
    public_key: Buffer
    counter: number
    user_handle: Buffer
    made_at: Generated<Date>
    used_at: Date | null
  }
  passkey_challenges: {
    challenge: Buffer
    browser_hash: Buffer
    /** Null during a login. */
    user_id: number | null
    user_handle: Buffer | null
    expires_at: Date
  }
  one_time_codes: {
    user_id: number
    secret: Buffer
    /** Null until confirmed by a first code. */
    on_since: Date | null
    last_step: number | null
  }
  api_tokens: {
    id: GeneratedAlways<number>
    user_id: number
    name: string
    token_hash: Buffer
    scopes: string[]
    made_at: Generated<Date>
    expires_at: Date
    used_at: Date | null
    used_from: string | null
  }
  recovery_codes: { user_id: number; code_hash: Buffer }
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
    /**
     * Issuer of the identity provider, and its ids of the user and the session. Null for logins without a provider.
     */
    issuer: string | null
    subject: string | null
    sid: string | null
  }
  identities: { issuer: string; subject: string; user_id: number; made_at: Generated<Date> }
  sign_ins: {
    token_hash: Buffer
    issuer: string
    return_to: string | null
    again: Generated<boolean>
    begun_at: Generated<Date>
  }
  logout_tokens: { issuer: string; jti: string; seen_at: Generated<Date> }
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
    /** For a group of an identity provider: the provider, and the group's name there. */
    issuer: string | null
    provider_name: string | null
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
  list_views: {
    user_id: number
    /** A key of `server/users/list-views.ts`. */
    list: string
    hidden: Generated<string[]>
    search: JSONColumnType<Record<string, string>>
    changed_at: Generated<Date>
  }
  /** `before`: what is needed to undo the act; its shape depends on `kind`. */
  undos: {
    id: GeneratedAlways<number>
    user_id: number
    kind: string
    before: JSONColumnType<object>
    made_at: Generated<Date>
  }
}
