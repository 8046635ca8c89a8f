/** The company's events: their kinds and names, the teams that each takes, and when these work. */
export type Team = {
  name: string
  funktion: string[]
  aufgabe: string[]
  /** Hours after the beginning of the event's day; above 24 it is the next one. */
  from: number
  to: number
  least: number
  most: number
}
type Play = { type: string; names: string[]; teams: Team[] }

const team = (
  name: string,
  [from, to]: [number, number],
  [least, most]: [number, number],
  funktion: string[],
  aufgabe: string[],
): Team => ({ name, from, to, least, most, funktion, aufgabe })

const stage = team(
  'Bühne',
  [14, 23.5],
  [4, 12],
  ['Bühnenhelfer', 'Bühnenmeister', 'Rigger'],
  ['Aufbau', 'Umbau'],
)
const tech = team(
  'Technik',
  [13, 24],
  [4, 10],
  ['Tontechniker', 'Lichttechniker', 'Operator'],
  ['Ton', 'Licht', 'Video'],
)
const front = team(
  'Empfang',
  [17, 23],
  [3, 14],
  ['Einlass', 'Platzanweiser', 'Empfangsleitung'],
  ['Einlass', 'Saal', 'Foyer'],
)
const coats = team('Garderobe', [17.5, 24.5], [3, 8], ['Garderobier'], ['Garderobe', 'Fundbüro'])
const bar = team(
  'Gastronomie',
  [16, 25],
  [4, 16],
  ['Service', 'Barkraft', 'Spülkraft'],
  ['Bar', 'Foyer', 'Küche'],
)
const guard = team(
  'Sicherheit',
  [16, 25.5],
  [4, 12],
  ['Ordner', 'Einsatzleitung'],
  ['Einlass', 'Bühnengraben', 'Runde'],
)
const strike = team(
  'Abbau',
  [23, 29.5],
  [4, 25],
  ['Bühnenhelfer', 'Stapler', 'Rigger'],
  ['Abbau', 'Verladen'],
)
const build = team(
  'Aufbau',
  [6.5, 15.5],
  [6, 25],
  ['Bühnenhelfer', 'Stapler', 'Rigger'],
  ['Entladen', 'Traversen', 'Boden'],
)
const day = (of: Team, from: number, to: number): Team => ({ ...of, from, to })

export const plays: Play[] = [
  {
    type: 'Konzert',
    names: [
      'Nordwind live',
      'Die Halbtöne',
      'Elbphilister',
      'Jazz im Foyer',
      'Kammerchor Altona',
      'Brass & Beton',
    ],
    teams: [stage, tech, front, coats, guard, strike],
  },
  {
    type: 'Theater',
    names: ['Der Kirschgarten', 'Woyzeck', 'Nathan der Weise', 'Die Physiker', 'Momo', 'Der Sturm'],
    teams: [stage, tech, front, coats],
  },
  {
    type: 'Messe',
    names: ['Hanse-Bau', 'Gründertage', 'Buch & Blatt', 'Küstenenergie', 'Velo Nord'],
    teams: [
      day(tech, 7, 16),
      day(front, 8, 18.5),
      day(coats, 8.5, 18.5),
      day(bar, 9, 18),
      day(guard, 20, 30),
    ],
  },
  {
    type: 'Firmenfeier',
    names: [
      'Sommerfest Reederei Behn',
      'Jubiläum Stadtwerke',
      'Weihnachtsfeier Kontorhaus',
      'Gala Handwerkskammer',
    ],
    teams: [tech, front, coats, bar, strike],
  },
  {
    type: 'Aufbau',
    names: ['Aufbau Halle 1', 'Aufbau Halle 2', 'Aufbau Außenbühne'],
    teams: [build, day(tech, 8, 17)],
  },
  {
    type: 'Probe',
    names: ['Hauptprobe', 'Generalprobe', 'Technische Probe'],
    teams: [day(stage, 10, 18), day(tech, 9, 18)],
  },
]

export const subcontractors = ['Hanse Crew GmbH', 'Elbe Personal', 'Nordlicht Service', 'Backstage Nord eG']
