// Content from elsewhere: paste, drop, files.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { processOf, section } from '#contract/document/build.ts'
import { type Tree, treeText } from '#contract/document/tree.ts'
import { expectAccessible } from '../accessible.ts'
import {
  kinds,
  paragraph,
  pasteFile,
  process,
  reopen,
  save,
  setEditorStage,
  surface,
  tool,
} from './editor-stage.ts'

const { create, read, edit } = await setEditorStage()

/** Drops HTML as if it was dragged from another window. */
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

test('what is pasted is tidied, keeps its fields, and runs nothing; what claims to be copied from an editor and does not hold together throws nothing', async () => {
  const doc_id = await create(process(paragraph('Vorher')))
  const refusals: string[] = []
  const thrown: string[] = []
  const page = await edit(doc_id, {
    prepare: (context) =>
      context
        .on('console', (message) => message.type() === 'error' && refusals.push(message.text()))
        .on('weberror', (thrownThere) => thrown.push(thrownThere.error().message)),
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

  // Malformed HTML that claims to come from an editor.
  const claimed = await create()
  await reopen(page, claimed)
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
  const text = treeText((await read(claimed)).content)
  // Claim 0 loses neither paragraphs nor lists; of the other claims only what fits is pasted.
  for (const word of ['Satz 0', 'Punkt 0', 'Gezogen 0', 'Stelle 0']) assert.ok(text.includes(word), word)
})

test('lists of Word that follow one another stay bulleted and numbered as they were; sections of other pages are only text, and our own are copied whole', async () => {
  const words = await create()
  const page = await edit(words)
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
  const { content } = await read(words)
  assert.match(
    kinds(content),
    /^process\(bullet_list\(list_item\(paragraph\) list_item\(paragraph\)\) ordered_list\(list_item\(paragraph bullet_list\(list_item\(paragraph\)\) ordered_list\(list_item\(paragraph\)\)\) list_item\(paragraph\)\) bullet_list\(list_item\(paragraph\)\)/,
  )
  assert.equal(treeText(content), 'StühleTischeAufbauenzu zweitleiseAbbauenLampen')

  const doc_id = await create()
  await reopen(page, doc_id)
  await surface(page).click()
  await pasteHtml(
    page,
    '<article><header>Kopf</header><section><h2>Titel</h2><p>Text</p></section><section><p>Zwei</p></section></article>',
  )
  await save(page)
  const pasted = (await read(doc_id)).content
  assert.equal(kinds(pasted), 'process(paragraph heading paragraph paragraph)')
  assert.equal(treeText(pasted), 'KopfTitelTextZwei')

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
  // Opened anew, because pasting would replace the part that is still selected.
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

test('a table that is pasted in the moment in which the text stands keeps its colour, its widths, and its values in their columns', async () => {
  const html = `<table><tr><th data-colwidth="120">Name</th><th data-colwidth="80">Ort</th></tr>
    <tr><td style="background-color: rgb(255, 0, 0)">Anna</td></tr></table>`
  const page = await edit(await create(), {
    prepare: (context) =>
      context.addInitScript((html) => {
        const observer = new MutationObserver(() => {
          const text = document.querySelector('.ProseMirror')
          if (!text) return
          observer.disconnect()
          const clipboardData = new DataTransfer()
          clipboardData.setData('text/html', html)
          clipboardData.setData('text/plain', 'x')
          text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        })
        observer.observe(document, { childList: true, subtree: true })
      }, html),
  })
  const cells = await surface(page)
    .locator('th, td')
    .evaluateAll((cells) =>
      cells.map((cell) => [cell.textContent, (cell as HTMLElement).style.backgroundColor, cell.clientWidth]),
    )
  assert.deepEqual(cells, [
    ['Name', '', 119],
    ['Ort', '', 79],
    ['Anna', 'rgb(255, 0, 0)', 119],
    ['', '', 79],
  ])
})

test('an image is uploaded from the prompt, smaller than it came, with a description of its own; what is typed meanwhile stays, and OK waits', async () => {
  const page = await edit(await create(process(paragraph('Bild: '))))
  const described = (text: string) =>
    page.waitForFunction(
      (text) => document.querySelector<HTMLInputElement>('dialog [name=alt]')?.value === text,
      text,
    )
  const prompt = await chooseImage(page, 'der-grosse-plan.png')
  await prompt.locator('img').waitFor()
  const location = prompt.getByLabel('Location')
  const first = await location.inputValue()
  assert.match(first, /^\/docs\/images\//)
  await described('der grosse plan')
  await expectAccessible(page, 'dialog[open]')
  await chooseFile(page, 'die-kleine-skizze.png', 300)
  await described('die kleine skizze')
  await page.waitForFunction(
    (first) => document.querySelector<HTMLInputElement>('dialog [name=src]')?.value !== first,
    first,
  )
  const goOn = Promise.withResolvers<void>()
  await page.route('**/images/', async (route) => {
    await goOn.promise
    await route.continue()
  })
  // Large enough to be resized before the upload.
  await chooseFile(page, 'noch-eine.png')
  await prompt.getByText('Bild wird hochgeladen …').waitFor()
  await prompt.getByLabel('Description').fill('Der Lageplan von oben')
  await page.keyboard.press('Enter')
  goOn.resolve()
  await prompt.getByText('Bild wird hochgeladen …').waitFor({ state: 'detached' })
  await described('Der Lageplan von oben')
  await prompt.getByRole('button', { name: 'OK' }).click()
  const image = surface(page).locator('img[alt="Der Lageplan von oben"]')
  await image.waitFor()
  const width = await image.evaluate((drawn: HTMLImageElement) =>
    drawn.decode().then(() => drawn.naturalWidth),
  )
  assert.equal(width, 2_048)
})

/** Drops or pastes files that are created in the page. `place`: text of the paragraph that receives them. */
const bringFiles = (page: Page, by: 'drop' | 'paste', files: string, place: string) =>
  page.evaluate(`(async () => {
    const letters = (length) => new Uint8Array(length).fill(120)
    const gif = (length) => [new TextEncoder().encode('GIF89a'), letters(length)]
    const canvas = new OffscreenCanvas(40, 20)
    canvas.getContext('2d').fillRect(0, 0, 20, 20)
    const png = [await canvas.convertToBlob()]
    const data = new DataTransfer()
    for (const [parts, name, type] of ${files}) data.items.add(new File(parts, name, { type }))
    const target = [...document.querySelectorAll('.ProseMirror p')].find((p) => p.textContent === '${place}')
    const { left, top, height } = target.getBoundingClientRect()
    const event = '${by}' === 'drop'
      ? new DragEvent('drop', { dataTransfer: data, clientX: left + 2, clientY: top + height / 2, bubbles: true, cancelable: true })
      : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    target.dispatchEvent(event)
    return event.defaultPrevented
  })()`)

test('an image comes by paste or by drop, into a section as well, and takes the place of the one that is selected, in the text and in its prompt; what is too large or none is refused with a sentence', async () => {
  const doc_id = await create(processOf(paragraph('Oben'), section('Foyer', paragraph('Unten'))))
  const page = await edit(doc_id)
  await surface(page).click()
  const paste = async (files: string) => assert.equal(await bringFiles(page, 'paste', files, 'Oben'), true)
  await paste(`[[letters(10), 'Plan.pdf', 'application/pdf']]`)
  await page
    .getByText('„Plan.pdf“ ist kein Bild. Einfügen lassen sich hier PNG, JPEG, WebP und GIF.')
    .waitFor()
  await paste(`[[gif(9_000_000), 'groß.gif', 'image/gif']]`)
  await page.getByText('Das Bild ist größer als 8 MB.').waitFor()
  await paste(`[[gif(100), 'kaputt.gif', 'image/gif']]`)
  await page.getByText('Das ist kein Bild, das hier gezeigt werden kann (PNG, JPEG, WebP, GIF).').waitFor()
  await paste(`[[letters(100), 'kaputt.png', 'image/png']]`)
  await page.getByText('Dieses Bild kann der Browser nicht lesen.').waitFor()
  await surface(page).locator('[data-upload]').waitFor({ state: 'hidden' })
  const images = surface(page).locator('img[src^="/docs/images/"]')
  assert.equal(await images.count(), 0)
  await paste(`[[letters(10), 'Notiz.txt', 'text/plain'], [png, 'lage-plan.png', 'image/png']]`)
  await page.getByText('„Notiz.txt“ ist kein Bild.').waitFor()
  await images.waitFor()
  assert.equal(await images.getAttribute('alt'), 'lage plan')
  await surface(page).focus()
  await page.keyboard.press('Control+z')
  assert.equal(await images.count(), 0)
  await page.keyboard.press('Control+y')

  const files = `[[letters(10), 'Liste.txt', 'text/plain'], [png, 'foyer.png', 'image/png']]`
  assert.equal(await bringFiles(page, 'drop', files, 'Unten'), true)
  await page.getByText('„Liste.txt“ ist kein Bild.').waitFor()
  await surface(page).locator('p', { hasText: 'Unten' }).locator('img[src^="/docs/images/"]').waitFor()
  await save(page)
  assert.equal(JSON.stringify((await read(doc_id)).content).match(/"src":"\/docs\/images\//g)?.length, 2)

  await reopen(page, await create(process(paragraph('Bild: '))))
  const image = surface(page).locator('img[src^="/docs/images/"]')
  await surface(page).click()
  await pasteFile(page)
  await image.waitFor()
  const first = await image.getAttribute('src')
  const isOther = async () => {
    await page.waitForFunction(
      ([place, before]) => document.querySelector(place)?.getAttribute('src') !== before,
      ['.ProseMirror img[src^="/docs/images/"]', first] as const,
    )
    assert.equal(await image.count(), 1)
  }
  await image.click()
  await pasteFile(page, 30)
  await isOther()
  await page.keyboard.press('Control+z')
  await image.dblclick()
  const prompt = page.getByRole('dialog', { name: 'Bild ändern' })
  await prompt.getByLabel('Location').waitFor()
  await pasteFile(page, 40, 'dialog')
  await page.waitForFunction(
    (before) => document.querySelector<HTMLInputElement>('dialog [name=src]')?.value !== before,
    first,
  )
  await page.keyboard.press('Enter')
  await prompt.waitFor({ state: 'hidden' })
  await isOther()
})

/** Opens the prompt for an image and chooses a file. */
async function chooseImage(page: Page, name: string) {
  await surface(page).click()
  await tool(page, 'Bild').click()
  return chooseFile(page, name)
}

async function chooseFile(page: Page, name: string, width = 3_000) {
  const prompt = page.getByRole('dialog', { name: 'Bild einfügen' })
  const chosen = page.waitForEvent('filechooser')
  await prompt.getByRole('button', { name: 'Datei auswählen' }).click()
  const buffer = Buffer.from(await page.evaluate<string>(drawPng(width)), 'base64')
  await (await chosen).setFiles({ name, mimeType: 'image/png', buffer })
  return prompt
}

const drawPng = (width: number) => `(async () => {
  const canvas = new OffscreenCanvas(${width}, 100)
  canvas.getContext('2d').fillRect(0, 0, 100, 100)
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
  return bytes.toBase64()
})()`
