// Tracks renamed fields between two saves, so that answers can move: a map from the name on the server to the
// present one. A→B→C is A→C, and going back, also by undo, removes the entry.
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { AttrStep, Step, StepResult } from 'prosemirror-transform'
import { namesIn } from '../fields.ts'

export type Renames = Readonly<Record<string, string>>

export function withRename(renames: Renames, from: string, to: string): Renames {
  const original = Object.entries(renames).find(([, now]) => now === from)?.[0] ?? from
  const { [original]: _, ...others } = renames
  return original === to ? others : { ...others, [original]: to }
}

/** Renames that remain after `sent` was saved. */
export function renamesSince(sent: Renames, now: Renames): Renames {
  const names = new Set([...Object.keys(sent), ...Object.keys(now)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const [before, after] = [newNameOf(sent, name), newNameOf(now, name)]
      return before === after ? [] : [[before, after]]
    }),
  )
}

/** `hasOwn`, since a field may be called `constructor`, which every object inherits. */
const newNameOf = (renames: Renames, name: string) =>
  Object.hasOwn(renames, name) ? (renames[name] ?? name) : name

const key = new PluginKey<Renames>('renames')

export const renamesOf = (state: EditorState): Renames => key.getState(state) ?? {}

export const markSent = (tr: Transaction, sent: Renames) => tr.setMeta(key, sent)

/**
 * Changes the renames when another text replaces the present one. As a step it is undone together with the
 * replacement.
 */
class RenamesStep extends Step {
  readonly names: Renames
  constructor(names: Renames) {
    super()
    this.names = names
  }
  apply: Step['apply'] = (doc) => StepResult.ok(doc)
  invert: Step['invert'] = () =>
    new RenamesStep(Object.fromEntries(Object.entries(this.names).map(([from, to]) => [to, from])))
  map: Step['map'] = () => this
  toJSON: Step['toJSON'] = () => ({ stepType: 'renaming', names: this.names })
}

/** Undoable like any other step, even across a save. */
export const setRenames = (tr: Transaction, now: Renames, then: Renames) =>
  tr.step(new RenamesStep(renamesSince(now, then)))

function composeRenames(renames: Renames, names: Renames): Renames {
  const all = new Set([...Object.keys(renames), ...Object.keys(names)])
  return Object.fromEntries(
    [...all].flatMap((name) => {
      const to = newNameOf(names, newNameOf(renames, name))
      // A name that was given since the last save is unknown to the server, so it is no key of the result.
      const isOwn = Object.hasOwn(renames, name) || !Object.values(renames).includes(name)
      return isOwn && to !== name ? [[name, to]] : []
    }),
  )
}

/** Renames are derived from steps, since undo and redo run these too. */
export const renamesPlugin = (begin: Renames) =>
  new Plugin<Renames>({
    key,
    state: {
      init: () => begin,
      apply(tr, renames) {
        const sent = tr.getMeta(key) as Renames | undefined
        return renamesAfterSteps(tr, sent ? renamesSince(sent, renames) : renames)
      },
    },
  })

function renamesAfterSteps(tr: Transaction, renames: Renames): Renames {
  const changes = new Map<string, string>()
  const renaming = tr.steps.find((step) => step instanceof RenamesStep)
  if (renaming) return composeRenames(renames, renaming.names)
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
    // Merged or split fields count as no rename: it is unclear which answers would move.
    const isWhole = from !== '' && to !== '' && !after.has(from) && !before.has(to)
    if (isWhole) result = withRename(result, from, to)
  }
  return result
}
