import { useEffect, useRef, useState } from 'react'
import { Failed } from '#web/api.ts'
import { toastFailure } from '#web/toast-failure.ts'

type Refusal = { errors: Readonly<Record<string, string>>; message: string }

/**
 * The props of a `Form` that calls `act` and shows why it was refused: at a field, where the refusal names one. A
 * name that somebody has already (409) names none: it is told at the field `unique`. Whoever has left the form is told
 * all the same.
 */
export function useSubmit(act: () => Promise<unknown>, unique?: string) {
  // One object as long as it is the same refusal: the form leads to the first wrong field once, and not after every
  // key.
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
      if (!(problem instanceof Failed)) throw problem
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
