// Global search over everything the caller may see. Shows the best few hits of each kind: matches at the start
// first, own before others', recent before old.

import { formatAnswer } from '#contract/document/in-words.ts'
import { parseOptions } from '#contract/document/options.ts'
import { parsePhotoId } from '#contract/document/photos.ts'
import { nodesOf, type Tree, treeText } from '#contract/document/tree.ts'
import type { SearchHits } from '#contract/find.ts'
import type { KindOfHits } from '#contract/words/hits.ts'
import { excerptOf, findWordStartMatches, minSearchLength, searchWordsOf } from '#contract/words/matches.ts'
import type { Caller } from '#server/caller.ts'
import { listOthersNamed } from '#server/chat/direct-store.ts'
import type { Serialisable } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { searchShifts } from '#server/shifts/store.ts'
import { listLatestTexts, listMessagesWith } from './messages-store.ts'
import { correctSpelling } from './spelled-alike.ts'
import {
  listDocContents,
  listDocuments,
  listHappeningsNamed,
  listOwnAnswers,
  listSimilarNames,
} from './store.ts'

/** Upper bounds of hits: per kind, for a single requested kind, and within one room. */
const MAX_HITS = 6
const MAX_HITS_OF_ONE_KIND = 30
const MAX_HITS_IN_ROOM = 100
const noHits = { items: [], more: false }
const noMessageHits = { ...noHits, only_newest: false }

type Query = { filter: string; kind?: KindOfHits | undefined; room?: string | undefined }
type Search = { filter: string; words: string[]; limit: number; room?: string | undefined }

export async function findAll(
  kontor: Kontor,
  by: Caller,
  { filter, kind, room }: Query,
): Promise<Serialisable<SearchHits>> {
  const words = searchWordsOf(filter)
  const isAsked = words.join('').length >= minSearchLength
  const most = kind === 'messages' && room ? MAX_HITS_IN_ROOM : MAX_HITS_OF_ONE_KIND
  const search: Search = { filter, words, limit: kind ? most : MAX_HITS, room }
  const isWanted = (one: KindOfHits) => isAsked && (kind ?? one) === one
  const [people, documents, answers, happenings, shifts, messages] = await Promise.all([
    isWanted('people') ? findPeople(kontor, by, search) : noHits,
    isWanted('documents') ? findDocuments(kontor, by, search) : noHits,
    isWanted('answers') ? findAnswers(kontor, by, search) : noHits,
    isWanted('happenings') ? findHappenings(kontor, by, search) : noHits,
    isWanted('shifts') ? findShifts(kontor, by, search) : noHits,
    isWanted('messages') ? findMessages(kontor, by, search) : noMessageHits,
  ])
  const hits = { people, documents, answers, happenings, shifts, messages }
  const isEmpty = Object.values(hits).every(({ items }) => items.length === 0)
  return { ...hits, proposal: isAsked && isEmpty && !kind ? await proposeSpelling(kontor, by, words) : null }
}

/** The proposal takes its spellings from names and the latest messages. */
async function proposeSpelling({ db }: Kontor, by: Caller, words: string[]): Promise<string | null> {
  const texts = await Promise.all([listSimilarNames(db, by, words), listLatestTexts(db, by)])
  return correctSpelling(words, texts.flat()) ?? null
}

const findPeople = async ({ db }: Kontor, by: Caller, { filter, limit }: Search) =>
  few(await listOthersNamed(db, by, filter, limit + 1), limit)

async function findDocuments({ db }: Kontor, by: Caller, { filter, words, limit }: Search) {
  const { items, more } = few(await listDocuments(db, by, { filter, words, limit: limit + 1 }), limit)
  const texts = await listDocContents(
    db,
    items.filter(({ is_named }) => !is_named).map(({ id }) => id),
  )
  return {
    items: items.map(({ id, name }) => ({ id, name, excerpt: excerptIn(texts.get(id), words) })),
    more,
  }
}

/**
 * Excerpt from the first paragraph or list of options that contains the first word. If none does, the next word
 * is tried. `words` begin with the longest.
 */
function excerptIn(document: Tree | undefined, words: string[]): string | null {
  if (!document) return null
  for (const word of words)
    for (const node of nodesOf(document)) {
      const text = nodeText(node)
      if (text !== '' && findWordStartMatches(text, [word]).length > 0) return excerptOf(text, words)
    }
  return null
}

/** The text of a paragraph, or the options of a field. */
function nodeText(node: Tree): string {
  if (node.content?.some(({ text }) => text !== undefined)) return treeText(node)
  const options = node.type === 'active' ? parseOptions(node.attrs?.['options']) : undefined
  return options?.map(({ text }) => text).join(', ') ?? ''
}

async function findAnswers({ db }: Kontor, by: Caller, { filter, words, limit }: Search) {
  const { items, more } = few(await listOwnAnswers(db, by, filter, limit + 1), limit)
  const hits = items.map(({ doc_id, doc_name, fields, data }) => {
    const types = new Map(fields.map(({ name, type }) => [name, type]))
    const texts = Object.entries(data).flatMap(([name, value]) =>
      typeof value === 'string' && parsePhotoId(value) === undefined
        ? [[name, formatAnswer(types.get(name) ?? 'textarea', value)] as const]
        : [],
    )
    const [field, value] = texts.find(([, text]) => findWordStartMatches(text, words).length > 0) ?? ['', '']
    return { doc_id, doc_name, field, excerpt: excerptOf(value, words) }
  })
  return { items: hits.filter(({ field }) => field !== ''), more }
}

async function findHappenings({ db }: Kontor, by: Caller, { filter, limit }: Search) {
  if (!by.may_see_happenings) return noHits
  return few(await listHappeningsNamed(db, by, filter, limit + 1), limit)
}

async function findShifts({ db }: Kontor, by: Caller, { filter, limit }: Search) {
  if (!by.is_planned) return noHits
  return few(await searchShifts(db, by.id, filter, limit + 1), limit)
}

async function findMessages({ db }: Kontor, by: Caller, { words, limit, room }: Search) {
  const { said, only_newest } = await listMessagesWith(db, by, { words, limit: limit + 1, room })
  const { items, more } = few(said, limit)
  return {
    only_newest,
    more,
    items: items.map(({ content, ...message }) => ({
      ...message,
      excerpt: excerptOf(content, words),
    })),
  }
}

const few = <Hit>(hits: Hit[], limit: number) => ({ items: hits.slice(0, limit), more: hits.length > limit })
