export function closest(name: string, known: readonly string[]): string | undefined
export function stepsBetween(a: string, b: string, most: number): number
