import type { DocStatus } from '#contract/docs.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { notify } from '#server/push/notify.ts'
import { listReaders } from './visibility-store.ts'

type Announced = { id: number; name: string; status: DocStatus; public: boolean }

/** A document that becomes Aktiv is news for everybody who fills it in from now on. */
export async function announceDoc(tx: Tx, kontor: Kontor, by: Caller, doc: Announced) {
  const readers = await listReaders(tx, doc, by.id)
  await notify(
    tx,
    kontor,
    readers,
    {
      title: 'Neuer Prozess',
      body: doc.name,
      path: `/ui/docs/${doc.id}/show`,
      tag: `doc-${doc.id}`,
    },
    { wish: 'new_document' },
  )
}
