// What a dialog of another folder shows of this one. It comes when it is shown, with what it needs: it is no weight
// of the dialog's.
import { lazy } from 'react'

export const FactorsPart = lazy(async () => ({ default: (await import('./of-user.tsx')).FactorsPart }))
