/**
 * How fields have been renamed since the last save, so that their answers can move along: by the name that the
 * server knows, the name of now. A→B→C is A→C, and going back (undo too) leaves nothing.
 */
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { AttrStep } from 'prosemirror-transform'
import { namesIn } from './field-names.ts'

export type Renames = Readonly<Record<string, string>>

export function followed(renames: Renames, from: string, to: string): Renames {
  const known = Object.entries(renames).find(([, now]) => now === from)?.[0] ?? from
  const { [known]: _, ...others } = renames
  return known === to ? others : { ...others, [known]: to }
}

/** What is left to tell when `told` has been saved and more has happened in the meantime. */
export function since(told: Renames, now: Renames): Renames {
  const left: Record<string, string> = {}
  for (const name of new Set([...Object.keys(told), ...Object.keys(now)])) {
    const before = told[name] ?? name
    const after = now[name] ?? name
    if (before !== after) left[before] = after
  }
  return left
}

const key = new PluginKey<Renames>('renames')

export const renamesOf = (state: EditorState): Renames => key.getState(state) ?? {}

export const saved = (tr: Transaction, told: Renames) => tr.setMeta(key, told)

/** Renaming is read off the steps, because undo and redo run them too. */
export const followRenames = (begin: Renames) =>
  new Plugin<Renames>({
    key,
    state: {
      init: () => begin,
      apply(tr, renames) {
        const told = tr.getMeta(key) as Renames | undefined
        return followSteps(tr, told ? since(told, renames) : renames)
      },
    },
  })

function followSteps(tr: Transaction, renames: Renames): Renames {
  const changes = new Map<string, string>()
  for (const [at, step] of tr.steps.entries()) {
    if (!(step instanceof AttrStep) || step.attr !== 'name') continue
    const node = tr.docs[at]?.nodeAt(step.pos)
    if (node?.type.name === 'active') changes.set(node.attrs['name'] as string, step.value as string)
  }
  if (changes.size === 0) return renames
  const before = namesIn(tr.before)
  const after = namesIn(tr.doc)
  let result = renames
  for (const [from, to] of changes) {
    // Two fields that become one, or one that becomes two: whose answers would move is anybody's guess. They stay.
    const isWhole = from !== '' && to !== '' && !after.has(from) && !before.has(to)
    if (isWhole) result = followed(result, from, to)
  }
  return result
}
