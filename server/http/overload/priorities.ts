// Which priority a request has, before any routing: from the one declaration of its call.
import { api } from '#contract/api.ts'
import { type Endpoint, type Priority, priorityOf } from '#contract/endpoint.ts'

export type Known = { path: string; priority: Priority }
/** One step of a path: to the letter, or what a parameter stands for, with what comes behind it. */
type Step = { word: string; isAny: boolean }

/**
 * Reads by their first step and number of steps; where several fit, as in the router, the one with fewer parameters.
 */
const reads = new Map<string, { steps: Step[]; known: Known }[]>()
const shapeOf = (steps: readonly string[]) => `${steps[1]}/${steps.length}`
const stepOf = (step: string): Step => {
  const end = step.indexOf('}')
  return { word: step.slice(end + 1), isAny: end >= 0 }
}
const endpoints = Object.values(api)
  .flatMap((domain) => Object.values(domain as Record<string, Endpoint>))
  .filter(({ method }) => method === 'GET')
  .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
for (const endpoint of endpoints) {
  const { path } = endpoint
  const steps = path.split('/')
  const same = reads.get(shapeOf(steps)) ?? []
  reads.set(shapeOf(steps), [
    ...same,
    { steps: steps.map(stepOf), known: { path, priority: priorityOf(endpoint) } },
  ])
}

/** Of a read that the contract knows; what else is asked by GET is the app's own files. */
export function readAt(url: string): Known | undefined {
  const end = url.indexOf('?')
  const asked = (end < 0 ? url : url.slice(0, end)).split('/')
  const fits = ({ word, isAny }: Step, at: number) =>
    isAny ? (asked[at]?.length ?? 0) > word.length && asked[at]?.endsWith(word) === true : asked[at] === word
  return reads.get(shapeOf(asked))?.find(({ steps }) => steps.every(fits))?.known
}
