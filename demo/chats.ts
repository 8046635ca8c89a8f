// Recent chats of the company: messages, and everybody's read marks.
import sharp from 'sharp'
import type { ChatKind } from '#contract/chat.ts'
import type { ReactionName } from '#contract/words/reactions.ts'
import type { Tx } from '#server/db/connect.ts'
import { reEncode } from '#server/drawing/re-encode.ts'
import { insertImage } from '#server/images/store.ts'
import { cast, type GroupName, type Person } from './cast.ts'
import { zone } from './zone.ts'

type ChatLine = {
  by: Person
  days: number
  at: string
  says: string
  image?: true
  /** Index in `said` of the message that this one answers. */
  replyTo?: number
  reactions?: Partial<Record<ReactionName, Person[]>>
}
type Conversation = { said: ChatLine[]; unread?: [who: Person, last: number][] }
const { anna, bruno, clara, david, elif, frieda, georg, hannah, ibrahim, jana, kai, lena } = cast

const chatLine = (by: Person, days: number, at: string, says: string): ChatLine => ({ by, days, at, says })

const groupConversations: Partial<Record<GroupName | 'Sommerfest 2026' | 'Ersthelfer', Conversation>> = {
  Bühne: {
    said: [
      chatLine(
        bruno,
        6,
        '08:12',
        'Guten Morgen zusammen. Der Lkw mit den Podesten kommt am Montag um 6:30 Uhr, nicht um 7.',
      ),
      chatLine(ibrahim, 6, '08:15', 'Alles klar, ich mache das Tor auf.'),
      chatLine(georg, 6, '08:31', 'Bin dabei.'),
      chatLine(
        anna,
        5,
        '17:44',
        'Die Winde 3 klemmt wieder. Ich habe sie gesperrt und einen Zettel drangehängt.',
      ),
      chatLine(
        bruno,
        5,
        '17:52',
        'Danke, Anna. Die Wartung kommt am Donnerstag. Bis dahin bitte nur 1, 2 und 4.',
      ),
      chatLine(ibrahim, 2, '14:03', 'Plan für die Nordlicht-Gala, so wie gestern besprochen:'),
      {
        ...chatLine(ibrahim, 2, '14:03', ''),
        image: true,
        reactions: { heart: [anna, georg], wow: [bruno] },
      },
      chatLine(ibrahim, 2, '14:04', 'Die Rampe links bleibt frei, da fährt das Klavier rein.'),
      chatLine(anna, 2, '14:10', 'Sieht gut aus. Wo steht das Mischpult?'),
      {
        ...chatLine(
          ibrahim,
          2,
          '14:12',
          'Hinten rechts, neben dem Notausgang. Zwei Meter Abstand sind eingehalten.',
        ),
        replyTo: 8,
      },
      chatLine(bruno, 1, '09:20', 'Der Ablauf steht jetzt im Netz: https://nordlicht.example/gala/ablauf'),
      chatLine(
        bruno,
        1,
        '09:21',
        'Bitte lesen Sie vor allem Seite 2 (Umbau in der Pause).\n\n- 20:40 Vorhang zu\n- 20:42 Podest A und B weg\n- 20:55 Klavier auf Position',
      ),
      chatLine(georg, 1, '09:48', '13 Minuten sind sportlich. Zu viert geht es.'),
      chatLine(bruno, 1, '09:50', 'Sie sind zu fünft.'),
      chatLine(ibrahim, 0, '07:02', 'Tor ist offen, Bühne ist gewischt.'),
      chatLine(anna, 0, '07:09', 'Bin in zehn Minuten da, bringe Brötchen mit.'),
      {
        ...chatLine(georg, 0, '07:10', 'Mit Käse bitte!'),
        replyTo: 15,
        reactions: { laugh: [anna, ibrahim] },
      },
      chatLine(bruno, 0, '07:15', 'Danke Ihnen allen. Um 13 Uhr kurze Einweisung vorne am Portal.'),
    ],
    unread: [
      [anna, 15],
      [georg, 12],
    ],
  },
  Technik: {
    said: [
      chatLine(
        hannah,
        4,
        '10:05',
        'Die neuen Funkstrecken sind da. Kanal 5 bis 8, bitte nicht mit den alten mischen.',
      ),
      chatLine(kai, 4, '10:22', 'Schon ausgepackt und beschriftet.'),
      chatLine(
        david,
        3,
        '16:40',
        'Dimmerstadt 2 meldet einen Erdschluss in Kreis 14. Habe ihn abgeschaltet.',
      ),
      chatLine(hannah, 3, '16:45', 'Gut. Nehmen Sie so lange Kreis 22, der ist frei.'),
      chatLine(anna, 1, '12:30', 'Wer hat die 20-Meter-Verlängerung aus dem Lager? Sie fehlt auf der Liste.'),
      chatLine(kai, 1, '12:34', 'Ich, entschuldigung. Liegt im Transporter, kommt heute Abend zurück.'),
      chatLine(david, 0, '08:20', 'Linecheck heute um 15 Uhr, nicht um 16 Uhr. Die Band kommt früher.'),
      chatLine(hannah, 0, '08:25', 'Ist notiert. Ich bin ab 14 Uhr am Pult.'),
    ],
    unread: [
      [anna, 6],
      [kai, 7],
    ],
  },
  Empfang: {
    said: [
      chatLine(lena, 3, '11:00', 'Für die Gala haben sich 214 Gäste angemeldet, davon 6 mit Rollstuhl.'),
      chatLine(elif, 3, '11:08', 'Dann öffnen wir Tür B mit. Die Rampe prüfe ich vorher.'),
      chatLine(frieda, 1, '15:20', 'In der Garderobe fehlen Marken 120 bis 140.'),
      chatLine(lena, 1, '15:26', 'Sind bestellt und kommen morgen früh.'),
      chatLine(frieda, 0, '08:02', 'Marken sind da. Ich hänge sie gleich auf.'),
    ],
    unread: [[elif, 4]],
  },
  'Sommerfest 2026': {
    said: [
      chatLine(
        jana,
        8,
        '13:00',
        'Wir haben die Wiese am Kanal. Jetzt brauchen wir noch jemanden für den Grill.',
      ),
      chatLine(ibrahim, 8, '13:04', 'Grillen mache ich gern.'),
      chatLine(frieda, 8, '13:30', 'Ich bringe Salate mit. Wer isst kein Fleisch?'),
      chatLine(lena, 7, '09:10', 'Ich, und Bruno auch.'),
      chatLine(bruno, 7, '09:12', 'Stimmt. 😊'),
    ],
  },
  Ersthelfer: {
    said: [
      chatLine(elif, 9, '10:00', 'Der Auffrischungskurs ist am 12. von 9 bis 13 Uhr im Probenraum.'),
      chatLine(kai, 9, '10:40', 'Ich bin dabei.'),
      chatLine(anna, 9, '11:15', 'Ich auch. Der Kasten an Tor 2 ist übrigens wieder vollständig.'),
    ],
  },
}

