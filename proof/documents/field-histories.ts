// Random histories of one document: its fields get other names, kinds, options, conditions and places while people
// fill them in, and older versions come back. After each step every answer is still there, stands in the results or
// among the former fields, and as much is counted as the rule of the browser counts. In the end each version reads as
// it was saved.
import assert from 'node:assert/strict'
import { checkContent } from '#contract/document/check.ts'
import type { Condition } from '#contract/document/condition.ts'
import { fieldsOf, fieldsToFill, hiddenFields } from '#contract/document/conditions.ts'
import {
  answerOf,
  CONFIRMED,
  type Field,
  type FieldType,
  fieldTypes,
  hasOptions,
  saysSomething,
  type Value,
} from '#contract/document/fields.ts'
import { BETWEEN, inWords } from '#contract/document/in-words.ts'
import { newOptionId, type Option } from '#contract/document/options.ts'
import { photoIn, photoPath } from '#contract/document/photos.ts'
import { emptyDocument, type Tree } from '#contract/document/tree.ts'
import { cast } from '#demo/cast.ts'
import { type Random, seeded } from '#planner-simulator/random.ts'
import { saveAnswers } from '#server/docs/answers/save-answers.ts'
import { findFilledIn } from '#server/docs/answers/store.ts'
import { createDoc } from '#server/docs/change-doc.ts'
import { listFilled } from '#server/docs/filled-store.ts'
import { deleteUnusedPhotos, insertPhoto } from '#server/docs/photos/store.ts'
import { sheetsOf } from '#server/docs/results/sheets.ts'
import { saveContent } from '#server/docs/save-content.ts'
import { setDoc } from '#server/docs/store.ts'
import { readVersion, readVersions } from '#server/docs/versions/read-versions.ts'
import { restoreVersion } from '#server/docs/versions/restore-version.ts'
import { testApp } from '#server/testing/app.ts'

type Part = {
  name: string
  type: FieldType
  options: Option[]
  required: boolean
  when: Condition | null
}
type App = Awaited<ReturnType<typeof testApp>>

const STEPS = 12
const names = ['A', 'B', 'C', 'D', 'E']
const words = ['rot', 'blau', 'grün', 'gelb', 'weiß']

/** Answers how many there were, and how many answers were looked after in them. */
export async function changeFields(count: number, seed: number) {
  const app = await testApp()
  const told = { histories: 0, steps: 0, answers: 0, restores: 0 }
  try {
    const by = { ...caller, id: await app.userId(cast.clara) }
    for (; told.histories < count; told.histories++)
      await oneHistory(app, by, seeded(seed + told.histories), told).catch((error: unknown) => {
        throw new Error(`history with the seed ${seed + told.histories}`, { cause: error })
      })
    return told
  } finally {
    await app[Symbol.asyncDispose]()
  }
}

const caller = {
  session_id: 0,
  username: cast.clara.username,
  display_name: '',
  is_admin: true,
  may_see_happenings: true,
  sees_all_happenings: true,
  group_ids: [],
  is_planned: false,
  lists: [],
  must_change_password: false,
  must_add_factor: false,
  ends_at: Infinity,
  confirmed_at: Infinity,
}
type By = typeof caller & { id: number }

type Told = { steps: number; answers: number; restores: number }

