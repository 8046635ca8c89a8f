// The handbook inside the app: docs/handbuch, read when the app is built. It reads the Markdown that the handbook
// uses and nothing else; what it does not know ends the build, and so does a link that leads nowhere.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block, Chapter, Inline } from 'virtual:handbook'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const folder = join(import.meta.dirname, 'docs/handbuch')
/** In the order in which they are read. */
export const chapterKeys = ['mitarbeitende', 'leitung', 'verwaltung', 'datenschutz'] as const

const INDEX = 'virtual:handbook'

/**
 * `virtual:handbook` has the titles and headings, and loads each chapter from a module of its own
 * (`virtual:handbook/…`): a chapter is fetched by whoever reads it. Pictures are files beside it.
 */
export function handbookPlugin(): Plugin {
  const begin = `\0${INDEX}`
  return {
    name: 'handbook',
    resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(begin)) return undefined
      for (const key of chapterKeys) this.addWatchFile(fileOf(key))
      const chapters = await readHandbook()
      const chapter = chapters.find(({ key }) => id === `${begin}/${key}`)
      return chapter ? moduleOf(chapter) : indexOf(chapters)
    },
  }
}

function indexOf(chapters: readonly Chapter[]): string {
  const contents = chapters.map(({ key, title, sections }) => ({
    key,
    title,
    headings: sections.map(({ id, title }) => ({ id, title })),
  }))
  const loads = chapters.map(({ key }) => `${key}: () => import(${JSON.stringify(`${INDEX}/${key}`)})`)
  return `export const contents = ${JSON.stringify(contents)}\nexport const load = {${loads.join()}}`
}

function moduleOf(chapter: Chapter): string {
  const pictures = [...new Set(picturesOf(chapter))]
  const imports = pictures.map((src, at) => `import p${at} from ${JSON.stringify(join(folder, src))}`)
  // A picture's file has another name in the build.
  const text = JSON.stringify(chapter).replace(
    /"src":"([^"]+)"/g,
    (_, src: string) => `"src":p${pictures.indexOf(src)}`,
  )
  return `${imports.join('\n')}\nexport const chapter = ${text}`
}

const fileOf = (key: string) => join(folder, `${key}.md`)
const picturesOf = ({ intro, sections }: Chapter) =>
  [...intro, ...sections.flatMap(({ blocks }) => blocks)].flatMap((block) =>
    block.kind === 'picture' ? [block.src] : [],
  )

export async function readHandbook(): Promise<Chapter[]> {
  const chapters = chapterKeys.map((key) => readChapter(key, readFileSync(fileOf(key), 'utf8')))
  for (const chapter of chapters) {
    for (const { target, heading } of linksOf(chapter)) {
      const found = chapters.find(({ key }) => key === target)
      const isThere = found && (heading === '' || found.sections.some(({ id }) => id === heading))
      if (!isThere) throw new Error(`${chapter.key}.md: there is no ${target}.md#${heading}`)
    }
    for (const block of [...chapter.intro, ...chapter.sections.flatMap(({ blocks }) => blocks)])
      if (block.kind === 'picture') block.height = await heightOf(block)
  }
  return chapters
}

/** What stands below must not move when the picture comes. */
async function heightOf({ src, width }: { src: string; width: number }) {
  const size = await sharp(join(folder, src)).metadata()
  return Math.round((width * size.height) / size.width)
}

function linksOf({ intro, sections }: Chapter) {
  const found: { target: string; heading: string }[] = []
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if ('chapter' in value && 'heading' in value)
      found.push({ target: value.chapter as string, heading: value.heading as string })
    for (const part of Object.values(value)) walk(part)
  }
  walk([intro, sections])
  return found
}

/** One file: a title, what stands before the first heading, and a section for each heading. */
export function readChapter(key: string, markdown: string): Chapter {
  const [first = '', ...lines] = markdown.split('\n')
  if (!first.startsWith('# ')) throw new Error(`${key}.md begins without a title`)
  const chapter: Chapter = { key, title: first.slice(2), intro: [], sections: [] }
  let blocks = chapter.intro
  for (const part of partsOf(lines)) {
    if (part[0]?.startsWith('## ')) {
      const title = part[0].slice(3)
      blocks = []
      chapter.sections.push({ id: slugOf(title), title, blocks })
    } else blocks.push(blockOf(key, part))
  }
  // A list of its own headings stands at the beginning of each file; the screen has its own.
  chapter.intro = chapter.intro.filter((block) => block.kind !== 'text' || !isListOfLinks(block.words))
  return chapter
}

