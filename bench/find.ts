// The search over everything, with 20,000 people, a million messages and a thousand documents of 2,000 nodes:
// for words that occur everywhere, rarely, and nowhere.
import type { Figure } from '#measure/figures.ts'
import { median } from '#measure/statistics.ts'
import type { Product } from './product.ts'

const MESSAGES = 1_000_000
const DOCUMENTS = 1_000
/** About 2,000 nodes per document, since each paragraph has a text node. */
const PARAGRAPHS = 1_000
const HAPPENINGS = 20_000
const TRIES = 7
const goals = { ms: 100 }

/** The administrator is in ten of a hundred rooms. Every message has common words, each thousandth a rare one. */
const FILL = [
  `insert into groups (name) select 'Raum ' || n from generate_series(1, 100) n`,
  `insert into memberships (user_id, group_id, override)
    select users.id, groups.id, 'grant' from users, groups where users.username = 'admin' and groups.id % 10 = 0`,
  `insert into chat_rooms (kind, id) select 'groups', id from groups`,
  'drop index chat_messages_by_words, chat_messages_by_parts',
  `insert into chat_messages (kind, room_id, user_id, content, created_at)
    select 'groups', 1 + n % 100, 1 + n % 20000,
      'Bitte um ' || n % 24 || ' Uhr am Tor ' || n % 40 || ' sein, der Bus ' || n || ' steht hinten'
        || case when n % 1000 = 0 then ', und das Klavier auch' else '' end,
      now() - make_interval(secs => 30 * (${MESSAGES} - n))
    from generate_series(1, ${MESSAGES}) n`,
  `create index chat_messages_by_words on chat_messages using gin (words_of(content)) with (gin_pending_list_limit = 256)`,
  `create index chat_messages_by_parts on chat_messages using gin (search_text(content) gin_trgm_ops)
    with (gin_pending_list_limit = 256)`,
  `insert into docs (name, status, public, content)
    select 'Ablauf ' || d, 'Aktiv', true, json_build_object('type', 'process', 'content', (
      select json_agg(json_build_object('type', 'paragraph', 'content', json_build_array(json_build_object(
        'type', 'text', 'text', 'Vor dem Einsatz ' || p || ' prüfen alle die Ausrüstung der Bühne '
          || case when d = 500 and p = 900 then 'und den Kronleuchter' else '' end))))
      from generate_series(1, ${PARAGRAPHS}) p))
    from generate_series(1, ${DOCUMENTS}) d`,
  `insert into happenings (planner_id, name, type, date, status)
    select 'H' || n, 'Gala ' || n, 'Konzert', current_date - 300 + n % 600, 'Aktiv' from generate_series(1, ${HAPPENINGS}) n`,
  `insert into subhappenings (happening_id, planner_id, name)
    select id, 'S' || id || part, part from happenings cross join unnest(array['Bühne', 'Ton', 'Licht']) as part`,
  'vacuum analyze',
]

const words: Record<string, string> = {
  'in every message': 'bitte bus',
  'in one message of a thousand': 'klavier',
  'in every document': 'ausruestung',
  'in one document': 'kronleuchter',
  'in every happening': 'gala',
  'of every happening, and one of a team': 'gala licht',
  'of a happening, and one of its team': 'gala 1234 licht',
  'of every person': 'vorname',
  'of one person': 'nachname 1234',
  'that stands nowhere': 'xylophon',
  'two letters': 'vo',
}

/** Words for a second round, in which the administrator is a member of all rooms. */
const wordsOfMessages: Record<string, string> = {
  'in every message': 'bitte bus',
  'in one message of a thousand': 'klavier',
  'in one message of a million': '471108',
  'inside of a word of every message': 'inten',
  'inside of a word of one message of a thousand': 'avier',
  'inside of no word, of parts that stand everywhere': 'stehthin',
  'that stands nowhere': 'xylophon',
  'that is misspelt': 'klavire',
}

export async function findEverywhere(product: Product): Promise<Figure[]> {
  const { database } = product
  for (const statement of FILL) await database.query(statement)
  const figures = await timed(product, words, 'search, a word')
  await database.query(`insert into memberships (user_id, group_id, override)
    select users.id, groups.id, 'grant' from users, groups where users.username = 'admin' on conflict do nothing`)
  return [...figures, ...(await timed(product, wordsOfMessages, 'search by who is in all rooms, a word'))]
}

async function timed({ ask, cookie }: Product, all: Record<string, string>, what: string) {
  const figures: Figure[] = []
  for (const [name, filter] of Object.entries(all)) {
    const times: number[] = []
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const begin = performance.now()
      const { status, text } = await ask({
        method: 'GET',
        path: `/find/?filter=${encodeURIComponent(filter)}`,
        cookie,
      })
      if (status !== 200) throw new Error(`${filter}: answers ${status} ${text}`)
      times.push(performance.now() - begin)
    }
    figures.push({ figure: `${what} ${name}`, value: median(times), unit: 'ms', n: TRIES, goal: goals.ms })
  }
  return figures
}
