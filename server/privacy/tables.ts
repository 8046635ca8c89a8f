// Says for each table what it holds of a person, and what becomes of that when they are made anonymous. A new table is
// named here: the type asks for it, and a test asks the database itself for tables and references that are not here.
import type { Tables } from '#server/db/tables.ts'

type Held =
  /** In the export; `parts` of sections-store.ts say how. `afterwards`: when the person is made anonymous. */
  | { exported: true; afterwards: string }
  /** Not in the export, and why. */
  | { exported: false; why: string; afterwards?: string }

const nobodys = (why: string): Held => ({ exported: false, why })

export const heldIn: Record<keyof Tables, Held> = {
  users: { exported: true, afterwards: 'stays, without name, numbers and password' },
  sessions: { exported: true, afterwards: 'goes' },
  access_links: { exported: true, afterwards: 'goes' },
  identities: { exported: true, afterwards: 'goes' },
  passkeys: { exported: true, afterwards: 'goes' },
  one_time_codes: { exported: true, afterwards: 'goes' },
  recovery_codes: { exported: false, why: 'hashes alone; goes with one_time_codes', afterwards: 'goes' },
  api_tokens: { exported: true, afterwards: 'goes' },
  passkey_challenges: nobodys('random numbers, gone within minutes'),
  login_attempts: { exported: true, afterwards: 'goes' },
  known_addresses: { exported: true, afterwards: 'goes' },
  memberships: { exported: true, afterwards: 'goes; who had set others’ stays as a number' },
  background_results: { exported: true, afterwards: 'goes within a day by itself; its text is of others' },
  audit: { exported: true, afterwards: 'stays, without names and addresses' },
  doc_answers: { exported: true, afterwards: 'stays without signatures, or goes if that is wanted' },
  doc_reminders: { exported: true, afterwards: 'goes' },
  doc_rounds: { exported: true, afterwards: 'stays without name and signatures, or goes if that is wanted' },
  doc_photos: { exported: true, afterwards: 'stays with the answers, or goes if that is wanted' },
  doc_versions: { exported: true, afterwards: 'stays: the company’s text; who saved it stays as a number' },
  images: {
    exported: true,
    afterwards: 'those of chats go with their messages; those of documents are theirs',
  },
  subhappening_users: { exported: true, afterwards: 'goes' },
  time_entries: { exported: true, afterwards: 'stays, without name, number and note' },
  time_history: { exported: true, afterwards: 'stays, without notes and words that hold the name' },
  shift_feeds: { exported: true, afterwards: 'goes' },
  direct_chats: { exported: true, afterwards: 'stays: it is the other one’s, too' },
  chat_messages: { exported: true, afterwards: 'stays, or goes if that is wanted' },
  deleted_messages: { exported: true, afterwards: 'goes; of all after 90 days' },
  chat_marks: { exported: true, afterwards: 'goes' },
  push_subscriptions: { exported: true, afterwards: 'goes' },
  push_wishes: { exported: true, afterwards: 'goes' },
  list_views: { exported: true, afterwards: 'goes' },
  undos: { exported: true, afterwards: 'goes, as all do within the hour' },
  sign_ins: nobodys('sign-ins of minutes, of whom is not known yet'),
  logout_tokens: nobodys('numbers of messages that a provider has sent, gone within an hour'),
  groups: nobodys('names of groups; who belongs to them stands in memberships'),
  jobs: nobodys('work of minutes, gone when it is done; it holds numbers that stand elsewhere, too'),
  webhooks: nobodys('where other programs are told, and of what'),
  webhook_deliveries: nobodys('numbers that stand elsewhere, too, gone after 30 days'),
  job_losses: nobodys('counts alone'),
  docs: nobodys('the company’s texts; who changed them stands in audit'),
  doc_groups: nobodys('which groups see a document'),
  happenings: nobodys('what is planned; whom it concerns stands in time_entries and subhappening_users'),
  subhappenings: nobodys('parts of what is planned'),
  chat_rooms: nobodys('rooms; what is said in them stands in chat_messages'),
  nodes: nobodys('the servers themselves, and proxies in front of them'),
  clock: nobodys('moments alone: how far the clock is believed'),
  node_minutes: nobodys('figures of the servers, minute by minute'),
  failures: nobodys('errors of the program by route and place, without words and without whoever met them'),
  backups: nobodys('which files hold backups, and how each ended'),
  reminded: nobodys('the last day on which recorders were reminded'),
  revisions: nobodys('a number that sendings count from'),
  retention: nobodys('how long things are kept'),
  company: nobodys('what the company calls itself, and its logo'),
  rights_changes: nobodys('moments alone, gone within an hour'),
  server_keys: nobodys('keys of the server'),
}

/** Tables of the migrations themselves. */
export const ofTheDatabase = ['migrations']
