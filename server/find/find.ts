// Global search over everything the caller may see. Shows the best few hits of each kind: matches at the start
// first, own before others', recent before old.

import { inWords } from '#contract/document/in-words.ts'
import { optionsIn } from '#contract/document/options.ts'
import { photoIn } from '#contract/document/photos.ts'
import { nodesOf, type Tree, textOf } from '#contract/document/tree.ts'
import type { Found } from '#contract/find.ts'
import { excerptOf, placesOf, wantedWords } from '#contract/words/found.ts'
import type { Caller } from '#server/caller.ts'
import { listOthersNamed } from '#server/chat/direct-store.ts'
import type { Kontor } from '#server/kontor.ts'
import { listShiftsNamed } from '#server/shifts/store.ts'
import { listMessagesWith } from './messages-store.ts'
import { listDocuments, listHappeningsNamed, listOwnAnswers, listTexts } from './store.ts'

/** Hits per kind. */
const HITS = 6
const nothing = { items: [], more: false }

export async function findAll(kontor: Kontor, by: Caller, filter: string): Promise<Found> {
  const words = wantedWords(filter)
  if (words.join('').length < SHORTEST)
    return {
      people: nothing,
      documents: nothing,
      answers: nothing,
      happenings: nothing,
      shifts: nothing,
      messages: { ...nothing, only_newest: false },
    }
  const [people, documents, answers, happenings, shifts, messages] = await Promise.all([
    findPeople(kontor, by, filter),
    findDocuments(kontor, by, filter, words),
    findAnswers(kontor, by, filter, words),
    findHappenings(kontor, by, filter),
    findShifts(kontor, by, filter),
    findMessages(kontor, by, words),
  ])
  return { people, documents, answers, happenings, shifts, messages }
}
/** A single letter matches everything. */
const SHORTEST = 2

const findPeople = async ({ db }: Kontor, by: Caller, filter: string) =>
  few(await listOthersNamed(db, by, filter, HITS + 1))

async function findDocuments({ db }: Kontor, by: Caller, filter: string, words: string[]) {
  const { items, more } = few(await listDocuments(db, by, { filter, words, limit: HITS + 1 }))
  const texts = await listTexts(
    db,
    items.filter(({ is_named }) => !is_named).map(({ id }) => id),
  )
  return {
    items: items.map(({ id, name }) => ({ id, name, excerpt: excerptIn(texts.get(id), words) })),
    more,
  }
}

/** Taken from the first paragraph or choice with the longest matching word. */
function excerptIn(document: Tree | undefined, words: string[]): string | null {
  if (!document) return null
  for (const word of words)
    for (const node of nodesOf(document)) {
      const text = wordsOf(node)
      if (text !== '' && placesOf(text, [word]).length > 0) return excerptOf(text, words)
    }
  return null
}

/** The text of a paragraph, or the options of a field. */
function wordsOf(node: Tree): string {
  if (node.content?.some(({ text }) => text !== undefined)) return textOf(node)
  const options = node.type === 'active' ? optionsIn(node.attrs?.['options']) : undefined
  return options?.map(({ text }) => text).join(', ') ?? ''
}

async function findAnswers({ db }: Kontor, by: Caller, filter: string, words: string[]) {
  const { items, more } = few(await listOwnAnswers(db, by, filter, HITS + 1))
  const hits = items.map(({ doc_id, doc_name, fields, data }) => {
    const types = new Map(fields.map(({ name, type }) => [name, type]))
    const texts = Object.entries(data).flatMap(([name, value]) =>
      typeof value === 'string' && photoIn(value) === undefined
        ? [[name, inWords(types.get(name) ?? 'textarea', value)] as const]
        : [],
    )
    const [field, value] = texts.find(([, text]) => placesOf(text, words).length > 0) ?? ['', '']
    return { doc_id, doc_name, field, excerpt: excerptOf(value, words) }
  })
  return { items: hits.filter(({ field }) => field !== ''), more }
}

async function findHappenings({ db }: Kontor, by: Caller, filter: string) {
  if (!by.may_see_happenings) return nothing
  return few(await listHappeningsNamed(db, by, filter, HITS + 1))
}

async function findShifts({ db }: Kontor, by: Caller, filter: string) {
  if (!by.is_planned) return nothing
  return few(await listShiftsNamed(db, by.id, filter, HITS + 1))
}

async function findMessages({ db }: Kontor, by: Caller, words: string[]) {
  const { said, only_newest } = await listMessagesWith(db, by, words, HITS + 1)
  const { items, more } = few(said)
  return {
    only_newest,
    more,
    items: items.map(({ content, created_at, ...message }) => ({
      ...message,
      created_at: created_at.toISOString(),
      excerpt: excerptOf(content, words),
    })),
  }
}

const few = <Hit>(hits: Hit[]) => ({ items: hits.slice(0, HITS), more: hits.length > HITS })
