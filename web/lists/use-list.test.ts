import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { useList } from './use-list.ts'

const search = { page: 3, filter: 'an', status: 'Aktiv', start: '', order_by: '+name' }
type Search = typeof search
const queryOf = (asked: object) => ({ queryKey: ['list', asked], queryFn: () => ({ pages: 9 }) })

/** Renders the hook at this address, and records navigation. */
function listAt<S extends object>(address: S) {
  const visits: { search: S; replace: boolean }[] = []
  const navigate = async ({ search, replace }: { search: S; replace: boolean }) => {
    visits.push({ search, replace })
  }
  const client = new QueryClient()
  client.setQueryData(queryOf(address).queryKey, { pages: 9 })
  const drawn: ReturnType<typeof useList<S, unknown, { pages: number }, unknown[]>>[] = []
  const Screen = () => {
    drawn.push(useList(address, navigate, queryOf as never))
    return null
  }
  renderToString(createElement(QueryClientProvider, { client }, createElement(Screen)))
  const [list] = drawn
  assert.ok(list)
  return { list, visits }
}

test('another filter, word, day or order begins at the first page; what is typed leaves no way back', () => {
  const { list, visits } = listAt<Search>(search)
  list.filterBox.onChange('ann')
  list.choice('status', ['Aktiv', 'Inaktiv']).onChange('Inaktiv')
  list.day('start').onChange('2026-11-21')
  list.table.onOrder('-name')
  assert.deepEqual(visits, [
    { search: { ...search, page: 0, filter: 'ann' }, replace: true },
    { search: { ...search, page: 0, status: 'Inaktiv' }, replace: false },
    { search: { ...search, page: 0, start: '2026-11-21' }, replace: false },
    { search: { ...search, page: 0, order_by: '-name' }, replace: false },
  ])
})

test('another page keeps everything else, and a page that nobody asked for leaves no way back', () => {
  const { list, visits } = listAt<Search>(search)
  assert.deepEqual([list.pager.page, list.pager.pages], [3, 9])
  list.pager.onPage(4, false)
  list.pager.onPage(8, true)
  assert.deepEqual(visits, [
    { search: { ...search, page: 4 }, replace: false },
    { search: { ...search, page: 8 }, replace: true },
  ])
})

test('„Alle“ and a day that is cleared are no filter', () => {
  const { list, visits } = listAt<Search>(search)
  const { choices, value, onChange } = list.choice('status', ['Aktiv', 'Inaktiv'])
  assert.deepEqual([choices, value], [['Alle', 'Aktiv', 'Inaktiv'], 'Aktiv'])
  onChange('Alle')
  list.day('start').onChange(null)
  assert.deepEqual(
    visits.map(({ search: { status, start } }) => [status, start]),
    [
      ['', ''],
      ['Aktiv', ''],
    ],
  )
  assert.equal(list.day('start').value, null)
})

test('a list without pages gets none by its filters', () => {
  const { list, visits } = listAt({ filter: '' })
  list.filterBox.onChange('ann')
  assert.deepEqual(visits, [{ search: { filter: 'ann' }, replace: true }])
})
