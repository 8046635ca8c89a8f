import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { array, boolean, constantFrom, record, sample } from 'fast-check'
import { sql } from 'kysely'
import type { DocListItem } from '#contract/docs.ts'
import { markRequired, paragraph, processOf, textareaField } from '#contract/document/build.ts'
import { fieldsToFill } from '#contract/document/conditions.ts'
import {
  type AnswerValue,
  answerOf,
  type Field,
  fieldTypes,
  hasVisibleValue,
} from '#contract/document/fields.ts'
import type { Tree } from '#contract/document/tree.ts'
import { cast } from '#demo/cast.ts'
import { inTransaction } from '#server/live/news.ts'
import { testApp } from '#server/testing/app.ts'
import { fillStateColumn, progressQuery, refreshIsFilled } from './filled-store.ts'

const app = await testApp()
after(() => app[Symbol.asyncDispose]())
const { kontor } = app
const { db } = kontor
const clara = await app.as(cast.clara)
const anna = await app.as(cast.anna)

const names = ['Eins', 'Zwei', 'Drei']
const values: AnswerValue[] = [
  7,
  '',
  ' \u00a0',
  'ja',
  'Bestätigt',
  'rot',
  'blau',
  'blau\nrot',
  'grün',
  '2026-02-28',
  '2026-02-30',
  '18:30',
  '25:00',
  `/docs/photos/${'a'.repeat(22)}/`,
  '/docs/photos/a/',
  'M10 20L30 40',
  'gez. Anna',
  'gez. ',
]
const cases = record({
  types: array(record({ type: constantFrom(...fieldTypes), required: boolean() }), { maxLength: 3 }),
  data: array(constantFrom(...values), { minLength: 3, maxLength: 3 }),
  hidden: array(constantFrom(...names), { maxLength: 1 }),
})

test('answers are marked as filled by the rule that the screen counts by', async () => {
  const rows = sample(cases, { numRuns: 300, seed: 74 }).map(({ types, data, hidden }) => ({
    fields: types.map(
      ({ type, required }, at): Field => ({
        name: names[at] as string,
        type,
        ...((type === 'choice' || type === 'choices') && {
          options: [
            { id: 'r', text: 'rot' },
            { id: 'b', text: 'blau' },
          ],
        }),
        ...(required && { required }),
      }),
    ),
    data: Object.fromEntries(names.map((name, at) => [name, data[at] ?? null])),
    hidden,
  }))
  const expected = rows.map(({ fields, data, hidden }) =>
    fieldsToFill(fields, new Set(hidden)).every((field) => hasVisibleValue(answerOf(field, data))),
  )
  assert.ok(new Set(expected).size === 2)
  const user = await app.userId(cast.anna)
  const marks = await inTransaction(kontor, async (tx) => {
    await sql`with added as (
      insert into docs (name, content, fields) select 'Fall ' || place, '{}', item->'fields'
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as items (item, place) returning id, name)
    insert into doc_answers (doc_id, user_id, data, hidden)
    select added.id, ${user}, item->'data', array(select jsonb_array_elements_text(item->'hidden'))
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as items (item, place)
    join added on added.name = 'Fall ' || place`.execute(tx)
    await sql`update doc_answers set is_filled = random() < 0.5`.execute(tx)
    await refreshIsFilled(tx, {})
    const { rows: marked } = await sql<{ is_filled: boolean }>`select is_filled from doc_answers
      join docs on docs.id = doc_id where name ~ '^Fall ' order by substring(name from 6)::int`.execute(tx)
    await sql`delete from docs where name ~ '^Fall '`.execute(tx)
    return marked.map(({ is_filled }) => is_filled)
  })
  assert.deepEqual(
    rows.filter((_row, at) => marks[at] !== expected[at]),
    [],
  )
})

test('an administrator sees how many have finished, also after another answer, other fields, and another way of finishing', async () => {
  const id = (await clara.send('POST', '/docs/', { name: 'Anreise' })).body['doc_id'] as number
  const save = async (content: Tree) =>
    assert.equal((await clara.send('PATCH', `/docs/${id}/`, { content })).status, 200)
  const publish = async (hand_in: string | null) => {
    const wish = { public: true, groups: [], notify: false, hand_in }
    assert.equal((await clara.send('POST', `/docs/${id}/publish/`, wish)).status, 200)
  }
  const fill = (data: Record<string, AnswerValue>) =>
    anna.send('PATCH', `/docs/${id}/currentuserdata/`, { data })
  const finished = async () => {
    const { items } = (await clara.get('/docs/', { query: { per_page: '200' } })).body as {
      items: DocListItem[]
    }
    const { rows } = await sql<{ state: string }>`select ${fillStateColumn} as state from doc_answers
      join docs on docs.id = doc_id cross join lateral ${progressQuery} progress where docs.id = ${id}`.execute(
      db,
    )
    const count = items.find((item) => item.id === id)?.audience?.finished
    assert.equal(count, rows.filter(({ state }) => state === 'finished').length)
    return count
  }
  await save(processOf(paragraph(textareaField('Name'), textareaField('Wunsch'))))
  await publish(null)
  await fill({ Name: 'Anna' })
  assert.equal(await finished(), 0)
  await save(processOf(paragraph(markRequired(textareaField('Name')), textareaField('Wunsch'))))
  assert.equal(await finished(), 1)
  await save(processOf(paragraph(markRequired(textareaField('Name')), markRequired(textareaField('Noch')))))
  assert.equal(await finished(), 0)
  await fill({ Noch: 'ja' })
  assert.equal(await finished(), 1)
  await fill({ Noch: ' ' })
  assert.equal(await finished(), 0)
  await publish('plain')
  assert.equal((await anna.send('POST', `/docs/${id}/currentuserdata/hand_in/`, {})).status, 200)
  assert.equal(await finished(), 1)
})
