const umlautSpellings: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** vorname.nachname without accents, or the one name there is. Deterministic. */
export const usernameFrom = (vorname: string, nachname: string): string =>
  [vorname, nachname]
    .map((name) => name.trim())
    .filter(Boolean)
    .join('.')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => umlautSpellings[letter] as string)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, '-')
