// Types of the template's data, and the context of a block.
import type { FieldLabel } from '#contract/document/naming.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { Images } from './images.ts'
import type { Answers } from './values.ts'

export type Block =
  | { k: 'p' | 'bold'; c: Inline[] }
  | { k: 'h'; l: number; c: Inline[] }
  | { k: 'ul'; items: Block[][] }
  | { k: 'ol'; start: number; items: Block[][] }
  | { k: 'q'; b: Block[] }
  | { k: 'code'; s: string }
  | { k: 'hr' }
  | Table
  | TextArea

/** Context of a block. Widths are in pt. */
export type BlockContext = { depth: number; width: number; isNarrow: boolean; ink: boolean }
export type PrintContext = {
  answers: Answers
  images: Images
  namings: Map<Tree, FieldLabel>
  /** Sections hidden by these answers. */
  hidden: ReadonlySet<Tree>
}

/** Parts of a line. `r`: required field. */
export type Inline =
  /** `y`: the same text in pieces; every second one is a word to hyphenate. */
  | { k: 't'; s: string; y?: string[]; b?: true; i?: true; c?: true; l?: string; ink?: true }
  | { k: 'br' }
  | { k: 'img'; src: string; alt: string; w: number; h: number }
  | { k: 'note'; s: string }
  /** `above`: the label is printed on a line of its own, because the cell is narrow. */
  | { k: 'num'; label: string; s: string | null; above?: true; r?: true }
  /** Label before the boxes of a choice, or only the asterisk of a required field. */
  | { k: 'name'; label: string; r?: true }
  | { k: 'check'; label: string; on: boolean; r?: true }
  /**
   * `of`: the kind of picture. If the answer is empty, a box of width `w` is printed to stick a photo into, or a
   * line to sign on.
   */
  | {
      k: 'pic'
      label: string
      of: 'photo' | 'signature'
      w: number
      shown: Picture | null
      s: string | null
      r?: true
    }
/** A photo, or the drawing of a signature. */
export type Picture = { alt: string; w: number; h: number } & ({ src: string } | { drawing: string })
/** A multi-line field, which is a block instead of a part of a line. */
export type TextArea = { k: 'area'; label: string; s: string | null; r?: true }

type Table = {
  k: 'table'
  /** Column widths in pt. */
  w: number[]
  /** Number of header rows, repeated on every page. */
  head: number
  rows: number
  isSmall: boolean
  cells: TableCell[]
}
export type TableCell = {
  x: number
  y: number
  cs: number
  rs: number
  th: boolean
  fill?: string
  ink?: string
  b: Block[]
}
