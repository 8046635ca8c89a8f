// Creates and publishes a process through the API, as an administrator would. Notifies nobody.
import assert from 'node:assert/strict'
import type { Tree } from '#contract/document/tree.ts'
import type { Client } from './app.ts'

/** `shown`: audience, and how the process is handed in. By default it is for everybody, and without a hand-in. */
export async function publishDoc(
  admin: Client,
  content: Tree,
  { name = 'Ablauf', ...shown }: { name?: string } & Record<string, unknown> = {},
): Promise<number> {
  const id = (await admin.send('POST', '/docs/', { name })).body['doc_id'] as number
  assert.equal((await admin.send('PATCH', `/docs/${id}/`, { content })).status, 200)
  const asked = { public: true, groups: [], notify: false, ...shown }
  assert.equal((await admin.send('POST', `/docs/${id}/publish/`, asked)).status, 200)
  return id
}
/** Audience of a process that only these groups see. */
export const onlyForGroups = (...groups: string[]) => ({ public: false, groups })
