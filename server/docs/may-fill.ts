/** Filled in is what is Aktiv. */
export const isFillable = (status: string) => status === 'Aktiv'
