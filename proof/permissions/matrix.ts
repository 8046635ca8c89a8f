// Tries a row of the permission matrix (a call) with all callers, and collects wrong answers.
import { isDeepStrictEqual } from 'node:util'
import { type Answer, json } from '#measure/ask.ts'
import { type Caller, callers, expected, type World } from '../calls/callers.ts'
import { type Call, title } from '../calls/calls.ts'
import { faultOfRefusal } from '../calls/refusals.ts'
import { bodyOf, pathsOf } from '../calls/samples.ts'
import { hashTables } from '../calls/table-hashes.ts'

export type Row = Pick<Call, 'path' | 'may'> &
  Pick<Partial<Call>, 'params' | 'query' | 'body'> & { method: string }

/** HEAD is served wherever GET is, so it is a row of its own. */
export const withHead = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row) => (row.method === 'GET' ? [row, { ...row, method: 'HEAD' }] : [row]))

/** The faults of a row; empty if exactly the permitted callers get through. */
export const faultsOf = async (row: Row, world: World, knockers = callers): Promise<string[]> => [
  ...(await faultsOfRefusals([row], world, knockers)),
  ...(await faultsOfAdmissions(row, world, knockers)),
]

/**
 * Tries all forbidden callers of these rows between two hashes of the database, because hashing costs more than
 * the calls.
 */
export async function faultsOfRefusals(rows: readonly Row[], world: World, knockers: Caller[]) {
  const faults: string[] = []
  const cookies = new Map<Caller, string | undefined>()
  for (const caller of knockers) cookies.set(caller, await caller.open(world))
  const before = await hashTables(world.kontor.db)
  for (const row of rows)
    for (const [caller, cookie] of cookies) {
      if (expected(row.may, caller.rank) === 'allowed') continue
      const fault = await faultOfRefused(row, caller, cookie, world)
      if (fault) faults.push(`${title(row)} as ${caller.name}: ${fault}`)
    }
  if (!isDeepStrictEqual(await hashTables(world.kontor.db), before))
    faults.push(`writes although it refuses: ${rows.map(title).join(', ')}`)
  return faults
}

export async function faultsOfAdmissions(row: Row, world: World, knockers: Caller[]) {
  const faults: string[] = []
  for (const caller of knockers.filter(({ rank }) => expected(row.may, rank) === 'allowed')) {
    const { status } = await knock(row, await existing(row, world), await caller.open(world), world)
    const fault = faultOfAdmission(status)
    if (fault) faults.push(`${caller.name}: ${fault}`)
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
