import { useState } from 'react'
import { Failed } from '#web/api.ts'

/** The props of a `Form` that calls `act` and shows why it was refused: at a field, where the refusal names one. */
export function useSubmit(act: () => Promise<unknown>) {
  const [failed, setFailed] = useState<Failed>()
  const onSubmit = async () => {
    setFailed(undefined)
    try {
      await act()
    } catch (problem) {
      if (!(problem instanceof Failed)) throw problem
      setFailed(problem)
    }
  }
  const errors = failed?.fields
  const isAboutFields = errors !== undefined && Object.keys(errors).length > 0
  return { onSubmit, errors, error: isAboutFields ? undefined : failed?.message }
}
