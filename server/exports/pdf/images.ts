// Images of a document: the printable ones, and notes in place of the others.
import { type ImageSize, imageSize } from './image-size.ts'

export type PlacedImage = ImageSize & { path: string; bytes: Buffer }

/**
 * Maximum of `pixels` per image, and for `all` images of a document. Each pixel takes 4 bytes of memory while
 * printing.
 */
const pixelLimits = { pixels: 30_000_000, all: 150_000_000 }
const dataUrlPattern = /^data:image\/[a-z]+;base64,/

export class Images {
  readonly #placed = new Map<string, PlacedImage | string>()
  readonly #uploaded: ReadonlyMap<string, Buffer>
  #pixels = 0

  constructor(uploaded: ReadonlyMap<string, Buffer>) {
    this.#uploaded = uploaded
  }

  /** The image, or the note that replaces it. */
  find(src: string): PlacedImage | string {
    let placed = this.#placed.get(src)
    if (placed === undefined) {
      placed = this.#place(src)
      this.#placed.set(src, placed)
    }
    return placed
  }

  all(): PlacedImage[] {
    return [...this.#placed.values()].filter((image) => typeof image !== 'string')
  }

  /** Replaces broken images by a note. `broken`: their paths. */
  giveUp(broken: ReadonlySet<string>) {
    for (const [src, image] of this.#placed) {
      if (typeof image !== 'string' && broken.has(image.path)) this.#placed.set(src, 'nicht lesbar')
    }
  }

  #place(src: string): PlacedImage | string {
    if (src.startsWith('https:')) return `nicht eingebettet: ${src}`
    const bytes = dataUrlPattern.test(src)
      ? Buffer.from(src.replace(dataUrlPattern, ''), 'base64')
      : this.#uploaded.get(src)
    if (!bytes) return 'nicht vorhanden'
    const size = imageSize(bytes)
    const pixels = size ? size.width * size.height : 0
    if (!size || pixels === 0) return 'nicht lesbar'
    if (pixels > pixelLimits.pixels || this.#pixels + pixels > pixelLimits.all) return 'zu groß'
    this.#pixels += pixels
    return { ...size, bytes, path: `/images/${this.#placed.size}.${size.kind}` }
  }
}
