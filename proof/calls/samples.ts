// Builds the smallest valid input of a call from its schema. Values that must fit an existing record are found
// by name.
import type { TSchema } from 'typebox'
import { demoPassword } from '#demo/cast.ts'
import type { Database } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { type Call, propertiesOf } from './calls.ts'

type SampledShape = Record<string, unknown> & {
  type?: string | string[]
  properties?: Record<string, SampledShape>
  required?: string[]
}

/** A single grey pixel. */
const grey =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
/** Values of body fields by name, whatever the call. */
const meanings: Record<string, unknown> = {
  username: 'lena',
  // A table with one person, whom the planner knows.
  file: 'QmVudXR6ZXJuYW1lCmFubmEK',
  email: 'lena@nordlicht.example',
  key: '0'.repeat(32),
  password: demoPassword,
  public: true,
  // False would deactivate the user, and later calls in their name would be refused.
  is_active: true,
  content: { type: 'process' },
  endpoint: 'https://fcm.googleapis.com/fcm/send/probe',
  image: grey,
  logo: grey,
  // The example of RFC 8291.
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  start_date: '2026-11-21',
  end_date: '2026-11-22',
  address: 'https://empfang.example/kontor',
  quiet_from: '22:00',
  quiet_until: '06:00',
  // The first round of a process is never long ago nor far away.
  first: `${Temporal.Now.plainDateISO().add({ days: 30 }).toString()}T08:00`,
}

/** For each parameter of a path: something that exists, and something that does not. */
type Pair = { existing: string; missing: string }
const nowhere = '2147483647'
const rows: Record<string, (kontor: Kontor) => Promise<string>> = {
  user_id: async ({ db }) => String((await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id),
  group_id: async ({ db }) =>
    String((await db.selectFrom('groups').select('id').executeTakeFirstOrThrow()).id),
  groupname: async ({ db }) => (await db.selectFrom('groups').select('name').executeTakeFirstOrThrow()).name,
  kind: async () => 'groups',
  room_id: async ({ db }) =>
    String((await db.selectFrom('groups').select('id').executeTakeFirstOrThrow()).id),
  subscription_id: async () => '1',
  message_id: async () => '1',
  reaction: async () => 'up',
  passkey_id: async () => '1',
  token_id: async () => '1',
  webhook_id: async () => '1',
  delivery_id: async () => '1',
  list: async () => 'users',
  undo_id: async () => '1',
  session_id: async ({ db }) =>
    String((await db.selectFrom('sessions').select('id').executeTakeFirst())?.id ?? 1),
  newname: async () => 'Anderer Name',
  doc_id: async ({ db }) => String((await db.selectFrom('docs').select('id').executeTakeFirstOrThrow()).id),
  version: async () => '1',
  round_id: async () => '1',
  provider: async () => 'firma',
  photo_id: async () => 'A'.repeat(22),
  image_id: async () => 'A'.repeat(22),
  logo: async () => 'A'.repeat(22),
  happening_id: async ({ db }) => first(db, 'happenings'),
  subhappening_id: async ({ db }) => first(db, 'subhappenings'),
  timeentry_id: async ({ db }) => first(db, 'time_entries'),
  background_result_id: async () => 'A'.repeat(22),
  token: async () => 'A'.repeat(43),
  object_kind: async () => 'doc',
  object_id: async ({ db }) =>
    String((await db.selectFrom('docs').select('id').executeTakeFirstOrThrow()).id),
}

/** The lowest ids belong together: the seed inserts one happening with its parts and entries first. */
const first = async (db: Database, table: 'happenings' | 'subhappenings' | 'time_entries') =>
  String((await db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id)

export async function pathsOf(
  kontor: Kontor,
  { path, params }: Pick<Call, 'path' | 'params'>,
): Promise<Pair> {
  const pair: Pair = { existing: path, missing: path }
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const row = rows[name]
    const type = propertiesOf(params)[name]?.['type']
    if (!row) throw new Error(`samples.ts does not know what {${name}} names`)
    pair.existing = pair.existing.replace(`{${name}}`, encodeURIComponent(await row(kontor)))
    pair.missing = pair.missing.replace(`{${name}}`, type === 'string' ? 'gibt-es-nicht' : nowhere)
  }
  return pair
}

export const bodyOf = ({ body }: Pick<Call, 'body'>) =>
  body === undefined ? undefined : JSON.stringify(sampleOf(body))

export function sampleOf(schema: TSchema): unknown {
  return sample(schema as SampledShape)
}

function sample(shape: SampledShape, name = ''): unknown {
  if (Object.hasOwn(meanings, name)) return meanings[name]
  if ('const' in shape) return shape['const']
  if (Array.isArray(shape['enum'])) return shape['enum'][0]
  const branch = ((shape['anyOf'] ?? shape['oneOf']) as SampledShape[] | undefined)?.[0]
  if (branch) return sample(branch, name)
  switch ([shape.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.keys(shape.properties ?? {})
          .filter((key) => shape.required?.includes(key) || Object.hasOwn(meanings, key))
          .map((key) => [key, sample(shape.properties?.[key] ?? {}, key)]),
      )
    case 'array':
      return Array.from({ length: Number(shape['minItems'] ?? 0) }, () =>
        sample(shape['items'] as SampledShape),
      )
    case 'string':
      return sampleText(shape)
    case 'integer':
    case 'number':
      return Number(shape['minimum'] ?? 0)
    case 'boolean':
      return false
    default:
      return null
  }
}

function sampleText({ format, minLength }: SampledShape): string {
  if (format === 'date') return '2026-11-21'
  if (format === 'date-time') return '2026-11-21T12:00:00Z'
  if (format === 'time') return '12:00:00'
  return 'x'.repeat(Number(minLength ?? 1))
}
