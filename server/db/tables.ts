import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ChatKind, NoiseLevel } from '#contract/chat.ts'
import type { DocStatus } from '#contract/docs.ts'
import type { Field, Value } from '#contract/document/fields.ts'
import type { RoundTable } from '#contract/document/round-table.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { HappeningStatus } from '#contract/happenings.ts'
import type { JobOutcome } from '#contract/jobs.ts'

/** Read as a value, written as its JSON text. */
type Json<T> = ColumnType<T, string, string>

/** Given up after its last attempt; not even queued, because too many wait; or of no use any more when its turn came. */
export type Loss = 'failed' | 'dropped' | 'outdated'

/** The columns of every table, as the migrations make them. */
export type Tables = {
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
  nodes: {
    id: string
    host: string
    version: string
    build: string
    started_at: Generated<Date>
    seen_at: Generated<Date>
    proxied_at: Date | null
    secure_at: Date | null
    stranger: string | null
  }
  clock: {
    one: Generated<boolean>
    believed_at: Date
    ticked_at: Date
    waited_ms: number | null
  }
  revisions: { one: Generated<boolean>; sent_from: number }
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
  jobs: {
    id: GeneratedAlways<number>
    kind: string
    queue: Generated<string>
    key: string | null
    payload: Generated<Record<string, unknown>>
    version: Generated<number>
    run_at: Generated<Date>
    useful_until: Date | null
    attempts: Generated<number>
    created_at: Generated<Date>
  }
  job_losses: {
    id: GeneratedAlways<number>
    kind: string
    reason: Loss
    count: Generated<number>
    at: Generated<Date>
  }
  background_results: {
    id: string
    kind: string
    started_by: number | null
    also_for: Generated<number[]>
    result: string | null
    failed: Generated<boolean>
    outcome: JobOutcome | null
    created_at: Generated<Date>
    finished_at: Date | null
  }
  node_minutes: {
    node: string
    minute: Date
    started_at: Date
    build: string
    requests: number
    failed: number
    /** In ms: 95 of 100 answers took no longer, and how late the process came to its work. */
    answer_ms: number | null
    delay_ms: number
    /** Of one core. */
    busy: number
    memory_bytes: number
    live: number
    waiting: number | null
    database_ms: number | null
  }
  failures: {
    id: GeneratedAlways<number>
    reference: string
    at: Date
    node: string
    route: string | null
    what: string
    place: string | null
    request_id: string | null
  }
  audit: {
    id: GeneratedAlways<number>
    at: Generated<Date>
    user_id: number | null
    action: string
    subject: Generated<unknown>
    address: string | null
    /** What stands before the dot of the action. */
    kind: GeneratedAlways<string>
    /** What the row is about: `doc 7`. */
    objects: GeneratedAlways<string[]>
  }
  docs: {
    id: GeneratedAlways<number>
    name: string
    status: Generated<DocStatus>
    public: Generated<boolean>
    content: Json<Tree>
    fields: Json<Field[]>
    images: Generated<string[]>
    version: Generated<number>
    last_update: Generated<Date>
    deleted_at: Date | null
    search: GeneratedAlways<string>
  }
  doc_groups: { doc_id: number; group_id: number }
  doc_answers: {
    id: GeneratedAlways<number>
    doc_id: number
    user_id: number | null
    data: Json<Record<string, Value>>
    changed_at: Generated<Date>
  }
  doc_rounds: {
    id: GeneratedAlways<number>
    doc_id: number
    ended_at: Generated<Date>
    ended_by: string
    ended_by_id: number | null
    results: Json<RoundTable>
  }
  images: {
    id: string
    type: string
    bytes: Buffer
    small: Buffer | null
    uploaded_by: number | null
    is_for_docs: Generated<boolean>
    created_at: Generated<Date>
  }
  happenings: {
    id: GeneratedAlways<number>
    planner_id: string
    name: string
    type: Generated<string>
    /** `YYYY-MM-DD` */
    date: string
    status: Generated<HappeningStatus>
    search: GeneratedAlways<string>
  }
  subhappenings: {
    id: GeneratedAlways<number>
    happening_id: number
    planner_id: string
    name: string
    search: GeneratedAlways<string>
  }
  subhappening_users: { subhappening_id: number; user_id: number }
  time_entries: {
    id: GeneratedAlways<number>
    subhappening_id: number
    planner_id: string
    personalnummer: string | null
    first_name: string | null
    last_name: string | null
    subcontractor: string | null
    status: string | null
    aufgabe: string | null
    funktion: string | null
    /** `YYYY-MM-DDTHH:MM:SS`, by the clock on the wall. */
    soll_von: string | null
    soll_bis: string | null
    soll_minutes: number | null
    ist_von: string | null
    ist_bis: string | null
    ist_minutes: number | null
    /** How often the actual times were changed here, and before that by the planner. */
    revision: Generated<number>
    imports: Generated<number>
    submitted: Generated<boolean>
    refused: string | null
    booked: Generated<boolean>
    to_withdraw: GeneratedAlways<boolean>
    personalnummer_order: GeneratedAlways<string | null>
    search: GeneratedAlways<string>
    /** Whose it was before their name was taken out. */
    former_user_id: number | null
  }
  time_history: {
    id: GeneratedAlways<number>
    entry_id: number
    at: Generated<Date>
    user_id: number | null
    kind: 'changed' | 'sent' | 'withdrawn' | 'refused' | 'planned'
    old_von: string | null
    old_bis: string | null
    new_von: string | null
    new_bis: string | null
    message: string | null
  }
  direct_chats: { id: GeneratedAlways<number>; user_low: number | null; user_high: number | null }
  chat_rooms: {
    kind: ChatKind
    id: number
    visible: boolean | null
    name: string | null
    last_message_id: number | null
    revision: Generated<number>
  }
  chat_messages: {
    id: GeneratedAlways<number>
    kind: ChatKind
    room_id: number
    user_id: number | null
    content: string
    image_id: string | null
    client_key: string | null
    created_at: Generated<Date>
  }
  chat_marks: {
    user_id: number
    kind: ChatKind
    room_id: number
    noise_level: NoiseLevel | null
    read_up_to: Generated<number>
  }
  backups: {
    id: GeneratedAlways<number>
    kind: 'daily' | 'by_hand' | 'base'
    node: string
    file: string
    started_at: Generated<Date>
    verified_at: Date | null
    failed_at: Date | null
    problem: string | null
    bytes: number | null
    row_count: number | null
    sealed: Generated<boolean>
    removed_at: Date | null
  }
  retention: {
    kind: string
    /** 0 is for ever, null as it is without a word of anybody. */
    months: number | null
    /** `YYYY-MM-DD` */
    ran_on: string | null
    removed: Generated<number>
  }
  rights_changes: { id: GeneratedAlways<number>; at: Generated<Date> }
  server_keys: { name: string; public_key: string; private_key: string }
  push_subscriptions: {
    id: GeneratedAlways<number>
    user_id: number
    session_id: number
    endpoint: string
    p256dh: string
    auth: string
    device: Generated<string>
    created_at: Generated<Date>
    delivered_at: Date | null
  }
  push_wishes: {
    user_id: number
    quiet_from: string | null
    quiet_until: string | null
    recorder_duty: Generated<boolean>
    new_document: Generated<boolean>
  }
}
