// The data that the template is given, and where in the document they stand.
import type { Naming } from '#contract/document/naming.ts'
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
  | Area

/** The place of a block. Widths are in pt. */
export type Place = { depth: number; width: number; isNarrow: boolean; ink: boolean }
export type Source = {
  answers: Answers
  images: Images
  namings: Map<Tree, Naming>
  /** Sections that are not shown with these answers. */
  hidden: ReadonlySet<Tree>
}

/** Parts of a line. `r`: a field that has to be filled in. */
export type Inline =
  /** `y`: the same in pieces; every second one is a word to be hyphenated. */
  | { k: 't'; s: string; y?: string[]; b?: true; i?: true; c?: true; l?: string; ink?: true }
  | { k: 'br' }
  | { k: 'img'; src: string; alt: string; w: number; h: number }
  | { k: 'note'; s: string }
  /** `above`: its name stands above it, because the line has room for one of them. */
  | { k: 'num'; label: string; s: string | null; above?: true; r?: true }
  /** Of a choice, before its boxes; or only the star of what has to be filled in. */
  | { k: 'name'; label: string; r?: true }
  | { k: 'check'; label: string; on: boolean; r?: true }
  /** `of`: what is to be there; where it is not, a box `w` wide to stick it into, or a line to sign on. */
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
/** Blocks, which take lines of their own. */
export type Area = { k: 'area'; label: string; s: string | null; r?: true }

type Table = {
  k: 'table'
  /** The widths of its columns in pt. */
  w: number[]
  /** So many rows are its head, repeated on every page. */
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
