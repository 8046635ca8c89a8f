// The planner over HTTP: one fixed address, a token, no redirects, bounded in time and size.
import { fetchConfigured, NoAnswer, TooLarge } from '#server/outgoing.ts'
import { checkField, checkOutcome, createUserCheck, fieldsOf, mergeOutcomes } from './check-answers.ts'
import { createHappeningCheck, happeningsWithin } from './check-happenings.ts'
import { type Limits, plannerLimits as usual } from './limits.ts'
import { type Planner, PlannerFailed } from './port.ts'
import { recordsOf } from './records.ts'

type Access = { url: URL; token: string }

type PlannerRequest = { path: string; key?: string; body?: object }
type ExpectedAnswer<T> = {
  name: string
  records: number
  recordBytes?: number
  check: (record: unknown) => T
}

export function httpPlanner(access: Access, limits: Limits = usual): Planner {
  const ask = async <T>(question: PlannerRequest, answer: ExpectedAnswer<T>): Promise<T[]> => {
    const { name, records, recordBytes = limits.recordBytes, check } = answer
    const found: T[] = []
    for await (const record of recordsOf(fetchAnswer(access, question, limits), name, {
      records,
      recordBytes,
    })) {
      found.push(check(record))
    }
    return found
  }
  return {
    listUsers: () =>
      ask({ path: 'users' }, { name: 'users', records: limits.users, check: createUserCheck() }),
    listHappenings: async (from, to) => {
      const happenings = await ask(
        { path: `happenings?start=${from}&end=${to}` },
        {
          name: 'happenings',
          records: limits.happenings,
          recordBytes: limits.happeningBytes,
          check: createHappeningCheck(limits),
        },
      )
      return happeningsWithin(happenings, from, to)
    },
    listFields: async () => {
      try {
        return fieldsOf(
          await ask({ path: 'times/fields' }, { name: 'fields', records: 100, check: checkField }),
        )
      } catch (error) {
        // A planner that does not know the call supports no optional fields. Any other failure may be temporary,
        // and is thrown: a note that is left out now would never be sent.
        if (error instanceof PlannerFailed && error.isUnknown) return new Set()
        throw error
      }
    },
    sendTimes: async (key, entries) => {
      const answered = await ask(
        { path: 'times', key, body: { entries } },
        { name: 'results', records: limits.entries, check: checkOutcome },
      )
      return mergeOutcomes(entries, answered)
    },
  }
}

async function* fetchAnswer(
  { url, token }: Access,
  { path, key, body }: PlannerRequest,
  limits: Limits,
): AsyncGenerator<Uint8Array> {
  try {
    const answer = await fetchConfigured(new URL(path, url.href.endsWith('/') ? url : `${url.href}/`), {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'accept-encoding': 'gzip',
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      body: body && JSON.stringify(body),
      limits,
    })
    if (answer.status < 200 || answer.status >= 300) {
      answer.discard()
      throw new PlannerFailed(sentenceFor(answer.status), {
        isUnknown: unknownCallStatuses.includes(answer.status),
      })
    }
    yield* answer.body
  } catch (error) {
    if (error instanceof TooLarge)
      throw new PlannerFailed('Die Antwort der Personalplanung ist zu groß.', { cause: error })
    if (!(error instanceof NoAnswer)) throw error
    throw new PlannerFailed(
      error.isLate
        ? 'Die Personalplanung antwortet nicht rechtzeitig.'
        : 'Die Personalplanung ist nicht zu erreichen oder bricht die Antwort ab.',
      { cause: error },
    )
  }
}

/** Statuses of a server that does not know the request: not found, no such method, gone, not implemented. */
const unknownCallStatuses = [404, 405, 410, 501]

function sentenceFor(status: number): string {
  if (status === 401 || status === 403)
    return 'Die Personalplanung weist den Zugang ab. Bitte prüfen Sie PLANNER_TOKEN.'
  if (status === 404)
    return 'Unter der Adresse der Personalplanung gibt es diese Daten nicht. Bitte prüfen Sie PLANNER_URL.'
  if (status === 429)
    return 'Die Personalplanung bittet um Geduld. Bitte versuchen Sie es später noch einmal.'
  if (status >= 300 && status < 400)
    return 'Die Personalplanung verweist auf eine andere Adresse; das ist nicht erlaubt.'
  return 'Die Personalplanung meldet einen Fehler.'
}
