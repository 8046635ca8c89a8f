// Results as an Excel file: the current view, or a finished round.
import type { FastifyReply } from 'fastify'
import { noResultsSentences, whyNoResults } from '#contract/document/no-results.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { inSnapshot } from '#server/db/connect.ts'
import { abortOnDisconnect } from '#server/exports/abort-on-disconnect.ts'
import { setAttachmentHeader } from '#server/exports/file-name.ts'
import { originOf } from '#server/http/security.ts'
import type { Kontor } from '#server/kontor.ts'
import { getDocHead } from '../store.ts'
import { filterByFillStatus, type ResultsFilter, readResultsTable } from './read-results.ts'
import { toResultSheets } from './sheets.ts'
import { getRound } from './store.ts'

export async function downloadResults(
  kontor: Kontor,
  by: Caller,
  docId: number,
  filters: ResultsFilter,
  reply: FastifyReply,
) {
  const { doc, found } = await inSnapshot(kontor.db, async (tx) => {
    const doc = await getDocHead(tx, by, docId)
    return { doc, found: await readResultsTable(tx, doc, filters.filter) }
  })
  const nobody = noResultsSentences[whyNoResults(doc.fields.length > 0, filters)]
  const table = filterByFillStatus(found, filters.fill_status)
  await audit(kontor.db, by.id, 'doc.export', {
    doc_id: docId,
    format: 'Excel',
    people: table.people.length,
  })
  const pieces = await kontor.exports.excel(
    by,
    toResultSheets(table, { nobody, found, origin: originOf(kontor.config, reply.request) }),
    abortOnDisconnect(reply),
  )
  setAttachmentHeader(reply, `${doc.name} – Ergebnisse`, 'xlsx')
  return pieces
}

export async function downloadRound(
  kontor: Kontor,
  by: Caller,
  docId: number,
  roundId: number,
  reply: FastifyReply,
) {
  const { name } = await getDocHead(kontor.db, by, docId)
  const { ended_at, results } = await getRound(kontor.db, docId, roundId)
  const people = results.people.length
  await audit(kontor.db, by.id, 'doc.export', { doc_id: docId, round_id: roundId, format: 'Excel', people })
  const pieces = await kontor.exports.excel(
    by,
    toResultSheets(results, { origin: originOf(kontor.config, reply.request) }),
    abortOnDisconnect(reply),
  )
  setAttachmentHeader(
    reply,
    `${name} – Ergebnisse bis ${formatDay(ended_at, kontor.config.timeZone)}`,
    'xlsx',
  )
  return pieces
}

const formatDay = (moment: Date, timeZone: string) =>
  moment.toLocaleDateString('de-DE', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' })
