/**
 * The condition under which a section is visible, on a field before it. `option` is the id of an option of a
 * choice.
 */
export type Condition =
  | { field: string; is: 'filled' | 'empty' }
  | { field: string; is: 'option'; option: string }

/** Untrusted input; undefined if it is no condition. */
export function parseCondition(value: unknown): Condition | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { field, is, option, ...others } = value as Record<string, unknown>
  if (typeof field !== 'string' || field === '' || field.length > 100 || Object.keys(others).length > 0)
    return undefined
  if ((is === 'filled' || is === 'empty') && option === undefined) return { field, is }
  return is === 'option' && typeof option === 'string' && option.length <= 12
    ? { field, is, option }
    : undefined
}