async function oneHistory({ kontor }: App, by: By, random: Random, told: Told) {
  const { db } = kontor
  const id = await createDoc(kontor, by, { name: 'Verlauf' })
  await db.transaction().execute((tx) => setDoc(tx, id, { status: 'Aktiv' }))
  let parts = [newPart(random, 'A'), newPart(random, 'B')]
  const photos = await takePhotos(db, id, by.id)
  const first = await saveContent(kontor, by, id, { content: treeOf(parts) }, undefined)
  /** By their number. */
  const versions = new Map([[first, parts]])
  for (let step = 0; step < STEPS; step++) {
    told.steps++
    const { data: before } = await findFilledIn(db, id, by.id)
    if (random.chance(0.5)) {
      const data = answersTo(parts, photos, random)
      await saveAnswers(kontor, by, id, { data })
      const { data: now } = await findFilledIn(db, id, by.id)
      for (const [name, value] of Object.entries(before))
        if (!Object.hasOwn(data, name)) assert.deepEqual(now[name], value, `${name} after other answers`)
    } else if (random.chance(0.25)) {
      told.restores++
      const version = random.pick([...versions.keys()])
      keep(await restoreVersion(kontor, by, id, version, undefined), versions.get(version) ?? parts)
      await sameAnswers(before, anyWord)
    } else {
      const { next, renames, options } = changed(parts, random)
      keep(await saveContent(kontor, by, id, { content: treeOf(next), renames }, undefined), next)
      await sameAnswers(before, options)
    }
    await look(kontor, by.id, id, treeOf(parts), told)
  }
  const { items } = await readVersions(kontor, by, id, { page: 0, per_page: 200, order_by: '' })
  const kept = new Set(items.map(({ version }) => version))
  for (const [version, saved] of versions) {
    assert.ok(kept.has(version), `version ${version} is gone`)
    const { content } = await readVersion(kontor, by, id, version)
    assert.deepEqual(content, checkContent(treeOf(saved)), `version ${version}`)
  }
  await deleteUnusedPhotos(db)
  const left = await db.selectFrom('doc_photos').where('doc_id', '=', id).select('id').execute()
  const shown = Object.values((await findFilledIn(db, id, by.id)).data).flatMap(
    (value) => photoIn(value) ?? [],
  )
  assert.deepEqual(sorted(left.map(({ id }) => id)), sorted([...new Set(shown)]), 'photos that are left')

  /** A save without changes adds no version. */
  function keep(saved: number, next: Part[]) {
    if (JSON.stringify(treeOf(next)) !== JSON.stringify(treeOf(parts))) versions.set(saved, next)
    parts = next
  }
  async function sameAnswers(before: Record<string, Value>, options: ReadonlyMap<string, string>) {
    const now = Object.values((await findFilledIn(db, id, by.id)).data)
    assert.deepEqual(sorted(now.map(plain(options))), sorted(Object.values(before).map(plain(options))))
  }
}

/** Backdated, so that unreferenced photos are removed by the next clean-up. */
async function takePhotos(db: App['kontor']['db'], docId: number, userId: number): Promise<string[]> {
  const ids = [1, 2].map((number) => `${docId}-${number}`.padStart(22, '0'))
  await db.transaction().execute(async (tx) => {
    for (const id of ids)
      await insertPhoto(tx, id, { docId, userId }, { type: 'image/png', bytes: Buffer.from('seen') })
    await tx
      .updateTable('doc_photos')
      .where('id', 'in', ids)
      .set({ created_at: new Date(0) })
      .execute()
  })
  return ids.map(photoPath)
}

/** Several changes are taken back at once. */
const anyWord = new Map(words.map((word) => [word, '*']))

/** Without the words of options that changed with this step: those of before and those of now are the same. */
const plain = (options: ReadonlyMap<string, string>) => (value: Value) =>
  typeof value === 'string'
    ? value
        .split(BETWEEN)
        .map((line) => options.get(line) ?? line)
        .join(BETWEEN)
    : String(value)
const sorted = (values: string[]) => values.sort()

async function look(
  { db }: App['kontor'],
  userId: number,
  docId: number,
  content: Tree,
  told: { answers: number },
) {
  const fields = fieldsOf(content)
  const { data } = await findFilledIn(db, docId, userId)
  const answer = (field: Field) => answerOf(field, data)
  const asked = fieldsToFill(fields, hiddenFields(fields, answer))
  const counted = (await listFilled(db, [userId])).get(userId)?.get(docId)
  if (counted)
    assert.deepEqual(
      { fields: counted.fields, filled: counted.filled },
      { fields: asked.length, filled: asked.filter((field) => saysSomething(answer(field))).length },
    )
  const person = { user_id: userId, username: '', display_name: '', data }
  const shown = sheetsOf({ fields, people: [person] })
    .flatMap(({ rows }) => [...(rows as Iterable<Value[]>)].flat())
    .flatMap((cell) => String(cell ?? '').split(/; |\n/))
  for (const value of Object.values(data))
    for (const line of String(value).split(BETWEEN)) {
      told.answers++
      // A drawing is named, also where the field asks for words by now; a photo says where it is to be seen.
      const named = [line, inWords('signature', line), inWords('text', line)]
      const isPhoto = photoIn(line) !== undefined
      assert.ok(
        shown.some((cell) => (isPhoto ? cell.endsWith(line) : named.includes(cell))),
        `${line} is shown nowhere`,
      )
    }
}

