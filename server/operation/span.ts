/** 90 → „2 Minuten“, behind „vor“, „seit“ and „bis zu“: in the largest unit of which one is over. */
export function span(seconds: number): string {
  for (const [length, one, many] of [
    [86_400, 'einem Tag', 'Tagen'],
    [3_600, 'einer Stunde', 'Stunden'],
    [60, 'einer Minute', 'Minuten'],
  ] as const) {
    if (seconds < length) continue
    const count = Math.round(seconds / length)
    return count === 1 ? one : `${count.toLocaleString('de-DE')} ${many}`
  }
  return 'einem Augenblick'
}
