// All data about a person, by table: each section declares how its rows are exported, what anonymising does to
// them, and what the preview counts. Tables without a section give a reason. Other people's words and names are
// their data and left out. docs/decisions/0019-data-protection.md.
import { sql } from 'kysely'
import { sentenceOf } from '#server/audit/actions.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { formerPersonName } from '#server/db/people.ts'
import type { Tables } from '#server/db/tables.ts'
import { chatSections } from './chat-sections-store.ts'
import { docsSections } from './docs-sections-store.ts'
import {
  type AnonymiseOptions,
  countForPreview,
  type ForgetRule,
  forgetRows,
  ownRows,
  type Row,
  type Section,
} from './section-store.ts'
import { type DataSubject, isAbout } from './subject-store.ts'
import { timesSections } from './times-sections-store.ts'

/** Adds the German sentence to an audit row. */
const withSentence = ({ subject, ...row }: Row): Row => ({
  ...row,
  sentence: sentenceOf(String(row['action']), subject as Record<string, unknown>),
})

const all = [
  {
    name: 'profile',
    title: 'Profil',
    table: 'users',
    columns: {
      username: 'Benutzername',
      persplan_vorname: 'Vorname',
      persplan_nachname: 'Nachname',
      persplan_email: 'E-Mail',
      email: 'eigene E-Mail',
      persplan_telefon: 'Telefon',
      persplan_id: 'Nummer in der Personalplanung',
      persplan_barcode: 'Barcode',
      persplan_username: 'Benutzername in der Personalplanung',
      is_admin: 'Admin',
      is_active: 'kann sich anmelden',
      has_password: 'hat ein Passwort',
      last_login_at: 'zuletzt angemeldet',
      created_at: 'angelegt',
      deactivated_at: 'deaktiviert',
      blocked_at: 'gesperrt',
      anonymised_at: 'anonymisiert',
    },
    rows: ({ id }) => sql`
      select id, username, persplan_vorname, persplan_nachname, persplan_email, persplan_telefon, email,
      persplan_id, persplan_barcode, persplan_username, is_admin, is_active, password_hash is not null as has_password,
      password_is_given, password_unproven_at, last_login_at, created_at, deactivated_at, blocked_at, anonymised_at from users where id = ${id}`,
    order: ['id'],
    forget: forgetProfile,
    counts: { profile: 'rows' },
  },
  {
    name: 'groups',
    title: 'Gruppen und Zuweisungen',
    table: 'memberships',
    columns: {
      group: 'Gruppe',
      is_effective: 'gehört dazu',
      imported: 'aus der Planung',
      changed_at: 'geändert',
    },
    rows: ({ id }) => sql`
      select group_id, groups.name as "group", is_effective, imported, override, changed_at
      from memberships join groups on groups.id = group_id where user_id = ${id}`,
    order: ['group_id'],
    forget: 'delete',
    counts: { groups: 'rows' },
  },
  ...timesSections,
  ...docsSections,
  ...chatSections,
  {
    name: 'sessions',
    title: 'Sitzungen',
    ...ownRows(
      'sessions',
      sql`id, device, address, issuer, subject, sid, created_at, seen_at, expires_at, confirmed_at`,
    ),
    columns: {
      device: 'Gerät',
      address: 'Adresse',
      issuer: 'über den Anbieter',
      created_at: 'angemeldet',
      seen_at: 'zuletzt benutzt',
    },
    order: ['id'],
    counts: { sessions: 'rows' },
  },
  {
    name: 'access_links',
    title: 'Einladungen und Links für ein neues Passwort',
    ...ownRows('access_links', sql`id, kind, made_at, expires_at, mail, problem`),
    columns: { kind: 'Was', made_at: 'Wann', expires_at: 'gilt bis', mail: 'E-Mail' },
    order: ['id'],
    counts: { links: 'rows' },
  },
  {
    name: 'identities',
    title: 'Konten bei Anbietern der Anmeldung',
    ...ownRows('identities', sql`issuer, subject, made_at`),
    columns: { issuer: 'Anbieter', subject: 'Kennung dort', made_at: 'seit' },
    order: ['made_at', 'issuer', 'subject'],
    counts: { identities: 'rows' },
  },
  {
    name: 'passkeys',
    title: 'Passkeys',
    ...ownRows(
      'passkeys',
      sql`id, name, made_at, used_at, encode(credential_id, 'base64') as credential_id, counter`,
    ),
    columns: { name: 'Name', made_at: 'angelegt', used_at: 'zuletzt benutzt' },
    order: ['id'],
    counts: { passkeys: 'rows' },
  },
  {
    name: 'one_time_codes',
    title: 'Einmalcodes',
    ...ownRows('one_time_codes', sql`user_id, on_since`),
    columns: { on_since: 'eingeschaltet' },
    order: ['user_id'],
    counts: { codes: 'rows' },
  },
  {
    name: 'api_tokens',
    title: 'API-Tokens',
    ...ownRows('api_tokens', sql`id, name, scopes, made_at, expires_at, used_at, used_from`),
    columns: { name: 'Name', made_at: 'angelegt', expires_at: 'gilt bis', used_at: 'zuletzt benutzt' },
    order: ['id'],
    counts: { tokens: 'rows' },
  },
  {
    name: 'known_addresses',
    title: 'Adressen, von denen die Anmeldung bekannt ist',
    ...ownRows('known_addresses', sql`address, at`),
    columns: { address: 'Adresse', at: 'Wann' },
    order: ['at', 'address'],
    counts: { addresses: 'rows' },
  },
  {
    name: 'login_attempts',
    title: 'Versuche, sich anzumelden',
    table: 'login_attempts',
    columns: { at: 'Wann', address: 'Adresse', failed: 'fehlgeschlagen' },
    rows: ({ accounts }) => sql`
      select id, at, address, failed
      from login_attempts where account = any(${accounts}::text[])`,
    order: ['id'],
    forget: (tx, { accounts }) =>
      sql`delete from login_attempts where account = any(${accounts}::text[])`.execute(tx),
    counts: { addresses: 'rows' },
  },
  {
    name: 'devices',
    title: 'Geräte für Benachrichtigungen',
    ...ownRows(
      'push_subscriptions',
      sql`id, device, split_part(endpoint, '/', 3) as service, endpoint, created_at, delivered_at`,
    ),
    columns: { device: 'Gerät', service: 'Dienst', created_at: 'seit', delivered_at: 'zuletzt zugestellt' },
    order: ['id'],
    counts: { devices: 'rows' },
  },
  {
    name: 'notifications',
    title: 'Wünsche zu Benachrichtigungen',
    ...ownRows(
      'push_wishes',
      sql`user_id, quiet_from::text, quiet_until::text, recorder_duty, missing_times, new_document`,
    ),
    columns: {
      quiet_from: 'Ruhe ab',
      quiet_until: 'Ruhe bis',
      recorder_duty: 'neue Aufgaben als Zeiterfasser',
      missing_times: 'fehlende Zeiten',
      new_document: 'neue Prozesse',
    },
    order: ['user_id'],
    counts: { settings: 'rows' },
  },
  {
    name: 'lists',
    title: 'Eingestellte Listen',
    ...ownRows(
      'list_views',
      sql`replace(list, 'results-', 'Ergebnisse von Prozess ') as list, array_to_string(hidden, ', ') as hidden, (select string_agg(value, ', ' order by key) from jsonb_each_text(search)) as search, changed_at`,
    ),
    columns: {
      list: 'Liste',
      hidden: 'verborgene Spalten',
      search: 'Auswahl und Reihenfolge',
      changed_at: 'zuletzt geändert',
    },
    order: ['list'],
    counts: { settings: 'rows' },
  },
  {
    name: 'undos',
    title: 'Änderungen an vielen, die sich noch rückgängig machen lassen',
    ...ownRows('undos', sql`id, kind, made_at`),
    columns: { kind: 'Was', made_at: 'Wann' },
    order: ['id'],
    counts: { undos: 'rows' },
  },
  {
    name: 'calendar',
    title: 'Adresse für den eigenen Kalender',
    ...ownRows('shift_feeds', sql`user_id, created_at`),
    columns: { created_at: 'angelegt' },
    order: ['user_id'],
    counts: { calendar: 'rows' },
  },
  {
    name: 'background_work',
    title: 'Gestartete Abgleiche und Sendungen',
    table: 'background_results',
    columns: { kind: 'Was', created_at: 'gestartet', finished_at: 'fertig' },
    rows: ({ id }) => sql`
      select id, kind, created_at, finished_at
      from background_results where started_by = ${id} or ${id} = any(also_for)`,
    order: ['created_at', 'id'],
    // Expires within a day. Its text is about other people.
    forget: 'keep',
    counts: {},
  },
  {
    name: 'audit_by',
    title: 'Protokoll: was diese Person getan hat',
    table: 'audit',
    columns: { at: 'Wann', sentence: 'Was', address: 'Adresse' },
    rows: ({ id }) => sql`
      select id, at, action, subject, address from audit where user_id = ${id}`,
    order: ['at', 'id'],
    shown: withSentence,
    forget: forgetInAudit,
    counts: {
      audit: 'rows',
      audit_words: ({ id }) => sql`select from audit where ${identifiesPersonCondition(id)}`,
    },
  },
  {
    name: 'audit_about',
    title: 'Protokoll: was mit dieser Person geschehen ist',
    table: 'audit',
    columns: { at: 'Wann', sentence: 'Was' },
    rows: ({ id }) => sql`
      select id, at, action, subject from audit
      where ${isAbout(id)} and user_id is distinct from ${id}`,
    order: ['at', 'id'],
    shown: withSentence,
    forget: 'keep',
    counts: { audit: 'rows' },
  },
] as const satisfies readonly Section[]
type AnySection = (typeof all)[number]

