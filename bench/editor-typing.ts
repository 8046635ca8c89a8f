// Time until a key typed into a long document is painted, with the CPU at a quarter of its speed.
import type { Locator, Page } from 'playwright-core'
import { nodesOf, type Tree, treeText } from '#contract/document/tree.ts'
import { cast } from '#demo/cast.ts'
import { launch } from '#e2e/browser.ts'
import { startKontor } from '#e2e/kontor.ts'
import { logIn } from '#e2e/log-in.ts'
import { type Figure, singleTimes } from '#measure/figures.ts'
import { slowDown, whenPainted } from './painted.ts'

/** Nodes of every kind: sections, paragraphs, fields, words. About 1,100 of them are blocks. */
const NODES = 2_000
const LINES = 20
const KEYS = 60

export async function editorTyping(): Promise<Figure[]> {
  const kontor = await startKontor()
  const browser = await launch()
  try {
    const page = await browser.newPage({ baseURL: kontor.url, viewport: { width: 1280, height: 800 } })
    const document = longDocument()
    const sheet = await openEditor(page, document)
    await slowDown(page)
    await page.evaluate(watch)
    const middle = sheet.getByText(middleHeadline(document), { exact: true })
    // Places to type: the first line, the headline of the middle section, and the end.
    const places = [
      () => page.keyboard.press('Control+Home'),
      () => middle.click(),
      () => page.keyboard.press('Control+End'),
    ]
    for (const goTo of places) {
      await goTo()
      await page.waitForTimeout(300)
      for (let key = 0; key < KEYS / places.length; key++) {
        await page.keyboard.type('a')
        await page.waitForTimeout(120)
      }
    }
    await page.waitForTimeout(300)
    return [figure(await page.evaluate<number[]>('window.painted'))]
  } finally {
    await browser.close()
    await kontor.stop()
  }
}

/** Upper bounds: each time includes up to two frames of waiting. */
function figure(times: number[]): Figure {
  return {
    figure: `key in a document of ${NODES} nodes, until it is painted`,
    ...singleTimes(times),
    goal: 50,
  }
}

/** Opens a new document with this content in the editor, and returns the text box. */
async function openEditor(page: Page, document: Tree): Promise<Locator> {
  await logIn(page.request, cast.clara)
  const send = async (method: string, path: string, data: object) =>
    (await page.request.fetch(path, { method, data })).json()
  const { doc_id } = (await send('POST', '/docs/', { name: 'Lang' })) as { doc_id: number }
  await send('PATCH', `/docs/${doc_id}/`, { content: document })
  await page.goto(`/ui/docs/${doc_id}/edit`)
  const sheet = page.getByRole('textbox', { name: 'Inhalt des Prozesses' })
  await sheet.focus()
  return sheet
}

/** Sections with one field each between two blocks of plain lines, NODES nodes in total. */
function longDocument(): Tree {
  const text = (text: string): Tree => ({ type: 'text', text })
  const paragraph = (...content: Tree[]): Tree => ({ type: 'paragraph', content })
  const lines = () => Array.from({ length: LINES }, (_, number) => paragraph(text(`Zeile ${number}`)))
  const section = (number: number): Tree => ({
    type: 'section',
    content: [
      { type: 'section_headline', content: [text(`Abschnitt ${number}`)] },
      {
        type: 'section_body',
        content: [
          paragraph(text('Wie viele? '), { type: 'active', attrs: { name: `Feld ${number}`, type: 'text' } }),
        ],
      },
    ],
  })
  const content = lines()
  const document = { type: 'process', content }
  const closing = lines()
  const wanted = NODES - closing.flatMap((line) => [...nodesOf(line)]).length
  for (let number = 0; nodesOf(document).toArray().length < wanted; number++) content.push(section(number))
  content.push(...closing)
  return document
}

function middleHeadline({ content = [] }: Tree): string {
  const sections = content.filter(({ type }) => type === 'section')
  return treeText(sections[Math.floor(sections.length / 2)]?.content?.[0] as Tree)
}

/** Runs in the page: measures from keydown until the frame with the letter has been painted. */
const watch = `{
  window.painted = []
  addEventListener('keydown', ({ key, timeStamp }) => {
    if (key !== 'a') return
    ${whenPainted}(() => true, () => window.painted.push(performance.now() - timeStamp))
  }, true)
}`
