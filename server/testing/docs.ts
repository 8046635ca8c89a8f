// A process that people see and fill in, made as an administrator makes it. Nobody is told of it.
import assert from 'node:assert/strict'
import type { Tree } from '#contract/document/tree.ts'
import type { Client } from './app.ts'

/** `shown`: to whom, and how it is handed in; without a word to everybody, and not at all. */
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
/** Shown to the groups alone. */
export const onlyFor = (...groups: string[]) => ({ public: false, groups })