/** Lines that belong together. A heading, a list and a table end by themselves, others at an empty line. */
function partsOf(lines: readonly string[]): string[][] {
  const parts: string[][] = []
  let isOpen = false
  for (const line of lines) {
    const last = parts.at(-1)
    if (line === '') {
      // A list goes on after an empty line where its next item comes.
      isOpen = false
    } else if (line.startsWith('#')) {
      parts.push([line])
      isOpen = false
    } else if (isOpen && last && (!startOf(line) || startOf(line) === startOf(last[0] ?? ''))) last.push(line)
    else if (
      last &&
      startOf(line) === 'item' &&
      startOf(last[0] ?? '') === 'item' &&
      sign(line) === sign(last[0] ?? '')
    )
      last.push(line)
    else {
      parts.push([line])
      isOpen = true
    }
    if (line !== '' && !line.startsWith('#')) isOpen = true
  }
  return parts
}
const startOf = (line: string) =>
  /^(?:- |\d+\. )/.test(line)
    ? 'item'
    : line.startsWith('|')
      ? 'row'
      : line.startsWith('<img ')
        ? 'picture'
        : undefined
const sign = (line: string) => line.startsWith('- ')

function blockOf(key: string, lines: string[]): Block {
  const [first = ''] = lines
  const kind = startOf(first)
  if (kind === 'row') return tableOf(key, lines)
  if (kind === 'item') return listOf(key, lines)
  if (kind === 'picture') return pictureOf(key, lines)
  if (/^(?:[>*_`~=]|<|\s|!\[)/.test(first) && !/^(?:\*\*|`)/.test(first))
    throw new Error(`${key}.md: cannot read „${first}“`)
  return { kind: 'text', words: inlinesOf(key, lines.join(' ')) }
}

function tableOf(key: string, [head = '', line = '', ...rows]: string[]): Block {
  if (!/^\|(?:-+:?\|)+$/.test(line))
    throw new Error(`${key}.md: a table without a line below its head: ${head}`)
  const cellsOf = (row: string) =>
    row
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => inlinesOf(key, cell.trim()))
  const width = cellsOf(head).length
  const cells = rows.map(cellsOf)
  const odd = rows.find((_, at) => cells[at]?.length !== width)
  if (odd !== undefined) throw new Error(`${key}.md: another number of cells: ${odd}`)
  return { kind: 'table', head: cellsOf(head), rows: cells }
}

function listOf(key: string, lines: string[]): Block {
  const items: string[] = []
  for (const line of lines) {
    if (startOf(line) === 'item') items.push(line.replace(/^(?:- |\d+\. )/, ''))
    else items.push(`${items.pop()} ${line.trim()}`)
  }
  return { kind: 'list', isOrdered: !sign(lines[0] ?? ''), items: items.map((item) => inlinesOf(key, item)) }
}

function pictureOf(key: string, lines: string[]): Block {
  const [, src, width, alt] =
    /^<img src="([\w/.-]+)" width="(\d+)" alt="([^"]+)">$/.exec(lines.join(' ')) ?? []
  if (src === undefined || alt === undefined) throw new Error(`${key}.md: cannot read ${lines.join(' ')}`)
  return { kind: 'picture', src, width: Number(width), height: 0, alt }
}

const inline = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^[\]]+)\]\(([^()]+)\)/g

function inlinesOf(key: string, text: string): Inline[] {
  const words: Inline[] = []
  let end = 0
  for (const found of text.matchAll(inline)) {
    const [whole, bold, code, linked = '', to = ''] = found
    if (found.index > end) words.push(text.slice(end, found.index))
    if (bold !== undefined) words.push({ bold: inlinesOf(key, bold) })
    else if (code !== undefined) words.push({ code })
    else words.push(...linkOf(key, inlinesOf(key, linked), to))
    end = found.index + whole.length
  }
  if (end < text.length) words.push(text.slice(end))
  return words
}

/** The guide for operators is no part of the app: of a link to it the words are left. */
function linkOf(key: string, words: Inline[], to: string): Inline[] {
  const [, file, heading = ''] = /^(?:([a-z]+)\.md)?(?:#(.+))?$/.exec(to) ?? []
  if (file === undefined && heading === '') {
    if (to.startsWith('../betrieb/')) return words
    throw new Error(`${key}.md: cannot follow ${to}`)
  }
  return [{ words, chapter: file ?? key, heading }]
}

const isListOfLinks = (words: Inline[]) =>
  words.every((one) => (typeof one === 'string' ? /^[\s·]*$/.test(one) : 'chapter' in one))

/** As the usual viewers of Markdown name a heading, so that the same links hold there. */
const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
