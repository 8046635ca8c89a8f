export const isFillable = (status: string) => status === 'Aktiv'
