import { useEffect, useRef, useState } from 'react'
import { CallError } from '#web/api.ts'
import { toastFailure } from '#web/toast-failure.ts'

type Refusal = { errors: Readonly<Record<string, string>>; message: string }

/**
 * Props for a `Form` that submits with `act`. A refusal is shown at the fields that it names. A conflict (409), such
 * as a name that exists already, is shown at the field `unique`. If the form is closed by then, a toast shows it.
 */
export function useSubmit(act: () => Promise<unknown>, unique?: string) {
  // In state, so that `errors` keeps its identity: the form focuses the first wrong field only once.
  const [refusal, setRefusal] = useState<Refusal>()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const onSubmit = async () => {
    setRefusal(undefined)
    try {
      await act()
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem
      if (!isShown.current) {
        toastFailure(problem)
        return
      }
      const { status, fields, message } = problem
      setRefusal({ errors: unique && status === 409 ? { [unique]: message } : fields, message })
    }
  }
  const errors = refusal?.errors
  const isAboutFields = errors !== undefined && Object.keys(errors).length > 0
  return { onSubmit, errors, error: isAboutFields ? undefined : refusal?.message }
}