function newPart(random: Random, name: string): Part {
  const type = random.pick(fieldTypes)
  return { name, type, options: newOptions(random), required: random.chance(0.3), when: null }
}

const newOptions = (random: Random): Option[] =>
  words.filter(() => random.chance(0.5)).map((text) => ({ id: newOptionId(), text }))

function treeOf(parts: Part[]): Tree {
  return {
    ...emptyDocument,
    content: parts.map(({ name, type, options, required, when }) => ({
      type: 'section',
      ...(when && { attrs: { when } }),
      content: [
        { type: 'section_headline' },
        {
          type: 'section_body',
          content: [
            {
              type: 'paragraph',
              content: [
                {
                  type: 'active',
                  attrs: { name, type, ...(hasOptions(type) && { options }), ...(required && { required }) },
                },
              ],
            },
          ],
        },
      ],
    })),
  }
}

/** One change of the document; `options` maps changed words to the accepted ones. */
function changed(parts: Part[], random: Random) {
  const next = parts.map((part) => ({ ...part }))
  const one = random.pick(next)
  const renames: Record<string, string> = {}
  const options = new Map<string, string>()
  const free = names.filter((name) => !next.some((part) => part.name === name))
  const kind = random.below(8)
  if (kind === 0 && free.length > 0) {
    const name = random.pick(free)
    renames[one.name] = name
    one.name = name
  } else if (kind === 1) one.type = random.pick(fieldTypes)
  else if (kind === 2 && hasOptions(one.type)) {
    const unused = words.filter((word) => !one.options.some(({ text }) => text === word))
    const option = one.options.at(-1)
    if (option && unused.length > 0) {
      const text = random.pick(unused)
      options.set(option.text, '*').set(text, '*')
      one.options = one.options.with(one.options.length - 1, { ...option, text })
    }
  } else if (kind === 3)
    one.options = [...one.options.filter(() => random.chance(0.6)), ...another(one, random)]
  else if (kind === 4) one.required = !one.required
  else if (kind === 5)
    one.when = random.chance(0.3)
      ? null
      : random.chance(0.5)
        ? { field: random.pick(names), is: random.pick(['filled', 'empty'] as const) }
        : { field: random.pick(names), is: 'option', option: anyOption(parts, random) }
  else if (kind === 6 && free.length > 0)
    next.splice(random.below(next.length + 1), 0, newPart(random, random.pick(free)))
  else if (kind === 7 && next.length > 1)
    next.splice(next.indexOf(one), 1, ...(random.chance(0.3) ? [newPart(random, one.name)] : []))
  return { next, renames, options }
}

/** At times an option in the place of those that go, which nobody has chosen. */
function another({ options }: Part, random: Random): Option[] {
  const unused = words.filter((word) => !options.some(({ text }) => text === word))
  return unused.length > 0 && random.chance(0.5) ? [{ id: newOptionId(), text: random.pick(unused) }] : []
}

const anyOption = (parts: Part[], random: Random) =>
  random.pick([...parts.flatMap(({ options }) => options.map(({ id }) => id)), 'gone'])

function answersTo(parts: Part[], photos: string[], random: Random): Record<string, Value> {
  const { name, type, options } = random.pick(parts)
  const texts = options.map(({ text }) => text)
  const values: Record<FieldType, Value> = {
    text: random.below(1_000),
    textarea: `Text ${random.below(1_000)}`,
    checkbox: CONFIRMED,
    choice: texts.length > 0 ? random.pick(texts) : null,
    choices: texts.filter(() => random.chance(0.6)).join(BETWEEN) || null,
    date: `2026-11-${10 + random.below(20)}`,
    time: `1${random.below(10)}:30`,
    photo: random.pick(photos),
    signature: random.pick(['M10 20L30 40', 'gez. Anna']),
  }
  return { [name]: random.chance(0.1) ? null : values[type] }
}
