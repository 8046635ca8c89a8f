// The Typst compiler with a fixed template; data is never interpreted as markup.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import { GlyphCoverage } from './glyphs.ts'
import type { PlacedImage } from './images.ts'

const fonts = [
  'noto-sans/400Regular/NotoSans_400Regular.ttf',
  'noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  'noto-sans/700Bold/NotoSans_700Bold.ttf',
  'noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf',
  'noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
]
const { resolve } = createRequire(import.meta.url)
/** Upper bound of optional breaks in words: thousands of them in unreadable text would take too long. */
const MAX_WORD_BREAKS = 500
/** Typst may read this folder only, which contains nothing but our own files. */
const workspace = import.meta.dirname

export class Compiler {
  readonly #compiler: NodeCompiler
  readonly #template: string
  readonly #glyphs: GlyphCoverage

  static async create() {
    const fontBlobs = await Promise.all(fonts.map((name) => readFile(resolve(`@expo-google-fonts/${name}`))))
    const template = await readFile(join(workspace, 'print.typ'), 'utf8')
    return new Compiler(NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }] }), template)
  }

  private constructor(compiler: NodeCompiler, template: string) {
    this.#compiler = compiler
    this.#template = template
    this.#glyphs = new GlyphCoverage((source) => this.#isPrintable(source))
  }

  /** Throws Typst's error, which may quote the document. */
  print(data: unknown, images: readonly PlacedImage[], seconds: number): Buffer {
    const raw = JSON.stringify(data)
    const printable = this.#glyphs.replaceMissing(raw)
    const parts = printable.split('\u200b').length - 1
    const json = `{"page":${printable},"lacks":${printable !== raw},"parted":${parts > 0 && parts < MAX_WORD_BREAKS}}`
    this.#compiler.mapShadow(join(workspace, 'data.json'), Buffer.from(json))
    for (const { path, bytes } of images) this.#compiler.mapShadow(join(workspace, path), bytes)
    return this.#compiler.pdf(
      { mainFileContent: this.#template, resetRead: true },
      { pdfStandard: PdfStandard.UA_1, creationTimestamp: seconds },
    )
  }

  /** Paths of images that cannot be decoded. */
  broken(images: readonly PlacedImage[]): Set<string> {
    const isBroken = ({ path }: PlacedImage) => !this.#isPrintable(`#image("${path}", alt: "-")`)
    return new Set(images.filter(isBroken).map(({ path }) => path))
  }

  /** Drops the document; its memory is freed in the next turn of the event loop. */
  async forget() {
    this.#compiler.resetShadow()
    this.#compiler.evictCache(0)
    await nextTurn()
  }

  #isPrintable(source: string): boolean {
    try {
      this.#compiler.pdf(
        { mainFileContent: `#set document(title: "-")\n${source}` },
        { pdfStandard: PdfStandard.UA_1 },
      )
      return true
    } catch {
      return false // Typst reports an unprintable source only by throwing
    }
  }
}