const directConversations: [Person, Person, Conversation][] = [
  [
    anna,
    bruno,
    {
      said: [
        chatLine(bruno, 1, '18:05', 'Können Sie morgen die Einweisung für die Neuen übernehmen?'),
        chatLine(anna, 1, '18:11', 'Ja, gern. Wie viele sind es?'),
        chatLine(bruno, 1, '18:12', 'Drei. Schuhe und Helme liegen in der Werkstatt.'),
        chatLine(anna, 1, '18:13', 'Passt, ich bin um 12:45 Uhr da.'),
        chatLine(bruno, 0, '07:40', 'Noch eins: Einer spricht besser Englisch als Deutsch.'),
      ],
      unread: [[anna, 3]],
    },
  ],
  [
    anna,
    clara,
    {
      said: [
        chatLine(anna, 2, '09:30', 'Guten Morgen Clara, meine neue Nummer ist jetzt im Planer eingetragen.'),
        chatLine(clara, 2, '10:02', 'Danke, beim nächsten Abgleich ist sie auch hier. Schönen Tag!'),
      ],
    },
  ],
  [
    clara,
    hannah,
    {
      said: [chatLine(hannah, 0, '08:50', 'Kann Kai bitte auch die Veranstaltungen sehen?')],
      unread: [[clara, -1]],
    },
  ],
]

export async function seedChats(tx: Tx) {
  const users = await tx.selectFrom('users').select(['id', 'username']).execute()
  const ids = new Map(users.map(({ id, username }) => [username, id]))
  const idOf = ({ username }: Person) => ids.get(username) as number
  const image = await drawStagePlan()
  const rooms = [
    ...Object.entries(groupConversations).map(([name, talk]) => ({
      talk,
      find: () => roomOfGroup(tx, name),
    })),
    ...directConversations.map(([one, other, talk]) => ({
      talk,
      find: () => insertDirectRoom(tx, idOf(one), idOf(other)),
    })),
  ]
  // The latest message must have the highest id, since lists of rooms are ordered by it.
  const lastOf = ({ said }: Conversation) => messageDate(said.at(-1)).getTime()
  for (const { talk, find } of rooms.sort((a, b) => lastOf(a.talk) - lastOf(b.talk)))
    await insertConversation(tx, await find(), talk, idOf, image)
}

