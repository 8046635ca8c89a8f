import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Tree, textOf } from '#contract/document/tree.ts'
import { cast } from '#demo/cast.ts'
import {
  field,
  kinds,
  paragraph,
  process,
  reopen,
  save,
  setEditorStage,
  surface,
  tool,
} from './editor-stage.ts'

const { call, create, read, edit } = await setEditorStage()

test('a document is written by keyboard alone, saved, and found again', async () => {
  const doc_id = await create()
  const page = await edit(doc_id)
  assert.equal(await tool(page, 'Speichern').getAttribute('aria-disabled'), 'true')
  await surface(page).focus()
  await page.keyboard.type('## Schlüssel\nBitte ')
  await page.keyboard.press('Control+b')
  assert.equal(await tool(page, /^Fett/).getAttribute('aria-pressed'), 'true')
  await page.keyboard.type('lesen')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('.\n- eins\nzwei')
  await page.keyboard.press('Tab')
  await page.keyboard.type('\n\n\n> Zitat\n\n```Code')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('1. erstens')
  await page.keyboard.press('Alt+F10')
  for (let presses = 0; presses < 40; presses++) {
    if ((await page.locator(':focus').getAttribute('aria-label')) === 'Abschnitt einfügen') break
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
  await page.keyboard.type('Rückgabe\nWer ')
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await save(page)
  await page.reload()
  await surface(page).waitFor()
  const { content } = await read(doc_id)
  assert.match(
    kinds(content),
    /^process\(heading paragraph bullet_list\(list_item\(paragraph bullet_list\(list_item\(paragraph\)\)\)\) blockquote\(paragraph\) code_block ordered_list\(list_item\(paragraph\)\) section\(section_headline section_body\(paragraph/,
  )
  assert.match(textOf(content), /SchlüsselBitte lesen\.einszweiZitatCodeerstensRückgabe/)
  assert.match(await surface(page).innerText(), /Rückgabe/)
  await surface(page).focus()
  await page.keyboard.press('Escape')
  assert.equal(await page.locator(':focus').innerText(), 'Speichern')
})

test('a field is renamed, and the answers follow it', async () => {
  const doc_id = await create(process(paragraph('Anzahl: ')))
  const page = await edit(doc_id)
  await surface(page).click()
  await page.keyboard.press('Control+End')
  await tool(page, 'Zahlenfeld einfügen').click()
  await surface(page).getByText('Anzahl', { exact: true }).waitFor()
  await save(page)
  await call(cast.clara, 'PUT', `/docs/${doc_id}/status/`, { status: 'Aktiv' })
  await call(cast.clara, 'PUT', `/docs/${doc_id}/visibility/public/`, { public: true })
  await call(cast.clara, 'PATCH', `/docs/${doc_id}/currentuserdata/`, { data: { Anzahl: 7 } })

  for (const [from, to] of [
    ['Anzahl', '  Stück '],
    ['Stück', 'Anzahl der Schlüssel'],
  ] as const) {
    await surface(page).getByText(from, { exact: true }).dblclick()
    const dialog = page.getByRole('dialog', { name: 'Feld ändern' })
    assert.equal(await dialog.getByLabel('Name').inputValue(), from)
    await dialog.getByLabel('Name').fill('  ')
    await dialog.getByRole('button', { name: 'OK' }).click()
    await dialog.getByText('Required field').waitFor()
    await dialog.getByText('Required field').waitFor({ state: 'hidden' })
    await dialog.getByLabel('Name').fill(to)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
  }
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await save(page)
  assert.deepEqual((await sent).postDataJSON().renames, { Anzahl: 'Anzahl der Schlüssel' })
  const { data } = (await call(cast.clara, 'GET', `/docs/${doc_id}/currentuserdata/`)) as { data: unknown }
  assert.deepEqual(data, { 'Anzahl der Schlüssel': 7 })
})

test('the prompt for a link asks for what it needs, and changes what is there; that for an image takes what the policy lets through alone', async () => {
  const doc_id = await create(process(paragraph('Handbuch')))
  const page = await edit(doc_id)
  await surface(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+k')
  const link = page.getByRole('dialog')
  await link.getByRole('button', { name: 'OK' }).click()
  await link.getByText('Required field').waitFor()
  await link.getByLabel('Link target').fill('javascript:alert(1)')
  await link.getByRole('button', { name: 'OK' }).click()
  await link.getByText('Ein Link führt zu').waitFor()
  // The error of a wrong text stays until it is changed; that of an empty one disappears.
  await page.waitForTimeout(2_000)
  await link.getByText('Ein Link führt zu').waitFor()
  await link.getByLabel('Link target').fill('example.org/')
  await link.getByText('Ein Link führt zu').waitFor({ state: 'hidden' })
  await link.getByLabel('Title').fill('Zum Handbuch')
  await link.getByRole('button', { name: 'OK' }).click()
  await link.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  assert.equal(await link.getByLabel('Link target').inputValue(), 'https://example.org/')
  await link.getByRole('button', { name: 'Cancel' }).click()
  await surface(page).and(page.locator(':focus')).waitFor()
  await save(page)
  const { content } = await read(doc_id)
  assert.deepEqual(content.content?.[0]?.content?.[0]?.marks, [
    { type: 'link', attrs: { href: 'https://example.org/', title: 'Zum Handbuch' } },
  ])

  await surface(page).getByText('Handbuch').click()
  await page.keyboard.press('End')
  await tool(page, 'Bild').click()
  const image = page.getByRole('dialog', { name: 'Bild einfügen' })
  await image.getByLabel('Location').fill('http://example.org/a.png')
  await image.getByRole('button', { name: 'OK' }).click()
  await image.getByText('Hier geht nur eine Adresse mit https://').waitFor()
  await image.getByLabel('Location').fill(GIF)
  await image.getByLabel('Description').fill('Ein Punkt')
  await image.getByRole('button', { name: 'OK' }).click()
  await image.waitFor({ state: 'hidden' })
  await save(page)
  const { content: both } = await read(doc_id)
  assert.deepEqual(both.content?.[0]?.content?.[1]?.attrs, { src: GIF, title: null, alt: 'Ein Punkt' })
})

const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

test('opening, changing and undoing leaves nothing to save; the key to the end leads into a table there, and past a line to the text before it', async () => {
  const before = process(
    {
      type: 'heading',
      attrs: { level: 3 },
      content: [{ type: 'text', text: 'Kopf', marks: [{ type: 'em' }] }],
    },
    { type: 'section', content: [{ type: 'section_headline' }, { type: 'section_body' }] },
    { type: 'code_block', content: [{ type: 'text', text: 'a\n  b' }] },
    { type: 'horizontal_rule' },
    { type: 'paragraph', content: [field('Feld 1'), field('Feld 1')] },
    {
      type: 'ordered_list',
      attrs: { order: 4 },
      content: [{ type: 'list_item', content: [paragraph('x')] }],
    },
  )
  const doc_id = await create(before)
  const stored = await read(doc_id)
  const page = await edit(doc_id)
  await surface(page).focus()
  await page.keyboard.press('Control+Home')
  // Inserted at once: typed, it could become several steps of undo.
  await page.keyboard.insertText('Mehr ')
  await page.getByText('Nicht gespeichert').first().waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('Nicht gespeichert').first().waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+y')
  await save(page)
  await page.keyboard.press('Control+z')
  await save(page)
  assert.deepEqual((await read(doc_id)).content, stored.content)

  const cell = (text: string): Tree => ({ type: 'table_cell', content: [paragraph(text)] })
  const table = { type: 'table', content: [{ type: 'table_row', content: [cell('a'), cell('b')] }] }
  for (const [last, kind] of [
    [table, 'process(paragraph table(table_row(table_cell(paragraph) table_cell(paragraph))))'],
    [{ type: 'horizontal_rule' }, 'process(paragraph horizontal_rule)'],
  ] as const) {
    const ended = await create(process(paragraph('Text'), last))
    await reopen(page, ended)
    await surface(page).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('!')
    await save(page)
    const { content } = await read(ended)
    assert.equal(kinds(content), kind)
    assert.match(JSON.stringify(content), last === table ? /"b!"/ : /"Text!"/)
  }
})

test('from the headline of a new section on, its body is typed over; one with words of its own is not', async () => {
  const doc_id = await create()
  const page = await edit(doc_id)
  await surface(page).click()
  await tool(page, 'Abschnitt einfügen').click()
  await surface(page).getByText('New Section Body').waitFor()
  await surface(page).focus()
  await page.keyboard.type('Foyer\nneu')
  assert.deepEqual(await surface(page).locator('section > *').allInnerTexts(), ['Foyer', 'neu'])
  await surface(page).getByText('Foyer').click()
  await tool(page, /Art des Absatzes/)
    .getByText('Abschnittstitel')
    .waitFor()
  await page.keyboard.type('\nganz ')
  assert.deepEqual(await surface(page).locator('section > *').allInnerTexts(), ['Foyer', 'ganz neu'])
})
