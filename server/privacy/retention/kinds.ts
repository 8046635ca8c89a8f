// Kinds of data with a retention period, and how each is deleted. Without a setting everything is kept except
// the audit log. Recorded times are never deleted: unsent ones are still needed, and sent ones are records of
// working time, to be kept for two years (§ 16 Abs. 2 ArbZG, § 17 Abs. 1 MiLoG) and, as a basis of wages,
// longer (§ 147 AO). Their history stays for those two years, and while anything is unsent.

import type { RawBuilder } from 'kysely'
import type { RetentionKind } from '#contract/privacy.ts'
import { lockRooms, refreshRoomsAfterDeletion } from '#server/chat/messages-store.ts'
import { type RoomKey, roomKeyText, toRoomKey } from '#server/chat/room-key.ts'
import { announceRoomChanges } from '#server/chat/rooms-changed.ts'
import type { Tx } from '#server/db/connect.ts'
import { Refused } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { anonymiseIn } from '../anonymise.ts'
import * as store from './store.ts'

export type Rule = {
  title: string
  says: string
  /** Default period in months; 0 means for ever. */
  usual: number
  least: number
  old: (cutoff: store.Cutoff) => RawBuilder<unknown>
  /**
   * Deletes up to `most` and returns the number deleted. A number below `most` means that nothing is left that
   * can be deleted now.
   */
  take: (kontor: Kontor, cutoff: store.Cutoff, most: number) => Promise<number>
}

const LEGAL_MONTHS = 24

/** For tables whose rows can be deleted without notifying open apps. */
const rowsRule = (
  table: Parameters<typeof store.deleteRows>[1],
  old: Rule['old'],
): Pick<Rule, 'old' | 'take'> => ({
  old,
  take: ({ db }, cutoff, most) => store.deleteRows(db, table, old(cutoff), most),
})

export const rules: Record<RetentionKind, Rule> = {
  messages: {
    title: 'Nachrichten',
    says: 'Nachrichten in allen Chats, mit ihren Bildern. Die Chats selbst bleiben.',
    usual: 0,
    least: 1,
    old: store.oldMessages,
    take: (kontor, cutoff, most) =>
      changeMessagesInRooms(kontor, (tx) => store.listOldMessages(tx, cutoff, most), store.deleteMessages),
  },
  images: {
    title: 'Bilder in Chats',
    says: 'Bilder in Chats; der Text der Nachricht bleibt, eine Nachricht ohne Text geht mit. Bilder in Prozessen bleiben.',
    usual: 0,
    least: 1,
    old: store.oldImages,
    take: deleteOldImages,
  },
  rounds: {
    title: 'Angaben aus früheren Runden',
    says: 'Runden von Prozessen, die vor so langer Zeit zurückgesetzt wurden. Die laufenden Angaben bleiben.',
    usual: 0,
    least: 1,
    ...rowsRule('doc_rounds', store.oldRounds),
  },
  history: {
    title: 'Verlauf der Zeiten',
    says: 'Wer eine Zeit wann geändert oder gesendet hat. Die Zeiten selbst bleiben, ebenso der Verlauf noch nicht gesendeter.',
    usual: 0,
    least: LEGAL_MONTHS,
    ...rowsRule('time_history', store.oldHistory),
  },
  audit: {
    title: 'Protokoll',
    says: 'Wer wann was getan hat. Abgelehntes wird immer nach 90 Tagen gelöscht.',
    usual: 24,
    least: 3,
    ...rowsRule('audit', store.oldAudit),
  },
  deactivated: {
    title: 'Deaktivierte Personen',
    says: 'Wer so lange deaktiviert ist, wird anonymisiert: Nachrichten, Angaben und Zeiten bleiben unter „Ehemalige Person …“. Das wartet, bis alle Zeiten der Person gesendet sind.',
    usual: 0,
    least: 1,
    old: store.oldPeople,
    take: anonymiseOldest,
  },
}

/**
 * Deletes or changes messages and refreshes open rooms. The rooms are locked first, as for every new message, so
 * that the last message of each room stays correct.
 */
function changeMessagesInRooms<Done>(
  kontor: Kontor,
  find: (tx: Tx) => Promise<store.Message[]>,
  take: (tx: Tx, ids: number[]) => Promise<Done>,
): Promise<Done> {
  return inTransaction(kontor, async (tx) => {
    const messages = await find(tx)
    const byRoom = new Map(
      messages.map((message): [string, RoomKey] => [roomKeyText(toRoomKey(message)), toRoomKey(message)]),
    )
    const rooms = [...byRoom.values()]
    await lockRooms(tx, rooms)
    const done = await take(
      tx,
      messages.map(({ id }) => id),
    )
    await refreshRoomsAfterDeletion(tx, rooms)
    await announceRoomChanges(tx, rooms)
    return done
  })
}

/** A message keeps its text without the picture; one without text is deleted. */
async function deleteOldImages(kontor: Kontor, cutoff: store.Cutoff, most: number): Promise<number> {
  const images = await store.listOldImages(kontor.db, cutoff, most)
  if (images.length === 0) return 0
  await changeMessagesInRooms(
    kontor,
    (tx) => store.listMessagesWithImages(tx, images),
    store.removeImagesFromMessages,
  )
  return store.deleteImages(kontor.db, images)
}

/**
 * Anonymises people who left long ago, each in a transaction of their own. People with unsent times are skipped
 * until those are sent.
 */
async function anonymiseOldest(kontor: Kontor, cutoff: store.Cutoff, most: number): Promise<number> {
  let done = 0
  let last = 0
  while (done < most) {
    const ids = await store.listLongDeactivated(kontor.db, cutoff, last)
    if (ids.length === 0) break
    for (const id of ids) {
      last = id
      if (await tryAnonymise(kontor, id)) done++
    }
  }
  return done
}

async function tryAnonymise(kontor: Kontor, id: number): Promise<boolean> {
  try {
    const wanted = { messages: false, answers: false }
    await inTransaction(kontor, (tx) => anonymiseIn(tx, { by: null, id, wanted }))
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
