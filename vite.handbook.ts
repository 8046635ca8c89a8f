// Compiles the handbook (docs/handbuch) into the app. The build fails on Markdown that the screen cannot
// render, and on links without a target.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block, Chapter, Inline } from 'virtual:handbook'
import { type MarkedToken, marked, type Token } from 'marked'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const folder = join(import.meta.dirname, 'docs/handbuch')
/** In reading order. */
export const chapterKeys = ['mitarbeitende', 'leitung', 'verwaltung', 'datenschutz'] as const

const INDEX = 'virtual:handbook'

/**
 * `virtual:handbook` has the titles and headings, and loads each chapter from a module of its own
 * (`virtual:handbook/…`), so that readers download only the chapters they open. Pictures are separate files.
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
  const pictures = [...new Set(blocksOf(chapter).flatMap((one) => (one.kind === 'picture' ? [one.src] : [])))]
  const imports = pictures.map((src, at) => `import p${at} from ${JSON.stringify(join(folder, src))}`)
  // The build renames pictures, so their paths are replaced by imports.
  const text = JSON.stringify(chapter).replace(
    /"src":"([^"]+)"/g,
    (_, src: string) => `"src":p${pictures.indexOf(src)}`,
  )
  return `${imports.join('\n')}\nexport const chapter = ${text}`
}

const fileOf = (key: string) => join(folder, `${key}.md`)
const blocksOf = ({ intro, sections }: Chapter) => [...intro, ...sections.flatMap(({ blocks }) => blocks)]

export async function readHandbook(): Promise<Chapter[]> {
  const chapters = chapterKeys.map((key) => readChapter(key, readFileSync(fileOf(key), 'utf8')))
  for (const chapter of chapters) {
    for (const { target, heading } of linksOf(chapter)) {
      const match = chapters.find(({ key }) => key === target)
      const exists = match && (heading === '' || match.sections.some(({ id }) => id === heading))
      if (!exists) throw new Error(`${chapter.key}.md: there is no ${target}.md#${heading}`)
    }
    for (const block of blocksOf(chapter)) if (block.kind === 'picture') block.height = await heightOf(block)
  }
  return chapters
}

/** Height at the displayed width, to reserve the space of a picture before it has loaded. */
async function heightOf({ src, width }: { src: string; width: number }) {
  const size = await sharp(join(folder, src)).metadata()
  return Math.round((width * size.height) / size.width)
}

function linksOf({ intro, sections }: Chapter) {
  const links: { target: string; heading: string }[] = []
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if ('chapter' in value && 'heading' in value)
      links.push({ target: value.chapter as string, heading: value.heading as string })
    for (const part of Object.values(value)) walk(part)
  }
  walk([intro, sections])
  return links
}

/** Parses a file into its title, the blocks before the first heading, and a section per heading. */
export function readChapter(key: string, markdown: string): Chapter {
  const [first, ...tokens] = marked.lexer(markdown) as MarkedToken[]
  if (first?.type !== 'heading' || first.depth !== 1) throw new Error(`${key}.md begins without a title`)
  const chapter: Chapter = { key, title: first.text, intro: [], sections: [] }
  let blocks = chapter.intro
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth === 2) {
      blocks = []
      chapter.sections.push({ id: slugOf(token.text), title: token.text, blocks })
    } else if (token.type !== 'space') blocks.push(blockOf(key, token))
  }
  // Drops the list of links to the headings at the start of each file, because the screen has its own.
  chapter.intro = chapter.intro.filter((block) => block.kind !== 'text' || !isListOfLinks(block.words))
  return chapter
}

function blockOf(key: string, token: MarkedToken): Block {
  const words = (tokens: readonly Token[]) => inlinesOf(key, tokens)
  switch (token.type) {
    case 'heading':
      if (token.depth !== 3) break
      return { kind: 'heading', title: token.text }
    case 'paragraph':
      // A table without the line below its head is parsed as text; the build fails instead.
      if (token.raw.startsWith('|')) break
      return { kind: 'text', words: words(token.tokens) }
    case 'list':
      return {
        kind: 'list',
        isOrdered: token.ordered,
        // An item is a single line: nested lists and further paragraphs are refused.
        items: token.items.map(({ tokens: [line, ...more], raw }) => {
          if (!line || more.length > 0) throw new Error(`${key}.md: cannot read „${raw}“`)
          return words('tokens' in line && line.tokens ? line.tokens : [line])
        }),
      }
    case 'table':
      return {
        kind: 'table',
        head: token.header.map((cell) => words(cell.tokens)),
        rows: token.rows.map((row) => row.map((cell) => words(cell.tokens))),
      }
    case 'html':
      return pictureOf(key, token.text.trim())
  }
  throw new Error(`${key}.md: cannot read „${token.raw}“`)
}

function pictureOf(key: string, html: string): Block {
  const [, src, width, alt] = /^<img src="([\w/.-]+)" width="(\d+)" alt="([^"]+)">$/.exec(html) ?? []
  if (src === undefined || alt === undefined) throw new Error(`${key}.md: cannot read ${html}`)
  return { kind: 'picture', src, width: Number(width), height: 0, alt }
}

const inlinesOf = (key: string, tokens: readonly Token[]): Inline[] =>
  (tokens as MarkedToken[]).flatMap((token): Inline[] => {
    switch (token.type) {
      case 'text':
        return [token.text.replaceAll('\n', ' ')]
      case 'strong':
        return [{ bold: inlinesOf(key, token.tokens) }]
      case 'codespan':
        return [{ code: token.text }]
      case 'link':
        return linkOf(key, inlinesOf(key, token.tokens), token.href)
      default:
        throw new Error(`${key}.md: cannot read „${token.raw}“`)
    }
  })

/** The guide for operators is not part of the app: a link to it becomes plain text. */
function linkOf(key: string, words: Inline[], href: string): Inline[] {
  if (href.startsWith('../betrieb/')) return words
  const [, file = key, heading = ''] = /^(?:([a-z]+)\.md)?(?:#(.+))?$/.exec(decodeURI(href)) ?? []
  if (!/^(?:[a-z]+\.md|#)/.test(href)) throw new Error(`${key}.md: cannot follow ${href}`)
  return [{ words, chapter: file, heading }]
}

const isListOfLinks = (words: Inline[]) =>
  words.every((one) => (typeof one === 'string' ? /^[\s·]*$/.test(one) : 'chapter' in one))

/** Makes the same ids for headings as the usual Markdown viewers, so that links work in both. */
const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
