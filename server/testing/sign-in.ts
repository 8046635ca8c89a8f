// Sends the calls with which a browser signs in at a provider.
import type { TestAnswer, testApp } from './app.ts'

type World = Pick<Awaited<ReturnType<typeof testApp>>, 'client'>
type StartedSignIn = { url: string; cookie: string }

const cookiesOf = ({ headers }: TestAnswer) =>
  [headers['set-cookie']].flat().map((line) => String(line).split(';')[0] ?? '')

/** Result of „Mit … anmelden“: the provider's address and the cookie. */
export async function beginSignIn(
  world: World,
  provider: string,
  body: object = {},
  address = '203.0.113.5',
): Promise<StartedSignIn> {
  const answer = await world.client().send('POST', `/auth/providers/${provider}/begin/`, body, { address })
  if (answer.status !== 200) throw new Error(answer.text)
  return {
    url: String(answer.body['url']),
    cookie: cookiesOf(answer).find((one) => one.includes('sign-in=')) ?? '',
  }
}

/** Completes the sign-in. `returned`: query string with which the browser comes back from the provider. */
export const finishSignIn = (
  world: World,
  provider: string,
  { cookie, returned, address = '203.0.113.5' }: { cookie: string; returned: string; address?: string },
): Promise<TestAnswer> =>
  world
    .client()
    .send('POST', `/auth/providers/${provider}/finish/`, { returned }, { address, headers: { cookie } })

/** The session cookie that an answer sets; undefined if it sets none. */
export const sessionCookieOf = (answer: TestAnswer): string | undefined =>
  cookiesOf(answer).find((one) => /^session=./.test(one))
