import { createContext } from 'react'

/**
 * The screen inside a document's screen reports here whether something was typed into it that is stored nowhere else.
 * In a file of its own, so that neither screen loads the other.
 */
export const UnsavedContext = createContext<(hasUnsaved: boolean) => void>(() => {})
