// Setup steps of a new installation. A step counts as done as soon as the data that it produces exists.
import type { FirstSteps } from '#contract/company.ts'
import { firstSteps } from '#contract/words/first-steps.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { readFirstStepsState } from './store.ts'

export async function readFirstSteps({ db, company }: Kontor, by: Caller): Promise<FirstSteps> {
  const { put_away, ...found } = await readFirstStepsState(db, by.id)
  const isDone = { ...found, company: company.isNamed || company.logo !== undefined }
  return { put_away, steps: firstSteps.map((step) => ({ step, is_done: isDone[step] })) }
}
