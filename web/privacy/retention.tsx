import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Retention, RetentionKind, RetentionPreview } from '#contract/privacy.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { queryClient } from '#web/query-client.ts'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { type Choice, Select } from '#web/ui/field/select.tsx'
import { formatDate, formatNumber } from '#web/ui/format.ts'
import { Page } from '#web/ui/page.tsx'
import { QueryFailed } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import css from './privacy.module.css'
import { type RetentionMonths, retentionPreviewQuery, retentionQuery, setRetention } from './queries.ts'

type Rule = Retention['items'][number]

export const loadRetention = () => queryClient.ensureQueryData(retentionQuery)

/** Retention periods, with a preview before saving. */
export function RetentionScreen() {
  const { items } = useSuspenseQuery(retentionQuery).data
  const saved = monthsByKind(items)
  const [changed, setChanged] = useState<Partial<RetentionMonths>>({})
  const months = { ...saved, ...changed }
  const query = useQuery(retentionPreviewQuery(months))
  const { data: outlook, isPlaceholderData } = query
  const outlookOf = (kind: RetentionKind) => outlook?.items.find((item) => item.kind === kind)
  const news = items.filter(({ kind }) => months[kind] !== saved[kind])
  const form = useSubmit(async () => {
    const losses = news.flatMap(({ kind, title }) => {
      const { count = 0, sentence = '' } = outlookOf(kind) ?? {}
      return count > 0 ? [{ kind, title, sentence }] : []
    })
    if (losses.length > 0 && !(await confirmLosses(losses))) return
    await setRetention(Object.fromEntries(news.map(({ kind }) => [kind, months[kind]])))
    setChanged({})
    toast('Fristen gespeichert')
  })
  return (
    <Page title="Datenschutz" breadcrumb={[backToToday]} width="reading">
      <p className={css['intro']}>
        Wie lange Kontor etwas aufbewahrt. Was älter ist, wird einmal am Tag gelöscht; wie viel es war, steht
        im Protokoll. Erfasste Zeiten löscht Kontor nie von selbst. Auskunft und Anonymisierung finden Sie
        unter „Benutzer“ im Menü der Person.
      </p>
      <Form {...form} label="Fristen">
        <ul className={css['rules']}>
          {items.map((rule) => (
            <li key={rule.kind}>
              <RuleRow
                rule={rule}
                months={months[rule.kind]}
                outlook={outlookOf(rule.kind)}
                isOld={isPlaceholderData}
                onMonths={(value) => setChanged({ ...changed, [rule.kind]: value })}
              />
            </li>
          ))}
        </ul>
        {!outlook && query.error && <QueryFailed query={query} />}
        <FormActions>
          <SubmitButton disabled={news.length === 0 || !outlook || isPlaceholderData}>
            Fristen speichern
          </SubmitButton>
        </FormActions>
      </Form>
    </Page>
  )
}

const monthsByKind = (items: Rule[]) =>
  Object.fromEntries(items.map(({ kind, months }) => [kind, months])) as RetentionMonths

const confirmLosses = (losses: { kind: string; title: string; sentence: string }[]) =>
  confirm({
    title: 'Sollen diese Fristen gelten?',
    children: (
      <>
        <p>Mit dem nächsten Aufräumen geht das für immer:</p>
        <ul className={css['losses']}>
          {losses.map(({ kind, title, sentence }) => (
            <li key={kind}>
              <b>{title}:</b> {sentence}
            </li>
          ))}
        </ul>
      </>
    ),
    verb: 'Fristen speichern',
    danger: true,
  })

type RuleRowProps = {
  rule: Rule
  months: number
  outlook: RetentionPreview['items'][number] | undefined
  /** True while `outlook` still belongs to the previous choice. */
  isOld: boolean
  onMonths: (months: number) => void
}

function RuleRow({ rule, months, outlook, isOld, onMonths }: RuleRowProps) {
  const { kind, title, says, ran_on, removed } = rule
  return (
    <div className={css['rule']}>
      <div>
        <h2>{title}</h2>
        <p>{says}</p>
      </div>
      <div className={css['period']}>
        <Select
          label="Aufbewahren"
          aria-label={`${title} aufbewahren`}
          name={kind}
          choices={monthChoices(rule)}
          value={String(months)}
          onChange={(value) => onMonths(Number(value))}
        />
      </div>
      <output className={css['outlook']} data-loses={(outlook?.count ?? 0) > 0} data-old={isOld}>
        {outlook?.sentence ?? '…'}
        {ran_on !== null && rule.months > 0 && (
          <span>
            {' '}
            Zuletzt am {formatDate(ran_on)}: {formatNumber(removed)}{' '}
            {kind === 'deactivated' ? 'anonymisiert' : 'gelöscht'}.
          </span>
        )}
      </output>
    </div>
  )
}

const usualMonths = [1, 3, 6, 12, 18, 24, 36, 48, 60, 72, 96, 120]

/** A stored period that is not among the usual ones stays selectable. */
function monthChoices({ least, months }: Rule): Choice<string>[] {
  const offered = [
    ...new Set([...usualMonths.filter((one) => one >= least), ...(months > 0 ? [months] : [])]),
  ]
  return [
    { value: '0', text: 'unbegrenzt' },
    ...offered.sort((a, b) => a - b).map((one) => ({ value: String(one), text: periodOf(one) })),
  ]
}

function periodOf(months: number): string {
  if (months % 12 === 0) return months === 12 ? '1 Jahr' : `${months / 12} Jahre`
  return months === 1 ? '1 Monat' : `${months} Monate`
}
