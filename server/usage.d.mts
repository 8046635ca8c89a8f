export function isHelp(word: string): boolean
export function usageOf(command?: string): string
