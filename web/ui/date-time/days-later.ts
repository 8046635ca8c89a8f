/** Calendar days from one moment to the other; 0 if one is missing. */
export const daysBetween = (von: string | null | undefined, bis: string | null | undefined): number =>
  von && bis ? Math.round((Date.parse(bis.slice(0, 10)) - Date.parse(von.slice(0, 10))) / 86_400_000) : 0

export const daysLater = (days: number) => (days === 1 ? '+1 Tag' : `+${days} Tage`)
