// The company's name and logo in this installation, and its setup steps.
import { type Static, Type } from 'typebox'
import { get, patch, put } from './endpoint.ts'
import { BinaryAnswer, Body, Nullable, OneOf, SuccessAnswer } from './shapes.ts'
import { firstSteps } from './words/first-steps.ts'
import { imageTooLargeSentence, maxImageUrlLength } from './words/images.ts'
import { maxAppNameLength } from './words/limits.ts'

const FirstSteps = Type.Object(
  {
    /** True once an administrator has dismissed the steps, which hides them from all administrators. */
    put_away: Type.Boolean(),
    steps: Type.Array(Type.Object({ step: OneOf(firstSteps), is_done: Type.Boolean() })),
  },
  { title: 'FirstSteps' },
)
export type FirstSteps = Static<typeof FirstSteps>

export const company = {
  change: patch('/company/', {
    says: 'Name und Logo der Firma ändern; was nicht genannt ist, bleibt, null nimmt es weg',
    may: 'admin',
    body: Body({
      name: Type.Optional(Nullable(Type.String({ maxLength: maxAppNameLength }))),
      /** A data: address. */
      logo: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: maxImageUrlLength }))),
    }),
    mostBytes: maxImageUrlLength + 1_000,
    tooLarge: imageTooLargeSentence,
    answer: SuccessAnswer,
  }),
  logo: get('/company/logo/{logo}/', {
    says: 'Das Logo der Firma, wie /status/ es nennt',
    may: 'everyone',
    params: Type.Object({ logo: Type.String({ pattern: '^[\\w-]{22}$' }) }),
    answer: BinaryAnswer('image/*'),
  }),
  firstSteps: get('/company/first-steps/', {
    shedFirst: true,
    says: 'Die ersten Schritte einer Installation, und welche getan sind',
    may: 'admin',
    answer: FirstSteps,
  }),
  putStepsAway: put('/company/first-steps/', {
    says: 'Die ersten Schritte weglegen, oder wieder zeigen; für alle Admins',
    may: 'admin',
    body: Body({ put_away: Type.Boolean() }),
    answer: SuccessAnswer,
  }),
}
