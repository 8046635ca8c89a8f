// The people of the demo, the tests and the screenshots: one small, fixed company.
export type Person = {
  username: string
  vorname: string
  nachname: string
  telefon: string
  is_admin?: true
  groups: GroupName[]
}
export type GroupName = 'Bühne' | 'Empfang' | 'Leitung' | 'Technik' | 'Verwaltung'

export const groupNames: GroupName[] = ['Bühne', 'Empfang', 'Leitung', 'Technik', 'Verwaltung']

const people = {
  anna: person('anna', 'Anna', 'Berger', ['Bühne', 'Technik']),
  bruno: person('bruno', 'Bruno', 'Castell', ['Leitung', 'Bühne']),
  clara: { ...person('clara', 'Clara', 'Döring', ['Verwaltung', 'Leitung']), is_admin: true as const },
  david: person('david', 'David', 'Ünal', ['Technik']),
  elif: person('elif', 'Elif', 'Yıldız', ['Empfang']),
  frieda: person('frieda', 'Frieda', 'Groß', ['Empfang']),
  georg: person('georg', 'Georg', 'Müller-Lüdenscheidt', ['Bühne']),
  hannah: person('hannah', 'Hannah', 'Oelkers', ['Technik', 'Leitung']),
  ibrahim: person('ibrahim', 'Ibrahim', 'Núñez', ['Bühne']),
  jana: person('jana', 'Jana', 'Ærenlund', ['Verwaltung']),
  kai: person('kai', 'Kai', 'Weißhaupt', ['Technik']),
  lena: person('lena', 'Lena', 'Maria von und zu Hohenstein-Wittelsbach', ['Empfang']),
}
export const cast: typeof people = people
export const everybody: Person[] = Object.values(people)

/** The group with access to happenings in the demo and in tests. */
export const happeningsGroup: GroupName = 'Leitung'

/** Shared by all accounts of the demo, which hold invented data only. */
export const demoPassword = 'vorhang-auf-2026'

function person(username: string, vorname: string, nachname: string, groups: GroupName[]): Person {
  return { username, vorname, nachname, telefon: `+49 40 5550 ${100 + username.length * 7}`, groups }
}

export const emailOf = ({ username }: Person) => `${username}@nordlicht.example`