/** In the order of the export and of anonymising. */
export const sections: readonly Section[] = all

/** Tables without a section, with the reason. The type forces every new table into one of the two. */
export const unexported: Record<
  Exclude<keyof Tables, AnySection['table']>,
  string | { why: string; forget: ForgetRule }
> = {
  recovery_codes: 'hashes alone; goes with one_time_codes',
  passkey_challenges: { why: 'random numbers, gone within minutes', forget: 'delete' },
  jobs: {
    why: 'work of minutes, gone when it is done; it holds numbers that stand elsewhere, too',
    forget: forgetInJobs,
  },
  sign_ins: 'sign-ins of minutes, of whom is not known yet',
  logout_tokens: 'numbers of messages that a provider has sent, gone within an hour',
  groups: 'names of groups; who belongs to them stands in memberships',
  webhooks: 'where other programs are told, and of what',
  webhook_deliveries: 'numbers that stand elsewhere, too, gone after 30 days',
  job_losses: 'counts alone',
  docs: 'the company’s texts; who changed them stands in audit',
  doc_groups: 'which groups see a document',
  happenings: 'what is planned; whom it concerns stands in time_entries and subhappening_users',
  subhappenings: 'parts of what is planned',
  chat_message_images: 'further images of messages, which are told with these',
  chat_touches: 'numbers of messages that have changed',
  chat_wordings: 'earlier wordings of messages, which are told with these',
  chat_rooms: 'rooms; what is said in them stands in chat_messages',
  nodes: 'the servers themselves, and proxies in front of them',
  node_minutes: 'figures of the servers, minute by minute',
  failures: 'errors of the program by route and place, without words and without whoever met them',
  backups: 'which files hold backups, and how each ended',
  reminded: 'the last day on which recorders were reminded',
  revisions: 'a number that sendings count from',
  retention: 'how long things are kept',
  company: 'what the company calls itself, and its logo',
  rights_changes: 'moments alone, gone within an hour',
  server_keys: 'keys of the server',
}

