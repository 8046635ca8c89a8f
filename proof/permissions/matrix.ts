// A row of the permission matrix: a call, all callers, and wrong answers.
import { isDeepStrictEqual } from 'node:util'
import { type Answer, json } from '#measure/ask.ts'
import { type Caller, callers, expected, type World } from '../calls/callers.ts'
import type { Call } from '../calls/calls.ts'
import { faultOfRefusal } from '../calls/refusals.ts'
import { bodyOf, pathsOf } from '../calls/samples.ts'
import { hashTables } from '../calls/table-hashes.ts'

export type Row = Pick<Call, 'path' | 'may'> &
  Pick<Partial<Call>, 'params' | 'query' | 'body'> & { method: string }

/** HEAD is served wherever GET is, so it is a row of its own. */
export const withHead = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row) => (row.method === 'GET' ? [row, { ...row, method: 'HEAD' }] : [row]))

/**
 * The faults of a row; none when its permission holds exactly. All who are refused knock between two hashes of the
 * database, which cost more than their calls.
 */
export async function faultsOf(row: Row, world: World, knockers = callers): Promise<string[]> {
  const faults: string[] = []
  const note = ({ name }: Caller, fault: string | undefined) => fault && faults.push(`${name}: ${fault}`)
  const [allowed, refused] = split(knockers, ({ rank }) => expected(row.may, rank) === 'allowed')

  const knocking: [Caller, cookie: string | undefined][] = []
  for (const caller of refused) knocking.push([caller, await caller.open(world)])
  if (refused.length > 0) {
    const before = await hashTables(world.kontor.db)
    for (const [caller, cookie] of knocking) note(caller, await faultOfRefused(row, caller, cookie, world))
    if (!isDeepStrictEqual(await hashTables(world.kontor.db), before))
      faults.push('writes although it refuses')
  }
  for (const caller of allowed) {
    const { status } = await knock(row, await existing(row, world), await caller.open(world), world)
    note(caller, faultOfAdmission(status))
  }
  return faults
}

async function faultOfRefused(row: Row, { rank }: Caller, cookie: string | undefined, world: World) {
  const paths = await pathsOf(world.kontor, row)
  const answer = await knock(row, paths.existing, cookie, world)
  const missing = paths.missing === paths.existing ? answer : await knock(row, paths.missing, cookie, world)
  const outcome = expected(row.may, rank)
  if (answer.status !== outcome) return `answers ${answer.status} instead of ${outcome}`
  if (missing.status !== answer.status || missing.text !== answer.text)
    return 'tells existing ids from missing ones'
  if (row.method === 'HEAD') return answer.text === '' ? undefined : 'answers HEAD with a body'
  return faultOfRefusal(answer)
}

const existing = async (row: Row, { kontor }: World) => (await pathsOf(kontor, row)).existing

function knock(row: Row, path: string, cookie: string | undefined, { ask }: World): Promise<Answer> {
  const body = bodyOf(row)
  return ask({ method: row.method, path, cookie, body, headers: body === undefined ? {} : json })
}

function faultOfAdmission(status: number): string | undefined {
  if (status === 401 || status === 403) return `refuses with ${status} who may call it`
  return status >= 500 ? `answers ${status}` : undefined
}

function split<T>(all: readonly T[], fits: (one: T) => boolean): [fitting: T[], others: T[]] {
  return [all.filter(fits), all.filter((one) => !fits(one))]
}
