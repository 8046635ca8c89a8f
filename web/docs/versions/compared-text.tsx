// Two versions merged into one text, line by line. Changes are also named in words.
import { type CSSProperties, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { formatNumber } from '#web/ui/format.ts'
import type { ComparedPart, Row, Run } from './compare.ts'
import css from './compared-text.module.css'
import type { Line, LineStretch } from './folded.ts'
import type { Piece } from './parts.ts'

export function ComparedText({ stretches }: { stretches: readonly LineStretch[] }) {
  const [isWhole, setWhole] = useState(false)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const hasFolded = stretches.some(({ isFolded }) => isFolded)
  return (
    <>
      {hasFolded && (
        <Checkbox label="Auch zeigen, was gleich geblieben ist" checked={isWhole} onChange={setWhole} />
      )}
      <div className={css['text']}>
        {stretches.map(({ lines, isFolded }, at) =>
          isFolded && !isWhole && !opened.has(at) ? (
            <FoldedLines key={at} count={lines.length} onOpen={() => setOpened(new Set([...opened, at]))} />
          ) : (
            lines.map((line, place) => <OneLine key={`${at} ${place}`} line={line} />)
          ),
        )}
      </div>
    </>
  )
}

const FoldedLines = ({ count, onOpen }: { count: number; onOpen: () => void }) => (
  <div className={css['folded']}>
    <Button size="small" variant="quiet" onClick={onOpen}>
      {formatNumber(count)} gleiche Zeilen zeigen
    </Button>
  </div>
)

const OneLine = ({ line: { part, row } }: { line: Line }) =>
  row ? <BlockLine row={row} depth={part.depth} /> : <PartHeadline part={part} />

function PartHeadline({ part: { title, depth, isRest, change, isMoved, formerly } }: { part: ComparedPart }) {
  const marks = [
    ...(change === 'same' ? [] : [change === 'new' ? 'Neu' : 'Entfernt']),
    ...(isMoved ? ['Verschoben'] : []),
    ...(formerly === undefined ? [] : ['Geändert']),
  ]
  return (
    <MarkedLine
      change={marks.length > 0 && change === 'same' ? 'changed' : change}
      marks={marks}
      depth={depth}
    >
      <h3 className={css['head']} dir="auto">
        {isRest && 'Weiter in: '}
        {formerly !== undefined && (
          <>
            <RemovedWords>{formerly}</RemovedWords>{' '}
          </>
        )}
        {formerly === undefined ? wrapInInsOrDel(change, title) : <AddedWords>{title}</AddedWords>}
      </h3>
    </MarkedLine>
  )
}

const changeMarks: Record<Row['change'], string[]> = {
  same: [],
  new: ['Neu'],
  gone: ['Entfernt'],
  changed: ['Geändert'],
  look: ['Anders gestaltet'],
}

function BlockLine({ row, depth }: { row: Row; depth: number }) {
  const { kind, indent, marker, pieces } = row.block
  const words = row.change === 'changed' ? <DiffRuns runs={row.runs} /> : <Pieces pieces={pieces} />
  return (
    <MarkedLine change={row.change} marks={changeMarks[row.change]} depth={depth} indent={indent}>
      {kind === 'rule' ? (
        <hr />
      ) : (
        <p className={css[kind]} dir="auto">
          {marker && <span className={css['marker']}>{marker} </span>}
          {pieces.length === 0 && row.change !== 'changed' ? (
            <span className={css['blank']}>(leere Zeile)</span>
          ) : (
            wrapInInsOrDel(row.change, words)
          )}
        </p>
      )}
    </MarkedLine>
  )
}

function wrapInInsOrDel(change: string, words: ReactNode) {
  if (change === 'same' || change === 'changed' || change === 'look') return words
  return change === 'gone' ? <del>{words}</del> : <ins>{words}</ins>
}

type MarkedLineProps = {
  change: string
  marks: readonly string[]
  depth: number
  indent?: number
  children: ReactNode
}

/** `depth`: enclosing sections, `indent`: enclosing lists. */
const MarkedLine = ({ change, marks, depth, indent = 0, children }: MarkedLineProps) => (
  <div
    className={css['line']}
    data-change={change}
    style={{ '--in': Math.min(Math.max(depth - 1, 0) + indent, 6) } as CSSProperties}
  >
    <div className={css['marks']}>{marks.join(', ')}</div>
    <div className={css['words']}>{children}</div>
  </div>
)

const DiffRuns = ({ runs }: { runs: readonly Run[] }) =>
  runs.map(({ change, pieces }, at) => {
    const words = <Pieces key={at} pieces={pieces} />
    if (change === 'same') return words
    return change === 'new' ? (
      <AddedWords key={at}>{words}</AddedWords>
    ) : (
      <RemovedWords key={at}>{words}</RemovedWords>
    )
  })

const AddedWords = ({ children }: { children: ReactNode }) => (
  <ins>
    <span className="only-read">[neu: </span>
    {children}
    <span className="only-read">]</span>
  </ins>
)
const RemovedWords = ({ children }: { children: ReactNode }) => (
  <del>
    <span className="only-read">[entfernt: </span>
    {children}
    <span className="only-read">]</span>
  </del>
)

const Pieces = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map(({ kind, text }, at) => {
    if (kind === 'break') return <br key={at} />
    if (kind === 'text' || kind === 'cell') return text
    return (
      <span key={at} className={css['thing']}>
        {kind === 'field' ? 'Feld' : 'Bild'}: {text}
      </span>
    )
  })
