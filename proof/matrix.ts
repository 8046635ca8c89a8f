// One cell of the permission matrix: a call, a caller, and what is wrong with the answer.
import { isDeepStrictEqual } from 'node:util'
import { type Answer, json } from './ask.ts'
import { type Caller, expected, type World } from './callers.ts'
import type { Operation } from './operations.ts'
import { faultOfRefusal } from './refusals.ts'
import { bodyOf, pathsOf } from './samples.ts'
import { pictureOf } from './written.ts'

export type Row = Pick<Operation, 'path' | 'may'> &
  Pick<Partial<Operation>, 'params' | 'query' | 'body'> & { method: string }

/** HEAD is served wherever GET is, so it is a row of its own. */
export const withHead = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row) => (row.method === 'GET' ? [row, { ...row, method: 'HEAD' }] : [row]))

/** The fault of a cell, or undefined when the permission holds exactly. */
export async function faultOf(row: Row, caller: Caller, world: World): Promise<string | undefined> {
  const cookie = await caller.open(world)
  const paths = await pathsOf(world.kontor, row)
  const body = bodyOf(row)
  const asking = (path: string) =>
    world.ask({ method: row.method, path, cookie, body, headers: body === undefined ? {} : json })
  const outcome = expected(row.may, caller.rank)
  if (outcome === 'allowed') return faultOfAdmission(await asking(paths.existing))

  const before = await pictureOf(world.kontor.db)
  const answer = await asking(paths.existing)
  const missing = paths.missing === paths.existing ? answer : await asking(paths.missing)
  if (answer.status !== outcome) return `answers ${answer.status} instead of ${outcome}`
  if (missing.status !== answer.status || missing.text !== answer.text)
    return 'tells existing ids from missing ones'
  if (!isDeepStrictEqual(await pictureOf(world.kontor.db), before)) return 'writes although it refuses'
  if (row.method === 'HEAD') return answer.text === '' ? undefined : 'answers HEAD with a body'
  return faultOfRefusal(answer)
}

function faultOfAdmission({ status }: Answer): string | undefined {
  if (status === 401 || status === 403) return `refuses with ${status} who may call it`
  return status >= 500 ? `answers ${status}` : undefined
}