/** Applies the `forget` rule of every section, and of every table without a section that has such a rule. */
export async function forgetEverywhere(tx: Tx, subject: DataSubject, wanted: AnonymiseOptions) {
  const others = Object.entries(unexported).flatMap(([table, held]) =>
    typeof held === 'string' ? [] : [{ table: table as keyof Tables, forget: held.forget }],
  )
  for (const held of [...sections, ...others]) await forgetRows(tx, held, subject, wanted)
}

type KeyOf<Union> = Union extends unknown ? keyof Union : never
/** Keys of the preview. */
export type FateName = KeyOf<AnySection['counts']>

export const countFates = (db: Database, subject: DataSubject) =>
  countForPreview(db, sections, subject) as Promise<Record<FateName, number>>

async function forgetProfile(tx: Tx, { id }: DataSubject) {
  await sql`update users set username = ${formerPersonName(id)}, password_hash = null, is_admin = false, is_active = false,
      persplan_id = null, persplan_barcode = null, persplan_username = null, persplan_nachname = null,
      persplan_vorname = null, persplan_email = null, persplan_telefon = null, email = null, last_login_at = null,
      password_is_given = false, password_unproven_at = null, collides = false, anonymised_at = now()
    where id = ${id}`.execute(tx)
}

function forgetInJobs(tx: Tx, { id }: DataSubject) {
  return sql`delete from jobs where kind = 'push.send' and payload->>'user_id' = ${String(id)}`.execute(tx)
}

/** The audit log keeps who did what and when, without names, addresses and devices. */
async function forgetInAudit(tx: Tx, { id }: DataSubject) {
  const called = formerPersonName(id)
  await sql`select set_config('kontor.anonymises', 'yes', true)`.execute(tx)
  await sql`update audit set
      address = case when audit.user_id = ${id} or kind = 'refused' then null else address end,
      subject = case when kind = 'user' and ${isAbout(id)}
        then subject
          || case when subject ? 'username' then jsonb_build_object('username', ${called}::text) else '{}' end
          || case when subject ? 'from' then jsonb_build_object('from', ${called}::text, 'to', ${called}::text) else '{}' end
        else case when audit.user_id = ${id} then subject - 'device' else subject end end
    where ${identifiesPersonCondition(id)}`.execute(tx)
  await sql`select set_config('kontor.anonymises', 'no', true)`.execute(tx)
}

/** Audit rows with a person's name, device or address. */
const identifiesPersonCondition = (id: number) => sql<boolean>`(
  (audit.user_id = ${id} and (address is not null or subject ? 'device'))
  or (${isAbout(id)} and (
    (kind = 'refused' and address is not null)
    or (kind = 'user' and ${formerPersonName(id)} <> any(array[subject->>'username', subject->>'from', subject->>'to'])))))`
