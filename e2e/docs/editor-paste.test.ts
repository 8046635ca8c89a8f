import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Tree, textOf } from '#contract/document/tree.ts'
import { kinds, paragraph, process, reopen, save, setEditorStage, surface } from './editor-stage.ts'

const { create, read, edit } = await setEditorStage()

/** Dragged here from another window. */
const dropHtml = (page: Page, html: string) =>
  page.evaluate((html) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/html', html)
    const last = document.querySelector('.ProseMirror > :last-child')
    if (!last) throw new Error('there is nothing to drop it on')
    const { left, top } = last.getBoundingClientRect()
    last.dispatchEvent(
      new DragEvent('drop', {
        dataTransfer,
        bubbles: true,
        cancelable: true,
        clientX: left + 2,
        clientY: top + 2,
      }),
    )
  }, html)

const pasteHtml = (page: Page, html: string) =>
  page.evaluate((html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    clipboardData.setData('text/plain', 'x')
    document
      .querySelector('.ProseMirror')
      ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

test('what is pasted is tidied, keeps its fields, and runs nothing', async () => {
  const doc_id = await create(process(paragraph('Vorher')))
  const refusals: string[] = []
  const page = await edit(doc_id, {
    prepare: (context) =>
      context.on('console', (message) => message.type() === 'error' && refusals.push(message.text())),
  })
  await surface(page).click()
  await page.keyboard.press('Control+End')
  for (const evil of [
    '<img src=x onerror="window.hurt=1">',
    '<script>window.hurt=1</script><svg onload="window.hurt=1">',
    '<a href="javascript:window.hurt=1" onclick="window.hurt=1">Klick</a>',
    '<iframe srcdoc="<script>parent.hurt=1</script>"></iframe><style>*{display:none}</style>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hurt=1&gt;">',
    '<p style="background:url(javascript:window.hurt=1)"><b onmouseover=window.hurt=1>fett</b></p>',
  ])
    await pasteHtml(page, evil)
  await pasteHtml(
    page,
    `<p>Von <span data-active="checkbox" data-name="Gelesen">Gelesen</span></p>
     <p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>  </span></span>Punkt</p>
     <p style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o</span>Unterpunkt</p>
     <table><tr><td colspan="2" style="background-color: rgb(255, 0, 0)">Zelle</td></tr><tr><td>a</td><td>b</td></tr></table>
     <p><img src="http://example.org/a.png"><img src="https://example.org/a.png"></p>`,
  )
  await page.getByText('2 Bilder von fremden Adressen wurden nicht übernommen.').waitFor()
  assert.equal(await page.evaluate('window.hurt'), undefined)
  assert.deepEqual(
    refusals.filter((text) => /trusted|script/i.test(text)),
    [],
  )
  await save(page)
  const { content } = await read(doc_id)
  const all = JSON.stringify(content)
  assert.doesNotMatch(all, /javascript|example\.org/)
  assert.match(all, /"name":"Gelesen","type":"checkbox"/)
  assert.match(all, /"colspan":2,"rowspan":1,"colwidth":null,"background":"#ff0000"/)
  assert.match(kinds(content), /bullet_list\(list_item\(paragraph bullet_list\(list_item\(paragraph\)\)\)\)/)
})

test('what claims to be copied from an editor and does not hold together throws nothing', async () => {
  const doc_id = await create()
  const thrown: string[] = []
  const page = await edit(doc_id, {
    prepare: (context) => context.on('weberror', (thrownThere) => thrown.push(thrownThere.error().message)),
  })
  await surface(page).click()
  const claims = [
    '0 0 null',
    '0 0 ["table",null]',
    '0 0 ["paragraph",null,"section",null]',
    '0 0 [1]',
    '0 0 {"length":4}',
    '9 9 -9 []',
    '1 1 ["active",{"name":5},"text",null]',
    'x',
  ]
  for (const [at, claim] of claims.entries()) {
    await page.keyboard.press('Control+End')
    await pasteHtml(page, `<p data-pm-slice='${claim}'>Satz ${at}</p><ul><li><p>Punkt ${at}</p></li></ul>`)
    await pasteHtml(page, `<table data-pm-slice='${claim}'><tr><td>Zelle ${at}</td></tr></table>`)
    await dropHtml(page, `<p data-pm-slice='${claim}'>Gezogen ${at}</p><ul><li><p>Stelle ${at}</p></li></ul>`)
  }
  assert.deepEqual(thrown, [])
  await save(page)
  const text = textOf((await read(doc_id)).content)
  // Of the other claims only as much is pasted as fits them.
  for (const word of ['Satz 0', 'Punkt 0', 'Gezogen 0', 'Stelle 0']) assert.ok(text.includes(word), word)
})

test('sections of other pages are only text, and our own are copied whole', async () => {
  const doc_id = await create()
  const page = await edit(doc_id)
  await surface(page).click()
  await pasteHtml(
    page,
    '<article><header>Kopf</header><section><h2>Titel</h2><p>Text</p></section><section><p>Zwei</p></section></article>',
  )
  await save(page)
  const pasted = (await read(doc_id)).content
  assert.equal(kinds(pasted), 'process(paragraph heading paragraph paragraph)')
  assert.equal(textOf(pasted), 'KopfTitelTextZwei')

  const section: Tree = {
    type: 'section',
    content: [
      { type: 'section_headline', content: [{ type: 'text', text: 'Unser' }] },
      { type: 'section_body', content: [paragraph('Inhalt')] },
    ],
  }
  const other = await create(process(section, paragraph('Schluss')))
  await reopen(page, other)
  await surface(page).click()
  let copied = ''
  while (!copied.includes('Unser') || !copied.includes('Schluss')) {
    await page.keyboard.press('Control+a')
    copied = await page.evaluate<string>(`(() => {
      const clipboardData = new DataTransfer()
      document.querySelector('.ProseMirror').dispatchEvent(
        new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
      return clipboardData.getData('text/html')
    })()`)
  }
  // Opened again, or the selection would be replaced by its own copy.
  await reopen(page, other)
  await surface(page).getByText('Schluss').click()
  await pasteHtml(page, copied)
  await save(page)
  assert.equal(
    kinds((await read(other)).content).match(/section\(section_headline section_body\(paragraph\)\)/g)
      ?.length,
    2,
  )
})

test('lists of Word that follow one another stay bulleted and numbered as they were', async () => {
  const doc_id = await create()
  const page = await edit(doc_id)
  await surface(page).click()
  const line = (list: string, mark: string, text: string) =>
    `<p style="mso-list:${list}"><span style="mso-list:Ignore">${mark}<span>  </span></span>${text}</p>`
  await pasteHtml(
    page,
    [
      line('l0 level1 lfo1', '·', 'Stühle'),
      line('l0 level1 lfo1', '·', 'Tische'),
      line('l1 level1 lfo2', '1.', 'Aufbauen'),
      line('l2 level2 lfo3', '·', 'zu zweit'),
      line('l1 level2 lfo2', 'a.', 'leise'),
      line('l1 level1 lfo2', 'viii.', 'Abbauen'),
      line('l0 level1 lfo1', '·', 'Lampen'),
    ].join('\n'),
  )
  await save(page)
  const { content } = await read(doc_id)
  assert.match(
    kinds(content),
    /^process\(bullet_list\(list_item\(paragraph\) list_item\(paragraph\)\) ordered_list\(list_item\(paragraph bullet_list\(list_item\(paragraph\)\) ordered_list\(list_item\(paragraph\)\)\) list_item\(paragraph\)\) bullet_list\(list_item\(paragraph\)\)/,
  )
  assert.equal(textOf(content), 'StühleTischeAufbauenzu zweitleiseAbbauenLampen')
})

test('the rows of a pasted table keep their values in the columns they come from', async () => {
  const doc_id = await create()
  const page = await edit(doc_id)
  await surface(page).click()
  await pasteHtml(
    page,
    `<table><tr><th>Name</th><th>Ort</th><th>Tag</th></tr><tr><td>Anna</td></tr>
     <tr><td>Bruno</td><td>Kiel</td></tr></table>`,
  )
  const rows = await surface(page)
    .locator('tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))
  assert.deepEqual(rows, [
    ['Name', 'Ort', 'Tag'],
    ['Anna', '', ''],
    ['Bruno', 'Kiel', ''],
  ])
})
