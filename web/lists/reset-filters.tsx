import { Button } from '#web/ui/button.tsx'

/**
 * `by`: what each field narrows the list to. Says which do, since that may have been days ago and on another device.
 */
export function ResetFilters({ by, onReset }: { by: Record<string, string>; onReset: () => void }) {
  const active = Object.keys(by).filter((name) => by[name])
  return active.length > 0 && <Button onClick={onReset}>Filter zurücksetzen: {active.join(', ')}</Button>
}
