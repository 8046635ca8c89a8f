// Rows like those of a timesheet, generated on demand, to measure exports with.
import type { ColumnType } from '#server/exports/excel/input.ts'

export const ROWS = 100_000
export const types: ColumnType[] = [
  'text',
  'text',
  'date',
  'time',
  'time',
  'duration',
  'text',
  'general',
  'datetime',
  'number',
]
export const columns = types.map((type, index) => ({ name: `Spalte ${index}`, type }))

export async function* timesheet() {
  for (let row = 0; row < ROWS; row++) {
    const minute = String(row % 60).padStart(2, '0')
    yield [
      `Nachname ${row % 3_000}, Vorname`,
      `P${row}`,
      '2026-11-21',
      `08:${minute}`,
      `17:${minute}`,
      480 + (row % 60),
      'Aufbau & Technik',
      row % 7 ? row : 'frei',
      `2026-11-21T12:${minute}`,
      row / 4,
    ]
  }
}
