// Set-up of the tests about the editor: creates processes, opens them in the editor, and operates it.
import type { Page } from 'playwright-core'
import type { Doc } from '#contract/docs.ts'
import type { Tree } from '#contract/document/tree.ts'
import { cast } from '#demo/cast.ts'
import { type Options, setStage } from '../stage.ts'

export async function setEditorStage() {
  const stage = await setStage()
  const { as, call } = stage

  async function create(content?: Tree): Promise<number> {
    const made = await call(cast.clara, 'POST', '/docs/', { name: 'Schlüsselübergabe' })
    const { doc_id } = made as { doc_id: number }
    if (content) await write(doc_id, content)
    return doc_id
  }
  /** Saves the content by a call, as if somebody else did. */
  const write = (doc_id: number, content: Tree) => call(cast.clara, 'PATCH', `/docs/${doc_id}/`, { content })
  const read = async (doc_id: number) => (await call(cast.clara, 'GET', `/docs/${doc_id}/`)) as Doc

  /** Opens the editor as an administrator. */
  async function edit(doc_id: number, options?: Options) {
    const page = await as(cast.clara, editorOf(doc_id), options)
    await isReady(page)
    return page
  }

  return { ...stage, create, write, read, edit }
}

const editorOf = (doc_id: number) => `/ui/docs/${doc_id}/edit`
export async function reopen(page: Page, doc_id: number) {
  await page.goto(editorOf(doc_id))
  await isReady(page)
}
async function isReady(page: Page) {
  await surface(page).waitFor()
  // The list that „/“ opens loads a little later.
  await page.locator('.ProseMirror[aria-autocomplete=list]').waitFor()
}

export const surface = (page: Page) => page.getByRole('textbox', { name: 'Inhalt des Prozesses' })
export const tool = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

export async function save(page: Page) {
  await page.keyboard.press('Control+s')
  const message = page.locator('div', { hasText: /^Prozess gespeichert$/ }).last()
  await message.waitFor()
  // The message disappears by itself, but has to be gone before the next one comes.
  await message
    .getByRole('button')
    .evaluateAll((close) => close.forEach((one) => (one as HTMLElement).click()))
  await message.waitFor({ state: 'hidden' })
  await surface(page).focus()
}

/** Pastes an image of `size` × `size` px. */
export const pasteFile = (page: Page, size = 20, place = '.ProseMirror') =>
  page.evaluate(`(async () => {
    const canvas = new OffscreenCanvas(${size}, ${size})
    canvas.getContext('2d').fillRect(0, 0, 10, 10)
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }))
    document.querySelector('${place}').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)

/** The types of the blocks, outer before inner. */
export const kinds = (tree: Tree): string => {
  const inner = (tree.content ?? []).filter(({ type }) => type !== 'text').map(kinds)
  return inner.length > 0 ? `${tree.type}(${inner.join(' ')})` : tree.type
}
export const paragraph = (...words: string[]): Tree => ({
  type: 'paragraph',
  content: words.map((text) => ({ type: 'text', text })),
})
export const field = (name: string): Tree => ({ type: 'active', attrs: { name, type: 'text' } })
export const process = (...content: Tree[]): Tree => ({ type: 'process', content })
