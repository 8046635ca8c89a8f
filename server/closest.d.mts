export function findClosestWord(name: string, known: readonly string[]): string | undefined
export function editDistance(a: string, b: string, most: number): number
