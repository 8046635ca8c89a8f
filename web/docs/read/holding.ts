import { createContext } from 'react'

/**
 * The screen around a document is told here whether something was typed into it that stands nowhere else. By itself, so
 * that this screen loads nothing of filling in.
 */
export const HoldingContext = createContext<(isHolding: boolean) => void>(() => {})
