/** The handbook as the build reads it (vite.handbook.ts): plain values, drawn by the screen „Hilfe“. */
declare module 'virtual:handbook' {
  export type Inline =
    | string
    | { bold: Inline[] }
    | { code: string }
    /** Link within the handbook. An empty heading means the start of the chapter. */
    | { words: Inline[]; chapter: string; heading: string }

  export type Block =
    | { kind: 'heading'; title: string }
    | { kind: 'text'; words: Inline[] }
    | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
    | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
    | { kind: 'picture'; src: string; width: number; height: number; alt: string }

  export type Section = { id: string; title: string; blocks: Block[] }
  export type Chapter = {
    key: string
    title: string
    /** Blocks before the first heading. */
    intro: Block[]
    sections: Section[]
  }

  /** Table of contents, in reading order. */
  export type Contents = { key: string; title: string; headings: { id: string; title: string }[] }
  export const contents: readonly Contents[]
  export const load: Readonly<Record<string, () => Promise<{ chapter: Chapter }>>>
}