type Room = { kind: ChatKind; id: number; members: number[] }

async function roomOfGroup(tx: Tx, name: string): Promise<Room> {
  const { id } = await tx.selectFrom('groups').where('name', '=', name).select('id').executeTakeFirstOrThrow()
  const members = await tx
    .selectFrom('memberships')
    .where('group_id', '=', id)
    .where('is_effective', '=', true)
    .select('user_id')
    .execute()
  return { kind: 'groups', id, members: members.map(({ user_id }) => user_id) }
}

async function insertDirectRoom(tx: Tx, ...members: [number, number]): Promise<Room> {
  const { id } = await tx
    .insertInto('direct_chats')
    .values({ user_low: Math.min(...members), user_high: Math.max(...members) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { kind: 'direct', id, members }
}

async function insertConversation(
  tx: Tx,
  { kind, id, members }: Room,
  { said, unread = [] }: Conversation,
  idOf: (person: Person) => number,
  image: Buffer,
) {
  await tx.insertInto('chat_rooms').values({ kind, id, visible: true }).execute()
  const ids: number[] = []
  for (const one of said) {
    const by = idOf(one.by)
    const drawn = one.image && (await reEncode(image, { small: true }))
    const { id: message } = await tx
      .insertInto('chat_messages')
      .values({
        kind,
        room_id: id,
        user_id: by,
        content: one.says,
        created_at: messageDate(one),
        reply_to: one.replyTo === undefined ? null : (ids[one.replyTo] ?? null),
        image_id: typeof drawn === 'object' ? await insertImage(tx, by, drawn, { is_for_docs: false }) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(message)
    for (const [reaction, people] of Object.entries(one.reactions ?? {}))
      for (const person of people)
        await tx
          .insertInto('chat_reactions')
          .values({ message_id: message, user_id: idOf(person), reaction: reaction as ReactionName })
          .execute()
  }
  const last = ids.at(-1) ?? 0
  await tx
    .updateTable('chat_rooms')
    .set({ last_message_id: last })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
  const marks = new Map(unread.map(([who, upTo]) => [idOf(who), ids[upTo] ?? 0]))
  await tx
    .insertInto('chat_marks')
    .values(
      members.map((user_id) => ({ user_id, kind, room_id: id, read_up_to: marks.get(user_id) ?? last })),
    )
    .execute()
}

/** Until LATEST_MESSAGE_TIME all messages move back by a day, so that none is in the future. */
function messageDate({ days, at }: Pick<ChatLine, 'days' | 'at'> = { days: 0, at: '00:00' }): Date {
  const now = Temporal.Now.zonedDateTimeISO(zone)
  const shift = Temporal.PlainTime.compare(now.toPlainTime(), LATEST_MESSAGE_TIME) < 0 ? 1 : 0
  return new Date(now.subtract({ days: days + shift }).withPlainTime(at).epochMilliseconds)
}
/** Later than the time of day of every message. */
const LATEST_MESSAGE_TIME = '09:00'

/** Ibrahim's drawing of the stage. */
const drawStagePlan = () =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" font-family="Noto Sans, sans-serif">
      <rect width="1200" height="800" fill="#f7f4ec"/>
      <g fill="none" stroke="#27506b" stroke-width="5">
        <path d="M150 140h900v430q-450 130-900 0z"/>
        <path d="M150 140v-70h900v70" stroke-dasharray="16 12"/>
      </g>
      <g fill="#cfe0e8" stroke="#27506b" stroke-width="4">
        <rect x="330" y="220" width="230" height="130"/><rect x="640" y="220" width="230" height="130"/>
        <rect x="950" y="640" width="160" height="90" fill="#f1d9a7"/>
      </g>
      <path d="M180 470q70-90 150-40t60 90l-90 30z" fill="#3a3a3a"/>
      <path d="M60 640l150-90 40 70-150 90z" fill="#d9e6cf" stroke="#5d7f43" stroke-width="4"/>
    </svg>`),
  )
    .jpeg()
    .toBuffer()
