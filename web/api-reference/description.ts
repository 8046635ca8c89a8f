/** Reads the API description: what of OpenAPI this product's own description uses. */
export type Schema = {
  $ref?: string
  title?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  'x-permission': keyof typeof permissions
  security: { token?: string[] }[]
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
export type Description = {
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
export type Call = { method: string; path: string; operation: Operation }

export const permissions = {
  everyone: 'ohne Anmeldung',
  staff: 'alle Angemeldeten',
  happenings: 'wer Veranstaltungen sieht',
  admin: 'nur Admins',
}

/** What a token needs for a call: one of these. */
export const tokenWords = ({ security, 'x-permission': permission }: Operation) =>
  security.flatMap(({ token = [] }) => token).join(' | ') ||
  (permission === 'everyone' ? 'nicht nötig' : 'nicht zu erreichen')

/** The calls of each domain, in the order of the description. */
export function callsByTag({ paths }: Description): Map<string, Call[]> {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  return Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? '')
}

/** A schema in one line, in the words of TypeScript. */
export function inWords(schema: Schema | undefined): string {
  if (!schema) return ''
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(inWords).join(' | ')
  if (schema.properties) {
    const optional = (name: string) => (schema.required?.includes(name) ? '' : '?')
    const fields = Object.entries(schema.properties).map(
      ([name, type]) => `${name}${optional(name)}: ${inWords(type)}`,
    )
    return `{ ${fields.join(', ')} }${[schema.type].flat().includes('null') ? ' | null' : ''}`
  }
  if (schema.items) return `${inWords(schema.items)}[]`
  return [schema.type ?? 'unknown'].flat().join(' | ')
}
