/** The handbook as the build reads it (vite.handbook.ts): plain values, drawn by the screen „Hilfe“. */
declare module 'virtual:handbook' {
  export type Inline =
    | string
    | { bold: Inline[] }
    | { code: string }
    /** Into the handbook: a chapter and a heading of it, which is empty for its beginning. */
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
    /** What stands before the first heading. */
    intro: Block[]
    sections: Section[]
  }

  /** What there is to read, in the order in which it is read. */
  export type Contents = { key: string; title: string; headings: { id: string; title: string }[] }
  export const contents: readonly Contents[]
  export const load: Readonly<Record<string, () => Promise<{ chapter: Chapter }>>>
}
