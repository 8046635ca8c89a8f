// Everything that is stored about one person, part by part: what it is called, and where it is read. The words of
// others and their names are theirs, and left out. tables.ts says of every table in which of these parts it is, or
// why in none.
import { sql } from 'kysely'
import { sentenceOf } from '#server/audit/sentences.ts'
import { chatSections } from './chat-sections-store.ts'
import { docsSections } from './docs-sections-store.ts'
import type { Row, Section } from './section.ts'
import { isAbout } from './subject-store.ts'
import { timesSections } from './times-sections-store.ts'

/** A row of the audit log with its German sentence. */
const told = ({ subject, ...row }: Row): Row => ({
  ...row,
  sentence: sentenceOf(String(row['action']), subject as Record<string, unknown>),
})

export const sections: readonly Section[] = [
  {
    name: 'profile',
    title: 'Profil',
    tables: ['users'],
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
    rows: ({
      id,
    }) => sql`select id, username, persplan_vorname, persplan_nachname, persplan_email, persplan_telefon, email,
      persplan_id, persplan_barcode, persplan_username, is_admin, is_active, password_hash is not null as has_password,
      password_is_given, password_unproven_at, last_login_at, created_at, deactivated_at, blocked_at, anonymised_at from users where id = ${id}`,
    order: ['id'],
  },
  {
    name: 'groups',
    title: 'Gruppen und Zuweisungen',
    tables: ['memberships'],
    columns: {
      group: 'Gruppe',
      is_effective: 'gehört dazu',
      imported: 'aus der Planung',
      changed_at: 'geändert',
    },
    rows: ({
      id,
    }) => sql`select group_id, groups.name as "group", is_effective, imported, override, changed_at
      from memberships join groups on groups.id = group_id where user_id = ${id}`,
    order: ['group_id'],
  },
  ...timesSections,
  ...docsSections,
  {
    name: 'doc_versions',
    title: 'Gespeicherte Fassungen von Prozessen',
    tables: ['doc_versions'],
    columns: { doc: 'Prozess', version: 'Fassung', saved_at: 'gespeichert', named: 'Name' },
    rows: ({
      id,
    }) => sql`select doc_id, docs.name as doc, doc_versions.version, saved_at, doc_versions.name as named
      from doc_versions join docs on docs.id = doc_id where saved_by = ${id}`,
    order: ['doc_id', 'version'],
  },
  ...chatSections,
  {
    name: 'sessions',
    title: 'Sitzungen',
    tables: ['sessions'],
    columns: {
      device: 'Gerät',
      address: 'Adresse',
      issuer: 'über den Anbieter',
      created_at: 'angemeldet',
      seen_at: 'zuletzt benutzt',
    },
    rows: ({
      id,
    }) => sql`select id, device, address, issuer, subject, sid, created_at, seen_at, expires_at, confirmed_at
      from sessions where user_id = ${id}`,
    order: ['id'],
  },
  {
    name: 'access_links',
    title: 'Einladungen und Links für ein neues Passwort',
    tables: ['access_links'],
    columns: { kind: 'Was', made_at: 'Wann', expires_at: 'gilt bis', mail: 'E-Mail' },
    rows: ({ id }) =>
      sql`select id, kind, made_at, expires_at, mail, problem from access_links where user_id = ${id}`,
    order: ['id'],
  },
  {
    name: 'identities',
    title: 'Konten bei Anbietern der Anmeldung',
    tables: ['identities'],
    columns: { issuer: 'Anbieter', subject: 'Kennung dort', made_at: 'seit' },
    rows: ({ id }) => sql`select issuer, subject, made_at from identities where user_id = ${id}`,
    order: ['made_at', 'issuer', 'subject'],
  },
  {
    name: 'passkeys',
    title: 'Passkeys',
    tables: ['passkeys'],
    columns: { name: 'Name', made_at: 'angelegt', used_at: 'zuletzt benutzt' },
    rows: ({
      id,
    }) => sql`select id, name, made_at, used_at, encode(credential_id, 'base64') as credential_id, counter
      from passkeys where user_id = ${id}`,
    order: ['id'],
  },
  {
    name: 'one_time_codes',
    title: 'Einmalcodes',
    tables: ['one_time_codes'],
    columns: { on_since: 'eingeschaltet' },
    rows: ({ id }) => sql`select user_id, on_since from one_time_codes where user_id = ${id}`,
    order: ['user_id'],
  },
  {
    name: 'api_tokens',
    title: 'API-Tokens',
    tables: ['api_tokens'],
    columns: { name: 'Name', made_at: 'angelegt', expires_at: 'gilt bis', used_at: 'zuletzt benutzt' },
    rows: ({ id }) => sql`select id, name, scopes, made_at, expires_at, used_at, used_from
      from api_tokens where user_id = ${id}`,
    order: ['id'],
  },
  {
    name: 'known_addresses',
    title: 'Adressen, von denen die Anmeldung bekannt ist',
    tables: ['known_addresses'],
    columns: { address: 'Adresse', at: 'Wann' },
    rows: ({ id }) => sql`select address, at from known_addresses where user_id = ${id}`,
    order: ['at', 'address'],
  },
  {
    name: 'login_attempts',
    title: 'Versuche, sich anzumelden',
    tables: ['login_attempts'],
    columns: { at: 'Wann', address: 'Adresse', failed: 'fehlgeschlagen' },
    rows: ({ accounts }) => sql`select id, at, address, failed
      from login_attempts where account = any(${accounts}::text[])`,
    order: ['id'],
  },
  {
    name: 'devices',
    title: 'Geräte für Benachrichtigungen',
    tables: ['push_subscriptions'],
    columns: { device: 'Gerät', service: 'Dienst', created_at: 'seit', delivered_at: 'zuletzt zugestellt' },
    rows: ({
      id,
    }) => sql`select id, device, split_part(endpoint, '/', 3) as service, endpoint, created_at, delivered_at
      from push_subscriptions where user_id = ${id}`,
    order: ['id'],
  },
  {
    name: 'notifications',
    title: 'Wünsche zu Benachrichtigungen',
    tables: ['push_wishes'],
    columns: {
      quiet_from: 'Ruhe ab',
      quiet_until: 'Ruhe bis',
      recorder_duty: 'neue Aufgaben als Zeiterfasser',
      missing_times: 'fehlende Zeiten',
      new_document: 'neue Prozesse',
    },
    rows: ({ id }) => sql`select user_id, quiet_from::text, quiet_until::text, recorder_duty, missing_times,
      new_document
      from push_wishes where user_id = ${id}`,
    order: ['user_id'],
  },
  {
    name: 'lists',
    title: 'Eingestellte Listen',
    tables: ['list_views'],
    columns: {
      list: 'Liste',
      hidden: 'verborgene Spalten',
      search: 'Auswahl und Reihenfolge',
      changed_at: 'zuletzt geändert',
    },
    rows: ({
      id,
    }) => sql`select replace(list, 'results-', 'Ergebnisse von Prozess ') as list, array_to_string(hidden, ', ') as hidden,
      (select string_agg(value, ', ' order by key) from jsonb_each_text(search)) as search, changed_at
      from list_views where user_id = ${id}`,
    order: ['list'],
  },
  {
    name: 'undos',
    title: 'Änderungen an vielen, die sich noch rückgängig machen lassen',
    tables: ['undos'],
    columns: { kind: 'Was', made_at: 'Wann' },
    rows: ({ id }) => sql`select id, kind, made_at from undos where user_id = ${id}`,
    order: ['id'],
  },
  {
    name: 'calendar',
    title: 'Adresse für den eigenen Kalender',
    tables: ['shift_feeds'],
    columns: { created_at: 'angelegt' },
    rows: ({ id }) => sql`select user_id, created_at from shift_feeds where user_id = ${id}`,
    order: ['user_id'],
  },
  {
    name: 'background_work',
    title: 'Gestartete Abgleiche und Sendungen',
    tables: ['background_results'],
    columns: { kind: 'Was', created_at: 'gestartet', finished_at: 'fertig' },
    rows: ({ id }) => sql`select id, kind, created_at, finished_at
      from background_results where started_by = ${id} or ${id} = any(also_for)`,
    order: ['created_at', 'id'],
  },
  {
    name: 'audit_by',
    title: 'Protokoll: was diese Person getan hat',
    tables: ['audit'],
    columns: { at: 'Wann', sentence: 'Was', address: 'Adresse' },
    rows: ({ id }) => sql`select id, at, action, subject, address from audit where user_id = ${id}`,
    order: ['at', 'id'],
    shown: told,
  },
  {
    name: 'audit_about',
    title: 'Protokoll: was mit dieser Person geschehen ist',
    tables: ['audit'],
    columns: { at: 'Wann', sentence: 'Was' },
    rows: ({ id }) => sql`select id, at, action, subject from audit
      where ${isAbout(id)} and user_id is distinct from ${id}`,
    order: ['at', 'id'],
    shown: told,
  },
]
