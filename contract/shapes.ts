// Shapes shared by several domains. A `title` makes a shape a named component of the API description.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { maxFilterLength, maxPageIndex, maxPerPage } from './words/limits.ts'

/** Body of a call: unknown keys are refused. */
export const Body = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

export const Nullable = <S extends TSchema>(schema: S) => {
  const { type, enum: words } = schema as unknown as { type: string; enum?: unknown[] }
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [type, 'null'],
    ...(words && { enum: [...words, null] }),
  })
}

export const OneOf = <const V extends readonly string[]>(
  values: V,
  options: { title?: string; default?: V[number] } = {},
) => Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options })

/** An answer that is not JSON. */
export const TextAnswer = (contentMediaType: string) =>
  Type.Unsafe<string>({ type: 'string', contentMediaType })

/** A binary answer; the handler streams it and sets the file name. */
export const BinaryAnswer = (contentMediaType: string) =>
  Type.Unsafe<Uint8Array | AsyncIterable<Uint8Array>>({ type: 'string', format: 'binary', contentMediaType })

/** Identifiers are PostgreSQL integers: anything larger cannot exist. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
/**
 * Id of the signed-in person as the screen knows it. The call is refused if somebody else is signed in by
 * now.
 */
export const ExpectedCallerId = Type.Optional(Id)
/** Returns which part of a call (query or body) contains the `ExpectedCallerId`. */
export const partWithCallerId = (endpoint: { query?: Partial<TObject>; body?: Partial<TObject> }) =>
  (['query', 'body'] as const).find((part) => endpoint[part]?.properties?.['user_id'] === ExpectedCallerId)
/** Path parameter of a call about one process. */
export const DocParams = Type.Object({ doc_id: Id })
/** Trimmed by the server. May contain any character; percent-encoded in paths. */
export const GroupName = Type.String({ minLength: 1, maxLength: 200 })
/** A calendar day in local time: `YYYY-MM-DD`. */
export const Day = Type.String({ format: 'date' })
export const DateTime = Type.String({ format: 'date-time' })

/** Answer of every changing call, extended by fields of its own. */
export const SuccessAnswer = Type.Object(
  { success: Type.Literal(true), details: Type.String() },
  { title: 'Done' },
)
export const SuccessAnswerWith = <P extends TProperties>(properties: P) =>
  Type.Object({ success: Type.Literal(true), details: Type.String(), ...properties })

/** Body of every refusal. */
export const Refusal = Type.Object(
  {
    success: Type.Literal(false),
    details: Type.String({ description: 'Ein deutscher Satz für den Menschen' }),
    detail: Type.Unsafe<string | ValidationProblem[]>({
      description: 'Ein Stichwort; bei 422 die Liste der Fehler',
      anyOf: [
        { type: 'string' },
        {
          type: 'array',
          items: {
            type: 'object',
            required: ['loc', 'msg', 'type'],
            properties: {
              loc: { type: 'array', items: { type: ['string', 'integer'] } },
              msg: { type: 'string' },
              type: { type: 'string' },
            },
          },
        },
      ],
    }),
  },
  { title: 'Refusal' },
)
/** Extends the body of a refusal; endpoints declare it as `conflict` or `missing`. */
export const RefusalWith = <P extends TProperties>(title: string, properties: P) =>
  Type.Object({ ...Refusal.properties, ...properties }, { title })
export type Refusal = Static<typeof Refusal>
/** Lists the records of a bulk change that no longer exist. */
export const GoneRefusal = RefusalWith('SomeAreGone', { gone: Type.Optional(Type.Array(Id)) })
export type GoneRefusal = Static<typeof GoneRefusal>
export type ValidationProblem = { loc: (string | number)[]; msg: string; type: string }

export const Page = <S extends TSchema>(item: S) =>
  Type.Object({ items: Type.Array(item), pages: Type.Integer({ minimum: 0 }) })

/** Query parameters of every list. `order_by` is `+field`, `-field` or `field`. */
export const listQuery = (perPage: number) => ({
  filter: Type.String({ default: '', maxLength: maxFilterLength }),
  order_by: Type.String({ default: '', maxLength: 60 }),
  page: Type.Integer({ default: 0, minimum: 0, maximum: maxPageIndex }),
  per_page: Type.Integer({ default: perPage, minimum: 1, maximum: maxPerPage }),
})
/** For a list without a search. */
const { order_by, page, per_page } = listQuery(10)
export const orderAndPageFields = { order_by, page, per_page }
export type ListQuery = Static<TObject<ReturnType<typeof listQuery>>>
