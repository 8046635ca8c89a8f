// Which priority a request has, before any routing: from the one declaration of its call.
import { api } from '#contract/api.ts'
import { type Endpoint, type Priority, priorityOf } from '#contract/endpoint.ts'

export type Known = { path: string; priority: Priority }

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`)

/** Reads by their first step and number of steps; where several fit, as in the router, the one with fewer parameters. */
const reads = new Map<string, { pattern: RegExp; known: Known }[]>()
const shapeOf = (path: string) => {
  const steps = path.split('/')
  return `${steps[1]}/${steps.length}`
}
const endpoints = Object.values(api)
  .flatMap((domain) => Object.values(domain as Record<string, Endpoint>))
  .filter(({ method }) => method === 'GET')
  .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
for (const endpoint of endpoints) {
  const { path } = endpoint
  const same = reads.get(shapeOf(path)) ?? []
  reads.set(shapeOf(path), [
    ...same,
    { pattern: patternOf(path), known: { path, priority: priorityOf(endpoint) } },
  ])
}

/** Of a read that the contract knows; what else is asked by GET is the app's own files. */
export function readAt(url: string): Known | undefined {
  const end = url.indexOf('?')
  const candidates = reads.get(shapeOf(end < 0 ? url : url.slice(0, end)))
  return candidates?.find(({ pattern }) => pattern.test(url))?.known
}
