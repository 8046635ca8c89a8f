// Renders the handbook's text from the build's data.

import type { Block, Inline } from 'virtual:handbook'
import { Link } from '@tanstack/react-router'
import css from './help.module.css'

export const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  // Static order, so the index is a stable key.
  blocks.map((block, at) => <One key={at} block={block} />)

function One({ block }: { block: Block }) {
  if (block.kind === 'table') return <Table {...block} />
  if (block.kind === 'heading') return <h4>{block.title}</h4>
  if (block.kind === 'list') return <List {...block} />
  if (block.kind === 'text')
    return (
      <p>
        <Inlines words={block.words} />
      </p>
    )
  const { src, width, height, alt } = block
  return <img className={css['picture']} loading="lazy" src={src} width={width} height={height} alt={alt} />
}

function List({ isOrdered, items }: { isOrdered: boolean; items: Inline[][] }) {
  const lines = items.map((words, at) => (
    <li key={at}>
      <Inlines words={words} />
    </li>
  ))
  return isOrdered ? <ol>{lines}</ol> : <ul>{lines}</ul>
}

function Table({ head, rows }: { head: Inline[][]; rows: Inline[][][] }) {
  return (
    <table className={css['table']}>
      <thead>
        <tr>
          {head.map((words, at) => (
            <th key={at} scope="col">
              <Inlines words={words} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((words, at) => (
              <td key={at}>
                <Inlines words={words} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Inlines = ({ words }: { words: readonly Inline[] }) =>
  words.map((one, at) => <InlineElement key={at} word={one} />)

function InlineElement({ word }: { word: Inline }) {
  if (typeof word === 'string') return word
  if ('bold' in word)
    return (
      <b>
        <Inlines words={word.bold} />
      </b>
    )
  if ('code' in word) return <code>{word.code}</code>
  return (
    <Link to="/help" search={{ chapter: word.chapter }} hash={word.heading}>
      <Inlines words={word.words} />
    </Link>
  )
}
