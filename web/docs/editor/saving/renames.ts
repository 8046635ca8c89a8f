// Follows how fields are renamed between two saves, so that their answers can move along: a map from the name that
// the server knows to the present one. A→B→C is A→C, and going back, also by undo, leaves nothing.
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { AttrStep, Step, StepResult } from 'prosemirror-transform'
import { namesIn } from '../fields.ts'

export type Renames = Readonly<Record<string, string>>

export function followed(renames: Renames, from: string, to: string): Renames {
  const known = Object.entries(renames).find(([, now]) => now === from)?.[0] ?? from
  const { [known]: _, ...others } = renames
  return known === to ? others : { ...others, [known]: to }
}

/** The renames left to save when `sent` has been saved and more has happened meanwhile. */
export function since(sent: Renames, now: Renames): Renames {
  const names = new Set([...Object.keys(sent), ...Object.keys(now)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const [before, after] = [renamed(sent, name), renamed(now, name)]
      return before === after ? [] : [[before, after]]
    }),
  )
}

/** Any name will do, also `constructor`, which every object answers to. */
const renamed = (renames: Renames, name: string) =>
  Object.hasOwn(renames, name) ? (renames[name] ?? name) : name

const key = new PluginKey<Renames>('renames')

export const renamesOf = (state: EditorState): Renames => key.getState(state) ?? {}

export const saved = (tr: Transaction, sent: Renames) => tr.setMeta(key, sent)

/** Beside the step that puts another text in place of this one: the same fields have other names in it. */
class Renaming extends Step {
  readonly names: Renames
  constructor(names: Renames) {
    super()
    this.names = names
  }
  apply: Step['apply'] = (doc) => StepResult.ok(doc)
  invert: Step['invert'] = () =>
    new Renaming(Object.fromEntries(Object.entries(this.names).map(([from, to]) => [to, from])))
  map: Step['map'] = () => this
  toJSON: Step['toJSON'] = () => ({ stepType: 'renaming', names: this.names })
}

/** Undo takes it back like any other step, also where a save has come between. */
export const become = (tr: Transaction, now: Renames, then: Renames) =>
  tr.step(new Renaming(since(now, then)))

function along(renames: Renames, names: Renames): Renames {
  const all = new Set([...Object.keys(renames), ...Object.keys(names)])
  return Object.fromEntries(
    [...all].flatMap((name) => {
      const to = renamed(names, renamed(renames, name))
      // A name that was given since then is none that the server knows.
      const isOwn = Object.hasOwn(renames, name) || !Object.values(renames).includes(name)
      return isOwn && to !== name ? [[name, to]] : []
    }),
  )
}

/** Renaming is read off the steps, because undo and redo run them too. */
export const followRenames = (begin: Renames) =>
  new Plugin<Renames>({
    key,
    state: {
      init: () => begin,
      apply(tr, renames) {
        const sent = tr.getMeta(key) as Renames | undefined
        return followSteps(tr, sent ? since(sent, renames) : renames)
      },
    },
  })

function followSteps(tr: Transaction, renames: Renames): Renames {
  const changes = new Map<string, string>()
  const given = tr.steps.find((step) => step instanceof Renaming)
  if (given) return along(renames, given.names)
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
    // Two fields that become one, or one that becomes two: nobody can say whose answers would move, so they stay.
    const isWhole = from !== '' && to !== '' && !after.has(from) && !before.has(to)
    if (isWhole) result = followed(result, from, to)
  }
  return result
}
