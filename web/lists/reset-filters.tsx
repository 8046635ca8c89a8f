import { Button } from '#web/ui/button.tsx'

/** Link that resets all filters. `by`: label of each active filter, since some may be from another device. */
export function ResetFilters({ by, onReset }: { by: Record<string, string>; onReset: () => void }) {
  const active = Object.keys(by).filter((name) => by[name])
  return active.length > 0 && <Button onClick={onReset}>Filter zurücksetzen: {active.join(', ')}</Button>
}
