// What is asked of the database meanwhile, and how PostgreSQL goes about it.
import assert from 'node:assert/strict'
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { Kontor } from '#server/kontor.ts'

/** How many statements something takes, their plans, and the tables that are read from end to end by them. */
export async function statementsOf(kontor: Kontor, act: (watched: Kontor) => Promise<unknown>) {
  const nodes: RootOperationNode[] = []
  const watch: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = kontor.db.withPlugin(watch)
  // Nothing is in memory yet.
  await act({ ...kontor, db })
  assert.ok(nodes.length > 0)
  const plans = await Promise.all(nodes.map((node) => planOf(kontor, node)))
  const scans = plans.flatMap((plan) =>
    [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table ?? ''),
  )
  return { count: nodes.length, plans: plans.join('\n'), scanned: [...new Set(scans)] }
}

async function planOf({ db }: Kontor, node: RootOperationNode): Promise<string> {
  const compiled = (
    db as unknown as {
      getExecutor(): { compileQuery(node: RootOperationNode, id: object): CompiledQuery }
    }
  )
    .getExecutor()
    .compileQuery(node, { queryId: 'plan' })
  const explain = CompiledQuery.raw(`explain ${compiled.sql}`, [...compiled.parameters])
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explain)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
