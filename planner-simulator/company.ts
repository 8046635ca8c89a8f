// Generates the people of a company: the demo's cast first, then as many others as requested. The same seed always
// gives the same people.
import { emailOf, everybody } from '#demo/cast.ts'
import type { PlannedUser } from '#server/planner/port.ts'
import { createRandom } from './random.ts'

const departments = [
  'Bühne',
  'Technik',
  'Ton',
  'Licht',
  'Empfang',
  'Garderobe',
  'Gastronomie',
  'Sicherheit',
  'Reinigung',
  'Verwaltung',
  'Leitung',
  'Aushilfen',
]

const firstNames = [
  'Amira',
  'Andreas',
  'Aylin',
  'Benedikt',
  'Birgit',
  'Carsten',
  'Chiara',
  'Dana',
  'Emre',
  'Esra',
  'Fabian',
  'Filiz',
  'Greta',
  'Hakan',
  'Heike',
  'Ines',
  'Jens',
  'Jolanta',
  'Karim',
  'Katja',
  'Leon',
  'Lucía',
  'Maja',
  'Matteo',
  'Mehmet',
  'Nele',
  'Olga',
  'Pawel',
  'Quirin',
  'Rafael',
  'Renate',
  'Samira',
  'Sören',
  'Svenja',
  'Tarek',
  'Thea',
  'Uwe',
  'Vera',
  'Wiebke',
  'Yusuf',
  'Zoë',
]
const lastNames = [
  'Albrecht',
  'Aydın',
  'Bauer',
  'Brandt',
  'Çelik',
  'Dietrich',
  'Ebert',
  'Fischer',
  'Garcia',
  'Großmann',
  'Hansen',
  'Iwanow',
  'Jäger',
  'Kaya',
  'Kowalski',
  'Krüger',
  'Lindström',
  'Maier',
  'Nguyen',
  'Öztürk',
  'Petersen',
  'Quast',
  'Rösler',
  'Schäfer',
  'Şahin',
  'Thomsen',
  'Uhlig',
  'Vogt',
  'Weiß',
  'Yilmaz',
  'Zimmermann',
]

export function generatePeople(count: number, seed = 1): PlannedUser[] {
  const random = createRandom(seed)
  const known = everybody.slice(0, count).map(
    (person, number): PlannedUser => ({
      id: `P${1001 + number}`,
      barcode: `${40_000_001 + number}`,
      username: person.username,
      nachname: person.nachname,
      vorname: person.vorname,
      email: emailOf(person),
      telefon: person.telefon,
      groups: [...person.groups],
    }),
  )
  const seen = new Map<string, number>()
  /** Suffix for a username that is already taken, so that two people of one name have different addresses. */
  const again = (username: string) => {
    const times = (seen.get(username) ?? 0) + 1
    seen.set(username, times)
    return times === 1 ? '' : times
  }
  const others = Array.from({ length: Math.max(0, count - known.length) }, (_, number): PlannedUser => {
    const vorname = random.pick(firstNames)
    const nachname = random.chance(0.06)
      ? `${random.pick(lastNames)}-${random.pick(lastNames)}`
      : random.pick(lastNames)
    const username = `${asciiName(vorname)}.${asciiName(nachname)}`
    const groups = new Set([
      random.pick(departments),
      ...(random.chance(0.3) ? [random.pick(departments)] : []),
    ])
    return {
      id: `P${2001 + number}`,
      barcode: `${41_000_001 + number}`,
      username,
      nachname,
      vorname,
      email: random.chance(0.9) ? `${username}${again(username)}@nordlicht.example` : null,
      telefon: random.chance(0.8) ? `+49 40 5550 ${1000 + random.below(9000)}` : null,
      groups: [...groups],
    }
  })
  return [...known, ...others]
}

const asciiName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replaceAll(/[^a-z]/g, '')
