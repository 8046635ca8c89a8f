export function closest(name: string, known: readonly string[]): string | undefined
