// The company's events: their kinds and names, the teams that each event needs, and the working hours of the teams.
export type Team = {
  name: string
  funktion: string[]
  aufgabe: string[]
  /** Hours after midnight at the start of the event's day. Above 24 it is the next day. */
  from: number
  to: number
  least: number
  most: number
}
/**
 * `places`: the names of the events and where each takes place. An empty place means that the planner does
 * not know it.
 */
type EventKind = { type: string; places: Record<string, string>; teams: Team[] }

const createTeam = (
  name: string,
  [from, to]: [number, number],
  [least, most]: [number, number],
  funktion: string[],
  aufgabe: string[],
): Team => ({ name, from, to, least, most, funktion, aufgabe })

const stageTeam = createTeam(
  'Bühne',
  [14, 23.5],
  [4, 12],
  ['Bühnenhelfer', 'Bühnenmeister', 'Rigger'],
  ['Aufbau', 'Umbau'],
)
const techTeam = createTeam(
  'Technik',
  [13, 24],
  [4, 10],
  ['Tontechniker', 'Lichttechniker', 'Operator'],
  ['Ton', 'Licht', 'Video'],
)
const frontOfHouseTeam = createTeam(
  'Empfang',
  [17, 23],
  [3, 14],
  ['Einlass', 'Platzanweiser', 'Empfangsleitung'],
  ['Einlass', 'Saal', 'Foyer'],
)
const cloakroomTeam = createTeam(
  'Garderobe',
  [17.5, 24.5],
  [3, 8],
  ['Garderobier'],
  ['Garderobe', 'Fundbüro'],
)
const barTeam = createTeam(
  'Gastronomie',
  [16, 25],
  [4, 16],
  ['Service', 'Barkraft', 'Spülkraft'],
  ['Bar', 'Foyer', 'Küche'],
)
const securityTeam = createTeam(
  'Sicherheit',
  [16, 25.5],
  [4, 12],
  ['Ordner', 'Einsatzleitung'],
  ['Einlass', 'Bühnengraben', 'Runde'],
)
const strikeTeam = createTeam(
  'Abbau',
  [23, 29.5],
  [4, 25],
  ['Bühnenhelfer', 'Stapler', 'Rigger'],
  ['Abbau', 'Verladen'],
)
const setUpTeam = createTeam(
  'Aufbau',
  [6.5, 15.5],
  [6, 25],
  ['Bühnenhelfer', 'Stapler', 'Rigger'],
  ['Entladen', 'Traversen', 'Boden'],
)
const withHours = (of: Team, from: number, to: number): Team => ({ ...of, from, to })

export const eventKinds: EventKind[] = [
  {
    type: 'Konzert',
    places: {
      'Nordwind live': 'Freilichtbühne im Stadtpark, Hamburg',
      'Die Halbtöne': 'Kulturspeicher, Lübeck',
      Elbphilister: 'Musikhalle, Hamburg',
      'Jazz im Foyer': 'Stadttheater, Lüneburg',
      'Kammerchor Altona': 'Christianskirche, Hamburg-Ottensen',
      'Brass & Beton': 'Kaispeicher C, Bremerhaven',
    },
    teams: [stageTeam, techTeam, frontOfHouseTeam, cloakroomTeam, securityTeam, strikeTeam],
  },
  {
    type: 'Theater',
    places: {
      'Der Kirschgarten': 'Stadttheater, Lüneburg',
      Woyzeck: 'Kammerspiele, Kiel',
      'Nathan der Weise': 'Stadttheater, Lüneburg',
      'Die Physiker': 'Audimax, Hamburg',
      Momo: 'Kulturspeicher, Lübeck',
      'Der Sturm': 'Freilichtbühne im Stadtpark, Hamburg',
    },
    teams: [stageTeam, techTeam, frontOfHouseTeam, cloakroomTeam],
  },
  {
    type: 'Messe',
    places: {
      'Hanse-Bau': 'Messehalle 1, Hamburg',
      Gründertage: 'Kongresszentrum, Bremen',
      'Buch & Blatt': 'Messehalle 2, Hamburg',
      Küstenenergie: 'Messegelände, Husum',
      'Velo Nord': 'Messehalle 1, Hamburg',
    },
    teams: [
      withHours(techTeam, 7, 16),
      withHours(frontOfHouseTeam, 8, 18.5),
      withHours(cloakroomTeam, 8.5, 18.5),
      withHours(barTeam, 9, 18),
      withHours(securityTeam, 20, 30),
    ],
  },
  {
    type: 'Firmenfeier',
    places: {
      'Sommerfest Reederei Behn': 'Schuppen 6, Lübeck',
      'Jubiläum Stadtwerke': 'Altes Gaswerk, Schwerin',
      'Weihnachtsfeier Kontorhaus': 'Speicherstadt, Block M, Hamburg',
      'Gala Handwerkskammer': 'Stadthalle, Rostock',
    },
    teams: [techTeam, frontOfHouseTeam, cloakroomTeam, barTeam, strikeTeam],
  },
  {
    type: 'Aufbau',
    places: {
      'Aufbau Halle 1': 'Messehalle 1, Hamburg',
      'Aufbau Halle 2': 'Messehalle 2, Hamburg',
      'Aufbau Außenbühne': 'Freilichtbühne im Stadtpark, Hamburg',
    },
    teams: [setUpTeam, withHours(techTeam, 8, 17)],
  },
  {
    type: 'Probe',
    places: { Hauptprobe: '', Generalprobe: '', 'Technische Probe': '' },
    teams: [withHours(stageTeam, 10, 18), withHours(techTeam, 9, 18)],
  },
]

export const subcontractors = ['Hanse Crew GmbH', 'Elbe Personal', 'Nordlicht Service', 'Backstage Nord eG']
