import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { queryClient } from '#web/query-client.ts'
import { statusQuery } from '#web/status/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import css from './api-reference.module.css'
import {
  type Call,
  callsByTag,
  type Description,
  inWords,
  permissions,
  type Schema,
  tokenWords,
} from './description.ts'
import { descriptionQuery } from './queries.ts'

export const loadApiReference = () => queryClient.ensureQueryData(descriptionQuery)

/** Every call that the server understands, for administrators who connect other programs. */
export function ApiReferenceScreen() {
  const { data: description } = useSuspenseQuery(descriptionQuery)
  // The description has a number of its own, which nobody takes for Kontor's.
  const version = useQuery(statusQuery).data?.version
  return (
    <Page
      title="Schnittstelle"
      actions={<AnchorButton href="/openapi.json">openapi.json</AnchorButton>}
      aside={version && <Badge>{`Fassung ${version}`}</Badge>}
    >
      {[...callsByTag(description)].map(([tag, calls]) => (
        <section key={tag} className={css['domain']}>
          <h2>{tag}</h2>
          {calls.map((call) => (
            <CallDetails key={call.operation.operationId} {...call} />
          ))}
        </section>
      ))}
      <Components description={description} />
    </Page>
  )
}

const places = { path: 'Pfad', query: 'Frage', header: 'Kopfzeile' }

function CallDetails({ method, path, operation }: Call) {
  const { summary, parameters, requestBody, responses } = operation
  const answer = Object.entries(responses['200']?.content ?? {})[0]
  return (
    <details className={css['call']}>
      <summary>
        <span className={css['method']} data-method={method}>
          {method}
        </span>
        <code>{path}</code>
        <span className={css['says']}>{summary}</span>
      </summary>
      <dl>
        <dt>Berechtigung</dt>
        <dd>{permissions[operation['x-permission']]}</dd>
        <dt>API-Token</dt>
        <dd>{tokenWords(operation)}</dd>
        {parameters.map(({ name, in: place, schema }) => (
          <Fact key={name} name={`${places[place]}: ${name}`} schema={schema} />
        ))}
        {requestBody && <Fact name="Inhalt" schema={requestBody.content['application/json']?.schema} />}
        {answer && <Fact name={`Antwort (${answer[0]})`} schema={answer[1].schema} />}
      </dl>
    </details>
  )
}

function Fact({ name, schema }: { name: string; schema: Schema | undefined }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>{inWords(schema)}</code>
        {schema?.default !== undefined && schema.default !== '' && (
          <span className={css['default']}>, ohne Angabe {JSON.stringify(schema.default)}</span>
        )}
      </dd>
    </>
  )
}

function Components({ description }: { description: Description }) {
  return (
    <section className={css['domain']}>
      <h2>Gemeinsame Formen</h2>
      <dl className={css['components']}>
        {Object.entries(description.components.schemas).map(([name, schema]) => (
          <Fact key={name} name={name} schema={schema} />
        ))}
      </dl>
    </section>
  )
}
