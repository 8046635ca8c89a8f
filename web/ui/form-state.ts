/** What a form tells the fields and buttons inside it. */
import { createContext, use } from 'react'

export type FormState = { errors: Readonly<Record<string, string>>; pending: boolean }

export const FormContext = createContext<FormState>({ errors: {}, pending: false })
export const useFormState = () => use(FormContext)
